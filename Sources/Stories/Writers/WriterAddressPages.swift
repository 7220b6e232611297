import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct WriterAddressPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("address", use: showAddress)
        router.post("address", use: changeAddress)
        router.post("verification", use: sendAgain)
    }

    @Sendable private func showAddress(_ request: Request, _ person: Writing) async throws -> Response {
        try addressPage(request, person, typed: "")
    }

    /// The new address takes effect when its link is used.
    @Sendable private func changeAddress(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        let (email, words, writer) = (form["email"], stories.words(for: person.visitor), person.writer)
        let problem = try await stories.database.read { try Registration.emailProblem(email, writer.id, $0) }
        if let problem, problem != .taken {
            let why = words(problem.textKey)
            return try addressPage(request, person, typed: email, errors: ["email": why], status: .unprocessableContent)
        }
        if let why = try await stories.writers.passwordRefusal(form.exact("password"), of: writer, person.visitor) {
            return try addressPage(request, person, typed: email, errors: ["password": why], status: .unprocessableContent)
        }
        try await send(.change, to: email, request, person)
        return .redirect(to: "/stories/more")
    }

    @Sendable private func sendAgain(_ request: Request, _ person: Writing) async throws -> Response {
        if person.writer.verifiedAt == nil { try await send(.verify, to: nil, request, person) }
        return .redirect(to: "/stories")
    }

    private func send(_ purpose: WriterLink.Purpose, to email: String?, _ request: Request, _ person: Writing) async throws {
        let (words, writer) = (stories.words(for: person.visitor), person.writer)
        try await stories.database.write { db in
            let isSent = try WriterLink.sendAgain(
                purpose, to: writer, email: email, origin: stories.admin.mailOrigin(db), words: words, at: .now, db)
            try stories.say(words("stories.address.\(isSent ? "sent" : "enough")"), kind: isSent ? .good : .warn, to: person.session, db)
        }
    }

    private func addressPage(
        _ request: Request, _ person: Writing, typed: String, errors: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let values: Values = [
            "email": typed, "known": person.writer.email ?? "", "hasErrors": !errors.isEmpty, "emailError": errors["email"] ?? false,
            "passwordError": errors["password"] ?? false,
        ]
        let title = stories.words(for: person.visitor)("stories.address.title")
        return try stories.secret(stories.page("stories/writers/address", title, values, for: person.visitor, request, status: status))
    }
}
