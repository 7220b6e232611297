import Hummingbird
import Synchronization

public typealias Route = (path: RouterPath, method: HTTPRequest.Method)

/// The routes below one path, `/admin/house/products`, made at the first request for one of them.
public struct LazyRoutes: Sendable {
    let path: String
    let add: @Sendable (Router<Visitor>) -> Void

    public init(path: String, add: @escaping @Sendable (Router<Visitor>) -> Void) { (self.path, self.add) = (path, add) }
}

/// All routes, as the innermost middleware. They are made when needed: making all took a fifth of a start.
/// Without it: add all routes to the router of `WebRouter`.
public final class RouteTable: RouterMiddleware {
    public typealias Context = Visitor

    private let main: LazyRoutes
    private let parts: [Substring: LazyRoutes]
    private let depth: Int
    private let made = Mutex<[Substring: Routes]>([:])
    private let listed = Mutex<[Substring: [Route]]>([:])

    /// Parts may be nested: the innermost answers first. `add` mounts the remaining routes, asked last.
    public init(parts: [LazyRoutes] = [], _ add: @escaping @Sendable (Router<Visitor>) -> Void) {
        main = LazyRoutes(path: "", add: add)
        self.parts = Dictionary(uniqueKeysWithValues: parts.map { ($0.path[...], $0) })
        depth = parts.map { $0.path.split(separator: "/").count }.max() ?? 0
    }

    /// Makes the routes outside all parts, so that the first request need not wait.
    public func prepare() { _ = routes(of: main) }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        for part in parts(around: request.uri.path) {
            do { return try await routes(of: part).answer(request, context) } catch {
                // A system may have pages below those of its records.
                guard context.isWithoutRoute else { throw error }
            }
        }
        return try await routes(of: main).answer(request, context)
    }

    public var all: [Route] { ([main] + parts.values).flatMap { routes(of: $0).list } }

    func routes(for address: String) -> [Route] {
        ([main] + parts(around: address)).flatMap { part in
            // Filled at the first unknown address, because listing some hundreds of routes takes as long as making them.
            listed.withLock { listed in
                let routes = listed[part.path[...]] ?? routes(of: part).list
                listed[part.path[...]] = routes
                return routes
            }
        }
    }

    private func parts(around address: String) -> [LazyRoutes] {
        var found: [LazyRoutes] = []
        var end = address.startIndex
        for _ in 0..<depth where end < address.endIndex {
            end = address[address.index(after: end)...].firstIndex(of: "/") ?? address.endIndex
            if let part = parts[address[..<end]] { found.insert(part, at: 0) }
        }
        return found
    }

    private func routes(of part: LazyRoutes) -> Routes {
        made.withLock { made in
            let routes = made[part.path[...]] ?? Routes(part.add)
            made[part.path[...]] = routes
            return routes
        }
    }

    /// Unchecked because a router no longer changes once it answers.
    private struct Routes: @unchecked Sendable {
        private let router = Router(context: Visitor.self)
        private let responder: RouterResponder<Visitor>

        init(_ add: (Router<Visitor>) -> Void) {
            router.add(middleware: CarriesErrors())
            add(router)
            responder = router.buildResponder()
        }

        var list: [Route] { router.routes.map { ($0.path, $0.method) } }

        /// HEAD is answered as GET; `SecurityHeaders` drops the body at the end.
        func answer(_ request: Request, _ context: Visitor) async throws -> Response {
            var request = request
            if request.method == .head {
                var head = request.head
                head.method = .get
                request = Request(head: head, body: request.body)
            }
            do { return try await responder.respond(to: request, context: context) } catch let carried as CarriedError {
                throw carried.error
            }
        }
    }
}

/// A router turns known errors into plain answers; this passes ours through it to become pages.
private struct CarriesErrors: RouterMiddleware {
    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do { return try await next(request, context) } catch { throw CarriedError(error: error) }
    }
}

private struct CarriedError: Error { let error: any Error }

extension Visitor {
    var isWithoutRoute: Bool { endpointPath == "NotFound" }
}
