import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Limits the open requests of a sender behind a trusted proxy. Other senders are limited by their connections.
public struct ConcurrencyLimit: RouterMiddleware {
    public typealias Context = Visitor

    private final class Open: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func enter(_ network: String, most: Int) -> Bool {
            counts.withLock { counts in
                guard counts[network, default: 0] < most else { return false }
                counts[network, default: 0] += 1
                return true
            }
        }

        func leave(_ network: String) {
            counts.withLock { counts in
                let rest = (counts[network] ?? 1) - 1
                counts[network] = rest > 0 ? rest : nil
            }
        }
    }

    /// One place of a network. It is returned once, at the latest on deinit, for instance if the reader leaves before the answer.
    private final class Place: Sendable {
        private let open: Open
        private let network: String
        private let isLeft = Atomic(false)

        init?(_ network: String, _ open: Open, most: Int) {
            guard open.enter(network, most: most) else { return nil }
            (self.open, self.network) = (open, network)
        }

        func leave() { if !isLeft.exchange(true, ordering: .relaxed) { open.leave(network) } }

        deinit { leave() }
    }

    private let most: Int
    private let open = Open()

    public init(most: Int = ServerLimits.standard.connectionsPerAddress) { self.most = most }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard context.isForwarded else { return try await next(request, context) }
        guard let place = Place(context.client.network, open, most: most) else {
            throw HTTPError(.tooManyRequests, headers: [.retryAfter: "1", .connection: "close"])
        }
        var response: Response
        do { response = try await next(request, context) } catch {
            place.leave()
            throw error
        }
        if response.body.contentLength == nil {
            let body = response.body
            response.body = ResponseBody { writer in
                defer { place.leave() }
                try await body.write(writer)
            }
        } else {
            place.leave()
        }
        return response
    }
}
