import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterRecoveryPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, limited: RouterGroup<Visitor>) {
        router.get("recovery", use: showRecovery)
        limited.post("recovery", use: recover)
        router.get("recovery/{token}", use: showReset)
        router.post("recovery/{token}", use: reset)
    }

    @Sendable private func showRecovery(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try stories.secret(
            stories.page(
                "stories/writers/recovery", stories.words(for: visitor)("stories.recovery.title"), ["email": ""], for: visitor, request))
    }

    /// The answer does not reveal whether the writer exists.
    @Sendable private func recover(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let email = try await Form.read(request)["email"]
        try await stories.writers.sendRecovery(to: email, words: stories.words(for: visitor))
        return try stories.messagePage("recovery", request, visitor)
    }

    @Sendable private func showReset(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let link = try await stories.database.read { db in try token.flatMap { try WriterLink.find($0, [.reset], at: .now, db) } }
        guard let token, link != nil else { return try stories.messagePage("expired", request, visitor, status: .gone) }
        return try resetPage(token, request, visitor)
    }

    @Sendable private func reset(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let writer = try await stories.database.read { db in
            try token.flatMap { try WriterLink.find($0, [.reset], at: .now, db) }.flatMap { try Writer.find($0.writer, db) }
        }
        guard let token, let writer else { return try stories.messagePage("expired", request, visitor, status: .gone) }
        let password = form.exact("password")
        if let problem = stories.writers.passwordProblem(password, again: form.exact("passwordAgain"), of: writer) {
            let why = stories.words(for: visitor)("accounts.password.\(problem.rawValue)")
            return try resetPage(token, request, visitor, why: why, status: .unprocessableContent)
        }
        let isDone = try await stories.writers.reset(token, of: writer, to: password)
        return try stories.messagePage(isDone ? "reset" : "expired", request, visitor, status: isDone ? .ok : .gone)
    }

    private func resetPage(
        _ token: Token, _ request: Request, _ visitor: Visitor, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["action": "/stories/recovery/\(token.text)", "why": why ?? false]
        return try stories.secret(
            stories.page(
                "stories/writers/reset", stories.words(for: visitor)("stories.recovery.choose"), values, for: visitor, request,
                status: status))
    }
}
