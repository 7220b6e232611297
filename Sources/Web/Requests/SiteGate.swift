import Hummingbird

struct SiteGate: RouterMiddleware {
    typealias Context = Visitor

    /// Returns nil to let a request through.
    let answer: @Sendable (Request, Visitor) async throws -> Response?

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        if let response = try await answer(request, context) { return response }
        return try await next(request, context)
    }
}
