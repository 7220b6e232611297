import Hummingbird

/// Delays 429 answers, so that fast password guessing does not use up the processors.
struct ThrottlePenalty: RouterMiddleware {
    typealias Context = Visitor

    let pause: @Sendable () async -> Void

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let response = try await next(request, context)
        if response.status == .tooManyRequests { await pause() }
        return response
    }
}
