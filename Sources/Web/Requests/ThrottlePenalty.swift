import Hummingbird

/// Answers whoever asks too often (429) only after a pause. Who guesses passwords as fast as he is refused would otherwise get as many
/// refusals as the processors can make, and leave little of them to others.
struct ThrottlePenalty: RouterMiddleware {
    typealias Context = Visitor

    let pause: @Sendable () async -> Void

    func handle(_ request: Request, context: Visitor, next: (Request, Visitor) async throws -> Response) async throws -> Response {
        let response = try await next(request, context)
        if response.status == .tooManyRequests { await pause() }
        return response
    }
}
