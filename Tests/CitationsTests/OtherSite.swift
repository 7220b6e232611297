import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Citations

/// Another site, on this machine: what it answers by path, and what it was asked.
final class OtherSite: Sendable {
    struct Answer: Sendable, CustomTestStringConvertible, CustomDebugStringConvertible {
        var status = HTTPResponse.Status.ok
        var type: String? = "text/html"
        var bytes: [UInt8] = []
        /// Where it leads instead.
        var location: String?

        static func text(_ text: String, type: String? = "text/html") -> Answer { Answer(type: type, bytes: Array(text.utf8)) }
        static func refusal(_ status: HTTPResponse.Status) -> Answer { Answer(status: status) }
        static func elsewhere(_ location: String) -> Answer { Answer(status: .found, location: location) }

        /// Without the bytes: the log of a test names what it was given, and some are millions.
        var testDescription: String { "\(status.code) \(type ?? "-") \(bytes.count) bytes" + (location.map { " to " + $0 } ?? "") }
        /// What a dictionary says of them.
        var debugDescription: String { testDescription }
    }

    static let host = "127.0.0.1"
    let answers: [String: Answer]
    private let asked = Mutex<[(path: String, agent: String)]>([])

    init(_ answers: [String: Answer]) { self.answers = answers }

    /// Of pages that all are there.
    convenience init(pages: [String: String]) { self.init(pages.mapValues { .text($0) }) }

    var paths: [String] { asked.withLock { $0.map(\.path) } }
    var agents: Set<String> { asked.withLock { Set($0.map(\.agent)) } }

    func listen(_ test: @escaping @Sendable (_ origin: String) async throws -> Void) async throws {
        let router = Router()
        let answer: @Sendable (Request, BasicRequestContext) -> Response = { [self] request, _ in
            asked.withLock { $0.append((request.uri.description, request.headers[.userAgent] ?? "")) }
            let cursor = request.uri.queryParameters["cursor"].map { "#\($0)" } ?? ""
            guard let answer = answers[request.uri.path + cursor] else { return Response(status: .notFound) }
            if let location = answer.location { return .redirect(to: location, type: .temporary) }
            var headers = HTTPFields()
            headers[.contentType] = answer.type
            return Response(status: answer.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: answer.bytes)))
        }
        router.get("", use: answer)
        router.get("**", use: answer)
        var logger = Logger(label: "other site")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname(Self.host, port: 0)), logger: logger)
        try await application.test(.live) { client in try await test("http://\(Self.host):\(client.port ?? 0)") }
    }

    /// Settings by which it may be asked, without a pause, and waited for as long as a busy machine needs.
    static var settings: CitationSettings {
        var settings = CitationSettings()
        (settings.asksSites, settings.hosts, settings.pause, settings.patience) = (true, host, 0, 600)
        return settings
    }

    /// A site that may ask it as an administrator allowed.
    static func allow(_ site: TestSite) async throws {
        try await site.database.write { db in
            try db.execute(sql: "UPDATE citationSettings SET asksSites = 1, hosts = ?, pause = 0, patience = 600", arguments: [host])
        }
    }
}
