import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    @Sendable func showRegistration(_ request: Request, _ visitor: Visitor) async throws -> Response {
        if visitor.writerID != nil { return .redirect(to: "/stories") }
        guard try await database.read({ try StorySettings.current($0) }).isOpen else { return try said("closed", request, visitor) }
        return try await registrationPage(request, visitor, Registration(), [:])
    }

    @Sendable func register(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        guard try await database.read({ try StorySettings.current($0) }).isOpen else {
            return try said("closed", request, visitor, status: .forbidden)
        }
        let words = pages.words(for: visitor)
        let registration = Registration(form, language: visitor.language)
        let refusal = try await register(
            registration, password: form.exact("password"), again: form.exact("passwordAgain"), words: words)
        if let refusal {
            var errors = refusal.problems.mapValues { words($0.textKey) }
            if let problem = refusal.password { errors["password"] = words("accounts.password.\(problem.rawValue)") }
            return try await registrationPage(request, visitor, registration, errors, status: .unprocessableContent)
        }
        return try said("registered", request, visitor)
    }

    /// Shows a button, because programs that check links in messages must not use up this one.
    @Sendable func showVerification(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let link = try await database.read { db in try token.flatMap { try WriterLink.find($0, [.verify, .change], at: .now, db) } }
        guard let token, link != nil else { return try said("expired", request, visitor, status: .gone) }
        let values: Values = ["action": "/stories/verification/\(token.text)"]
        return try secret(page("verification", pages.words(for: visitor)("stories.verification.title"), values, for: visitor, request))
    }

    @Sendable func verify(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let token = visitor.parameters.get("token").flatMap { Token(sent: $0) }
        let writer = try await database.write { db in try token.flatMap { try WriterLink.verify($0, at: .now, db) } }
        return try said(writer == nil ? "expired" : "verified", request, visitor, status: writer == nil ? .gone : .ok)
    }

    /// A page with heading, sentence and link: `stories.said.<key>`.
    func said(_ key: String, _ request: Request, _ visitor: Visitor, status: HTTPResponse.Status = .ok) throws -> Response {
        let words = pages.words(for: visitor)
        let values: Values = ["text": words("stories.said.\(key).text")]
        return try secret(page("said", words("stories.said.\(key).title"), values, for: visitor, request, status: status))
    }

    private func registrationPage(
        _ request: Request, _ visitor: Visitor, _ registration: Registration, _ errors: [String: String], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = pages.words(for: visitor)
        let values = try await registrationValues(registration, errors, words)
        return try secret(page("registration", words("stories.registration.title"), values, for: visitor, request, status: status))
    }

    /// What was typed, with the refusal beside each field. `own` is a registered writer's country, which stays available.
    func registrationValues(
        _ typed: Registration, _ errors: [String: String], _ words: Words, own: String? = nil
    ) async throws -> Values {
        var countries = try await database.read { try StorySettings.current($0) }.openCountries
        if let own, !countries.contains(own) { countries.append(own) }
        var values: Values = [
            "hasErrors": !errors.isEmpty, "email": typed.email, "firstName": typed.firstName, "lastName": typed.lastName,
            "typedNickname": typed.nickname, "birthYear": typed.birthYear, "isAdult": typed.isAdult, "isF": typed.sex == "F",
            "isM": typed.sex == "M", "privacy": typed.acceptsPrivacy, "terms": typed.acceptsTerms,
            "countries": Country.choices(words, chosen: [typed.country], among: countries),
        ]
        for field in ["email", "firstName", "lastName", "nickname", "birthYear", "sex", "country", "privacy", "terms", "password"] {
            values[field + "Error"] = errors[field] ?? false
        }
        return values
    }
}
