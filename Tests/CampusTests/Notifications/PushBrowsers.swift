import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport
import Web

@testable import Admin
@testable import Campus

/// Browsers with their push service, on this machine: reads what it is told as they do, and answers as the test wants.
final class PushBrowsers: Sendable {
    struct Call: Sendable, Equatable {
        let name: String
        let title: String
        let text: String
        let tag: String
        let topic: String
        let urgency: String
    }

    private let keys = SubscriptionKeys()
    private let kept = Mutex<[Call]>([])
    private let answers: Mutex<[String: HTTPResponse.Status]>

    /// - Parameter answers: by the browser's name; the others are taken.
    init(_ answers: [String: HTTPResponse.Status] = [:]) { self.answers = Mutex(answers) }

    var calls: [Call] { kept.withLock { $0 } }
    var titles: [String] { calls.map(\.title) }

    func answer(_ name: String, _ status: HTTPResponse.Status?) { answers.withLock { $0[name] = status } }

    /// Listens while the test runs, which gets what the addresses of all browsers begin with.
    func listen(_ test: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
        let router = Router()
        router.post("push/{name}") { [self] request, context in
            let body = Data(buffer: try await request.body.collect(upTo: 1 << 16))
            let name = context.parameters.get("name") ?? ""
            let json = try keys.read(body)
            let call = Call(
                name: name, title: json["title"]?.text ?? "", text: json["body"]?.text ?? "", tag: json["tag"]?.text ?? "",
                topic: request.headers[.init("Topic")!] ?? "", urgency: request.headers[.init("Urgency")!] ?? "")
            kept.withLock { $0.append(call) }
            return Response(status: answers.withLock { $0[name] } ?? .created)
        }
        var logger = Logger(label: "browsers")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)/push/") }
    }

    /// What a browser's script sends, with its choices.
    func form(_ address: String, topic: String = "all", least: String = "info", quiet: (Int, Int)? = nil) -> [(String, String)] {
        [
            ("endpoint", address), ("p256dh", keys.p256dh), ("auth", keys.auth), ("topic", topic), ("least", least),
            ("quietFrom", quiet.map { String($0.0) } ?? ""), ("quietUntil", quiet.map { String($0.1) } ?? "7"),
        ]
    }
}

extension AlertTown {
    /// The site's desk, as one that may call push services on this machine.
    var admin: AdminContext {
        var admin = site.portal.admin
        admin.webPush.allowsPrivate = true
        return admin
    }

    /// Sends the notifications that are due.
    func tell(at moment: Date = .now) async throws {
        for part in [NotificationRun.Part.alerts, .rest] { try await NotificationRun(part, admin: admin) { moment }.run {} }
    }

    /// A way of a new visitor.
    @discardableResult
    func subscribe(
        _ browsers: PushBrowsers, _ address: String, topic: String = "all", least: String = "info", quiet: (Int, Int)? = nil,
        easy: Bool = false
    ) async throws -> Int64 {
        try await site.database.write { db in
            let form = Form(
                Dictionary(uniqueKeysWithValues: browsers.form(address, topic: topic, least: least, quiet: quiet).map { ($0.0, [$0.1]) }))
            guard let browser = WebSubscription(endpoint: address, p256dh: form["p256dh"], auth: form["auth"]),
                let choices = SubscriptionChoices(form)
            else { throw CancellationError() }
            try db.execute(sql: "INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (?, '2999-01-01')", arguments: [Token().hash])
            let visitor = db.lastInsertedRowID
            try Subscription.keep(browser, choices, "Firefox", LanguageVersion(.italian, isEasy: easy), of: visitor, at: .now, db)
            return visitor
        }
    }

    func report(_ bulletin: Int64) async throws -> [String] {
        let words = admin.pages.templates.words(in: .english)
        return try await site.database.read { try NotificationReport.lines(bulletin, words, $0) }
    }
}
