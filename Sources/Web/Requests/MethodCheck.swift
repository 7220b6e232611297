import Hummingbird

/// Answers 405 instead of 404 where the path exists; Hummingbird answers 404 to both.
struct MethodCheck: RouterMiddleware {
    typealias Context = Visitor

    let routes: RouteTable

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
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
        let fitting = routes.routes(for: path).filter { Self.path($0.path, fits: parts) }.map(\.method)
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
