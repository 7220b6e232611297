import Hummingbird
import Synchronization

/// Turns "not found" into "not with this method" where the path exists: Hummingbird answers 404 to both.
public final class MethodCheck: RouterMiddleware {
    public typealias Context = Visitor

    /// Nobody changes a router any more once it has all its routes.
    private struct Finished: @unchecked Sendable { let router: Router<Visitor> }

    private enum Routes {
        case of(Finished)
        case read([Route])
    }

    private let routes = Mutex<Routes>(.read([]))
    private let later: LazyRoutes

    public init(later: LazyRoutes = .init()) { self.later = later }

    /// Learns what there is. The middleware must exist before the routes that it protects, so it gets to know them afterwards; and they
    /// are read only when somebody first asks in vain, because reading some thousands of them takes a tenth of a start.
    public func learn(_ router: Router<Visitor>) {
        let finished = Finished(router: router)
        routes.withLock { $0 = .of(finished) }
    }

    private var known: [Route] {
        routes.withLock { routes in
            if case .of(let finished) = routes { routes = .read(finished.router.routes.map { ($0.path, $0.method) }) }
            return if case .read(let known) = routes { known } else { [] }
        }
    }

    public func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && context.isWithoutRoute {
            let allowed = methods(at: request.uri.path)
            if request.method == .options, !allowed.isEmpty, request.uri.path.hasPrefix("/api") {
                return Response(status: .noContent, headers: Self.refusal(allowed.union([.options])).headers)
            }
            if !allowed.isEmpty { throw Self.refusal(allowed) }
            guard Self.usual.contains(request.method) else { throw Self.refusal([.get, .head, .post]) }
            throw error
        }
    }

    private static let usual: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private static func refusal(_ methods: Set<HTTPRequest.Method>) -> HTTPError {
        HTTPError(.methodNotAllowed, headers: [.allow: methods.map(\.rawValue).sorted().joined(separator: ", ")])
    }

    private func methods(at path: String) -> Set<HTTPRequest.Method> {
        let parts = path.split(separator: "/")
        let fitting = (known + later.routes(for: path)).filter { Self.path($0.path, fits: parts) }.map(\.method)
        return Set(fitting.contains(.get) ? fitting + [.head] : fitting)
    }

    private static func path(_ path: RouterPath, fits parts: [Substring]) -> Bool {
        var index = 0
        for element in path {
            if element == .recursiveWildcard { return true }
            guard index < parts.count, element ~= parts[index] else { return false }
            index += 1
        }
        return index == parts.count
    }
}
