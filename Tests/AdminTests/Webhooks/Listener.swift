import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization

@testable import Admin

/// The other end of a webhook, on this machine: keeps what it is told and answers as the test wants.
final class Listener: Sendable {
    struct Notice: Sendable {
        let headers: HTTPFields
        let body: String

        var json: JSON { (try? JSON(parsing: body.utf8)) ?? .null }
        subscript(name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

        /// Checked as the page tells programmers to.
        func isSigned(with secret: String) -> Bool {
            let parts = (self["Portico-Signature"] ?? "").split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
            guard parts.count == 2, parts[0].first == "t", parts[1].first == "v1", let time = parts[0].last, let sent = parts[1].last else {
                return false
            }
            let key = SymmetricKey(data: Data(secret.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(body)".utf8), using: key)
            return code.map { String(format: "%02x", $0) }.joined() == sent
        }
    }

    private let kept = Mutex<[Notice]>([])
    private let answers: Mutex<[Response]>

    /// - Parameter answers: the first ones; every later one is 200.
    init(answers: HTTPResponse.Status...) { self.answers = Mutex(answers.map { Response(status: $0) }) }

    /// - Parameter elsewhere: where it sends everybody on to, once.
    init(elsewhere: String) { answers = Mutex([.redirect(to: elsewhere, type: .temporary)]) }

    /// - Parameter refusal: the text of its first answer, a 500.
    init(refusal: String) { answers = Mutex([Response(status: .internalServerError, body: .init(byteBuffer: .init(string: refusal)))]) }

    var notices: [Notice] { kept.withLock { $0 } }

    /// Listens while the test runs, which gets its address.
    func listen(_ test: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let router = Router()
        router.post("hook") { [self] request, _ in
            let notice = Notice(headers: request.headers, body: String(buffer: try await request.body.collect(upTo: 1 << 20)))
            kept.withLock { $0.append(notice) }
            return answers.withLock {
                $0.isEmpty ? Response(status: .ok, body: .init(byteBuffer: .init(string: "grazie"))) : $0.removeFirst()
            }
        }
        var logger = Logger(label: "listener")
        logger.logLevel = .critical
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: logger)
        try await application.test(.live) { client in try await test("http://127.0.0.1:\(client.port ?? 0)/hook") }
    }
}
