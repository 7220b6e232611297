import Hummingbird
import Synchronization

/// Where something answers.
public typealias Route = (path: RouterPath, method: HTTPRequest.Method)

/// Routes that are made when somebody first asks for a page below their path: most of all addresses are those of the records that the
/// back office keeps, and making them took a fifth of a start.
public final class LazyRoutes: RouterMiddleware {
    public typealias Context = Visitor

    /// The routes below one path, `/admin/house/products`.
    public struct Part: Sendable {
        let path: String
        let add: @Sendable (Router<Visitor>) -> Void

        /// - Parameter add: mounts them, with their whole paths.
        public init(path: String, add: @escaping @Sendable (Router<Visitor>) -> Void) { (self.path, self.add) = (path, add) }
    }

    private struct Made {
        let routes: [Route]
        let responder: RouterResponder<Visitor>

        init(_ part: Part) {
            let router = Router(context: Visitor.self, options: WebRouter.options)
            router.add(middleware: CarriesErrors())
            part.add(router)
            routes = router.routes.map { ($0.path, $0.method) }
            responder = router.buildResponder()
        }
    }

    private let parts: [Substring: Part]
    private let depth: Int
    private let ready = Mutex<[Substring: Made]>([:])

    /// - Parameter parts: all of the same depth, so that the beginning of an address says which it belongs to.
    public init(_ parts: [Part] = []) {
        self.parts = Dictionary(uniqueKeysWithValues: parts.map { ($0.path[...], $0) })
        depth = parts.first.map { $0.path.split(separator: "/").count } ?? 0
    }

    /// All of them.
    public var routes: [Route] { parts.keys.flatMap { made($0).routes } }

    /// Those that may answer an address.
    func routes(for address: String) -> [Route] { part(of: address).map { made($0).routes } ?? [] }

    /// The other routes come first: a system may have pages of its own below those of its records.
    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && context.isWithoutRoute {
            guard let path = part(of: request.uri.path) else { throw error }
            do {
                return try await made(path).responder.respond(to: request, context: context)
            } catch let carried as CarriedError {
                throw carried.error
            }
        }
    }

    private func made(_ path: Substring) -> Made {
        ready.withLock { ready in
            let part = ready[path] ?? Made(parts[path]!)
            ready[path] = part
            return part
        }
    }

    /// The path of a part that an address lies below.
    private func part(of address: String) -> Substring? {
        var end = address.startIndex
        for _ in 0..<depth {
            guard end < address.endIndex else { return nil }
            end = address[address.index(after: end)...].firstIndex(of: "/") ?? address.endIndex
        }
        return parts[address[..<end]].map { $0.path[...] }
    }
}

/// A router makes plain answers of the errors it knows; ours become pages, so they are carried through it.
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
