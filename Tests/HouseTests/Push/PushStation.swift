import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TestSupport

@testable import Admin
@testable import House

/// A browser with its push service, on this machine: keeps what it is told, reads it as a browser does, and answers as the test wants.
final class PushStation: Sendable {
    struct Call: Sendable {
        let headers: HTTPFields
        let body: Data

        subscript(name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    let keys = SubscriptionKeys()
    private let kept = Mutex<[Call]>([])
    private let answers: Mutex<[Response]>

    /// - Parameter answers: the first ones; every later one is 201.
    init(_ answers: HTTPResponse.Status..., retryAfter: String? = nil) {
        let headers: HTTPFields = retryAfter.map { [.retryAfter: $0] } ?? [:]
        self.answers = Mutex(answers.map { Response(status: $0, headers: headers) })
    }

    var calls: [Call] { kept.withLock { $0 } }

    /// Listens while the test runs, which gets the address of a subscription.
    func listen(_ test: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let router = Router()
        router.post("push/{name}") { [self] request, _ in
            let body = Data(buffer: try await request.body.collect(upTo: 1 << 16))
            kept.withLock { $0.append(Call(headers: request.headers, body: body)) }
            return answers.withLock { $0.isEmpty ? Response(status: .created) : $0.removeFirst() }
        }
        var logger = Logger(label: "station")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)/push/anna") }
    }

    func draft(_ address: String) throws -> PushDraft {
        guard let draft = PushDraft(endpoint: address, p256dh: keys.p256dh, auth: keys.auth) else { throw CancellationError() }
        return draft
    }
}

extension GuestSite {
    /// Chooses notices for closed pages for a guest and joins a device of his.
    @discardableResult
    func join(_ guest: Int64, _ draft: PushDraft) async throws -> Int64 {
        try await database.write { db in
            try GuestPreferences.choose("push", .notices, for: guest, house: 1, db)
            return try PushDevice.register(draft, for: guest, house: 1, on: nil, label: "Firefox, Linux", db)
        }
    }

    /// Does what is due of the sending.
    func runner(_ change: (inout Push.Settings) -> Void = { $0.allowsPrivate = true }) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        var settings = Push.Settings()
        change(&settings)
        let push = Push(settings)
        return JobRunner(admin: site.portal.admin, own: [push.kind, push.timerKind], logger: logger, pause: .seconds(3_600))
    }

    func deliveries() async throws -> [PushDelivery] {
        try await database.read { try PushDelivery.fetchAll($0, sql: "SELECT * FROM pushDelivery ORDER BY id") }
    }

    func devices() async throws -> [PushDevice] {
        try await database.read { try PushDevice.fetchAll($0, sql: "SELECT * FROM pushDevice ORDER BY id") }
    }
}
