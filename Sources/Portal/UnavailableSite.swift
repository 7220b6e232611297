import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Web

/// Answers with an explanation while the database can be neither read nor written.
public struct UnavailableSite: Error, CustomStringConvertible {
    let problems: StartProblems
    /// What is waited for, where it is not the disk: returns when the database may be opened again.
    private let change: (@Sendable (Configuration) async throws -> Void)?

    init(problems: StartProblems, until change: (@Sendable (Configuration) async throws -> Void)? = nil) {
        (self.problems, self.change) = (problems, change)
    }

    public var description: String { problems.description }

    /// The problems in the reader's language; in English without words.
    public func localized(in words: Words?) -> String { problems.localized(in: words).joined(separator: "\n") }

    /// Throws `RestartNeeded` when the database can be opened; returns when the process is told to stop.
    public func run(_ configuration: Configuration, tryingEvery every: Duration = .seconds(5), logger: Logger) async throws {
        let limits = ServerLimits.standard
        let router = Self.router(configuration)
        let server: any Service
        if let socket = Supervision.current?.socket {
            server = limits.service(on: socket, answering: router.buildResponder(), logger: logger)
        } else {
            server = Application(
                router: router, server: limits.server(),
                configuration: limits.configuration(host: configuration.host, port: configuration.port, logger: logger), logger: logger)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await limits.run(server, logger: logger) }
            group.addTask {
                if let change {
                    try await change(configuration)
                } else {
                    try await ReadOnlyStore.waitForWriting(configuration, every: every)
                }
                throw RestartNeeded()
            }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Every address with every method is answered alike.
    static func router(_ configuration: Configuration) -> Router<Visitor> {
        let router = Router(context: Visitor.self)
        router.addMiddleware { SecurityHeaders(https: configuration.url?.hasPrefix("https://") ?? false) }
        for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete] {
            router.on("**", method: method) { _, _ in Self.answer }
            router.on("/", method: method) { _, _ in Self.answer }
        }
        return router
    }

    /// In both languages: nothing is known of the one who asks.
    static var answer: Response {
        let text =
            "Il portale torna fra poco: adesso non riesce a usare il suo disco.\nThe portal will be back soon: it cannot use its disk now.\n"
        return Response(
            status: .serviceUnavailable,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store", .retryAfter: "10"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
