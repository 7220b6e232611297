import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    @Sendable func showRecovery(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try secret(page("recovery", pages.words(for: visitor)("stories.recovery.title"), ["email": ""], for: visitor, request))
    }

    /// The answer does not reveal whether the writer exists.
    @Sendable func recover(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let email = try await Form.read(request)["email"]
        try await sendRecovery(to: email, words: pages.words(for: visitor))
        return try said("recovery", request, visitor)
    }

    @Sendable func showReset(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let link = try await database.read { db in try token.flatMap { try WriterLink.find($0, [.reset], at: .now, db) } }
        guard let token, link != nil else { return try said("expired", request, visitor, status: .gone) }
        return try resetPage(token, request, visitor)
    }

    @Sendable func reset(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let writer = try await database.read { db in
            try token.flatMap { try WriterLink.find($0, [.reset], at: .now, db) }.flatMap { try Writer.find($0.writer, db) }
        }
        guard let token, let writer else { return try said("expired", request, visitor, status: .gone) }
        let password = form.exact("password")
        if let problem = passwordProblem(password, again: form.exact("passwordAgain"), of: writer) {
            let why = pages.words(for: visitor)("accounts.password.\(problem.rawValue)")
            return try resetPage(token, request, visitor, why: why, status: .unprocessableContent)
        }
        let isDone = try await reset(token, of: writer, to: password)
        return try said(isDone ? "reset" : "expired", request, visitor, status: isDone ? .ok : .gone)
    }

    private func resetPage(
        _ token: Token, _ request: Request, _ visitor: Visitor, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = ["action": "/stories/recovery/\(token.text)", "why": why ?? false]
        return try secret(
            page("reset", pages.words(for: visitor)("stories.recovery.choose"), values, for: visitor, request, status: status))
    }
}
