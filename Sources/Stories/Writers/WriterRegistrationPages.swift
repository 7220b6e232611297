import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterRegistrationPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, limited: RouterGroup<Visitor>) {
        router.get("registration", use: showRegistration)
        limited.post("registration", use: register)
        router.get("verification/{token}", use: showVerification)
        router.post("verification/{token}", use: verify)
    }

    @Sendable private func showRegistration(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if visitor.writerID != nil { return .redirect(to: "/stories") }
        guard try await stories.database.read({ try StorySettings.current($0) }).isOpen else {
            return try stories.messagePage("closed", request, visitor)
        }
        return try await registrationPage(request, visitor, Registration(), [:])
    }

    @Sendable private func register(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        guard try await stories.database.read({ try StorySettings.current($0) }).isOpen else {
            return try stories.messagePage("closed", request, visitor, status: .forbidden)
        }
        let words = stories.words(for: visitor)
        let registration = Registration(form, language: visitor.language)
        let refusal = try await stories.writers.register(
            registration, password: form.exact("password"), again: form.exact("passwordAgain"), words: words)
        if let refusal {
            var errors = refusal.problems.mapValues { words($0.textKey) }
            if let problem = refusal.password { errors["password"] = words("accounts.password.\(problem.rawValue)") }
            return try await registrationPage(request, visitor, registration, errors, status: .unprocessableContent)
        }
        return try stories.messagePage("registered", request, visitor)
    }

    /// Shows a button, because programs that check links in messages must not use up this one.
    @Sendable private func showVerification(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let link = try await stories.database.read { db in try token.flatMap { try WriterLink.find($0, [.verify, .change], at: .now, db) } }
        guard let token, link != nil else { return try stories.messagePage("expired", request, visitor, status: .gone) }
        let values: Values = ["action": "/stories/verification/\(token.text)"]
        return try stories.secret(
            stories.page(
                "stories/writers/verification", stories.words(for: visitor)("stories.verification.title"), values, for: visitor, request))
    }

    @Sendable private func verify(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let writer = try await stories.database.write { db in try token.flatMap { try WriterLink.verify($0, at: .now, db) } }
        return try stories.messagePage(writer == nil ? "expired" : "verified", request, visitor, status: writer == nil ? .gone : .ok)
    }

    private func registrationPage(
        _ request: Request, _ visitor: Visitor, _ registration: Registration, _ errors: [String: String], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = stories.words(for: visitor)
        let values = try await stories.registrationValues(registration, errors, words)
        return try stories.secret(
            stories.page("stories/writers/registration", words("stories.registration.title"), values, for: visitor, request, status: status)
        )
    }
}
