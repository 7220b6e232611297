import Hummingbird
import Synchronization

/// Where something answers.
public typealias Route = (path: RouterPath, method: HTTPRequest.Method)

/// The routes below one path, `/admin/house/products`, made when somebody first asks for one of them.
public struct LazyRoutes: Sendable {
    let path: String
    let add: @Sendable (Router<Visitor>) -> Void

    /// - Parameter add: mounts them, with their whole paths.
    public init(path: String, add: @escaping @Sendable (Router<Visitor>) -> Void) { (self.path, self.add) = (path, add) }
}

/// All routes, as the innermost middleware: so that the others stand once in front of all of them, not once for each.
///
/// Most addresses are those of the back office and of programs. They are made when they are needed, and the others beside what else a start
/// does: making all took a fifth of it.
public final class RouteTable: RouterMiddleware {
    public typealias Context = Visitor

    private let main: LazyRoutes
    private let parts: [Substring: LazyRoutes]
    private let depth: Int
    private let made = Mutex<[Substring: Routes]>([:])
    private let listed = Mutex<[Substring: [Route]]>([:])

    /// - Parameters:
    ///   - parts: one may lie within another. What answers in the innermost is asked first, the others after it.
    ///   - add: mounts the rest, which is asked last.
    public init(parts: [LazyRoutes] = [], _ add: @escaping @Sendable (Router<Visitor>) -> Void) {
        main = LazyRoutes(path: "", add: add)
        self.parts = Dictionary(uniqueKeysWithValues: parts.map { ($0.path[...], $0) })
        depth = parts.map { $0.path.split(separator: "/").count }.max() ?? 0
    }

    /// Makes what lies in no part, so that the first request need not wait for it.
    public func prepare() { _ = routes(of: main) }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        for part in parts(around: request.uri.path) {
            do { return try await routes(of: part).answer(request, context) } catch {
                // A system may have pages of its own below those of its records.
                guard context.isWithoutRoute else { throw error }
            }
        }
        return try await routes(of: main).answer(request, context)
    }

    /// All of them.
    public var all: [Route] { ([main] + parts.values).flatMap { routes(of: $0).list } }

    /// Those that may answer an address.
    func routes(for address: String) -> [Route] {
        ([main] + parts(around: address)).flatMap { part in
            // Read when somebody first asks in vain, because reading some hundreds of them takes as long as making them.
            listed.withLock { listed in
                let routes = listed[part.path[...]] ?? routes(of: part).list
                listed[part.path[...]] = routes
                return routes
            }
        }
    }

    /// The parts that an address lies in, the innermost first.
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

    /// Nobody changes a router any more once it answers.
    private struct Routes: @unchecked Sendable {
        private let router = Router(context: Visitor.self)
        private let responder: RouterResponder<Visitor>

        init(_ add: (Router<Visitor>) -> Void) {
            router.add(middleware: CarriesErrors())
            add(router)
            responder = router.buildResponder()
        }

        var list: [Route] { router.routes.map { ($0.path, $0.method) } }

        /// HEAD is answered as GET: its body is left out at the end, when all headers are there.
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

/// A router makes plain answers of the errors it knows. Ours become pages, so they are carried through it.
private struct CarriesErrors: RouterMiddleware {
    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do { return try await next(request, context) } catch { throw CarriedError(error: error) }
    }
}

private struct CarriedError: Error { let error: any Error }

extension Visitor {
    /// Whether no route has answered so far: the router gives it this name.
    var isWithoutRoute: Bool { endpointPath == "NotFound" }
}
