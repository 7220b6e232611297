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

    private let most: Int
    private let open = Open()

    public init(most: Int = ServerLimits.standard.connectionsPerAddress) { self.most = most }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        guard context.isForwarded else { return try await next(request, context) }
        let network = context.client.network
        guard open.enter(network, most: most) else {
            throw HTTPError(.tooManyRequests, headers: [.retryAfter: "1", .connection: "close"])
        }
        var response: Response
        do { response = try await next(request, context) } catch {
            open.leave(network)
            throw error
        }
        if response.body.contentLength == nil {
            let body = response.body
            response.body = ResponseBody { [open] writer in
                defer { open.leave(network) }
                try await body.write(writer)
            }
        } else {
            open.leave(network)
        }
        return response
    }
}
