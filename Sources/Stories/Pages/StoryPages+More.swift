import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    func addMoreRoutes(to router: RouterGroup<Writing>) {
        router.get("more", use: showMore)
        router.get("data", use: showData)
        router.post("data", use: saveData)
        router.get("password", use: showPassword)
        router.post("password", use: savePassword)
        router.get("export", use: export)
        router.get("deletion", use: showDeletion)
        router.get("deletion/confirmation", use: showLastQuestion)
        router.post("deletion", use: delete)
    }

    @Sendable func showMore(_ request: Request, _ person: Writing) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let site = ["site": admin.site.name, "link": admin.origin(of: request) + "/stories"]
        // Written in the reader's mail program, so the site learns no address.
        let invitation =
            "mailto:?subject=" + words("stories.invite.subject", site).queryEscaped + "&body="
            + words("stories.invite.body", site).queryEscaped
        return try page("more", words("stories.more.title"), ["inviteHref": invitation], for: person.visitor, request)
    }

    @Sendable func showData(_ request: Request, _ person: Writing) async throws -> Response {
        try await dataPage(Registration(person.writer), [:], request, person)
    }

    @Sendable func saveData(_ request: Request, _ person: Writing) async throws -> Response {
        let typed = Registration(try await Form.read(request, judgesText: false), language: person.visitor.language)
        let (words, zone, id) = (pages.words(for: person.visitor), admin.site.zone, person.writer.id)
        let problems = try await database.write { db -> [String: Registration.Problem] in
            let problems = try typed.problems(for: id, at: .now, in: zone, db)
            guard problems.isEmpty else { return problems }
            try typed.update(id, db)
            try say(words("stories.more.saved"), to: person.session, db)
            return [:]
        }
        guard problems.isEmpty else { return try await dataPage(typed, problems, request, person, status: .unprocessableContent) }
        return .redirect(to: "/stories/data")
    }

    private func dataPage(
        _ typed: Registration, _ problems: [String: Registration.Problem], _ request: Request, _ person: Writing,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let errors = problems.mapValues { words($0.textKey) }
        let values = try await registrationValues(typed, errors, words, own: person.writer.country)
        return try secret(page("data", words("stories.more.data"), values, for: person.visitor, request, status: status))
    }

    // MARK: Password

    @Sendable func showPassword(_ request: Request, _ person: Writing) async throws -> Response {
        try passwordPage(request, person)
    }

    @Sendable func savePassword(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        let (words, writer) = (pages.words(for: person.visitor), person.writer)
        if let why = try await whyRefused(form.exact("old"), of: writer, person.visitor) {
            return try passwordPage(request, person, errors: ["old": why], status: .unprocessableContent)
        }
        let password = form.exact("password")
        if let problem = passwordProblem(password, again: form.exact("passwordAgain"), of: writer) {
            let errors = ["password": words("accounts.password.\(problem.rawValue)")]
            return try passwordPage(request, person, errors: errors, status: .unprocessableContent)
        }
        try await setPassword(password, of: writer.id, keeping: person.session.id)
        try await database.write { try say(words("stories.more.passwordSaved"), to: person.session, $0) }
        return .redirect(to: "/stories/more")
    }

    private func passwordPage(
        _ request: Request, _ person: Writing, errors: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let title = pages.words(for: person.visitor)("stories.more.password")
        let values: Values = [
            "hasErrors": !errors.isEmpty, "oldError": errors["old"] ?? false, "passwordError": errors["password"] ?? false,
        ]
        return try secret(page("password", title, values, for: person.visitor, request, status: status))
    }

    func whyRefused(_ typed: String, of writer: Writer, _ visitor: Visitor) async throws -> String? {
        let words = pages.words(for: visitor)
        do {
            return try await isPassword(typed, of: writer, visitor) ? nil : words("stories.more.wrongPassword")
        } catch StoryRefusal.tooFast(let seconds) {
            return words("stories.entry.wait", count: max(1, (seconds + 59) / 60))
        }
    }

    /// Attempts are counted as at sign-in, so that a person at an open browser cannot guess freely. Throws `StoryRefusal.tooFast` at the limit.
    func isPassword(_ typed: String, of writer: Writer, _ visitor: Visitor) async throws -> Bool {
        let name = "stories writer " + (writer.email ?? "").folded
        let verdict = try await database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        if case .wait(let seconds, _) = verdict { throw StoryRefusal.tooFast(seconds: seconds) }
        guard case .allowed(let attempt) = verdict else { return false }
        let sql = "SELECT passwordHash FROM writer WHERE id = ?"
        let hash = try await database.read { try String.fetchOne($0, sql: sql, arguments: [writer.id]) }
        let isRight = try await passwords.verify(typed, against: hash)
        try await database.write { db in
            if isRight { return try Attempts.withdraw(attempt, db) }
            try Guesses.note(.writer, name, on: WriterTarget.of(writer.id), by: visitor, at: .now, db)
        }
        return isRight
    }

    // MARK: Leaving

    @Sendable func export(_ request: Request, _ person: Writing) async throws -> Response {
        let json = try await database.read { try WriterFile.json(of: person.writer.id, $0) }
        let headers: HTTPFields = [
            .contentType: "application/json", .contentDisposition: "attachment; filename=\"stories.json\"", .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: json.compact)))
    }

    @Sendable func showDeletion(_ request: Request, _ person: Writing) async throws -> Response {
        try page("deletion", pages.words(for: person.visitor)("stories.more.deletion"), [:], for: person.visitor, request)
    }

    @Sendable func showLastQuestion(_ request: Request, _ person: Writing) async throws -> Response {
        try lastQuestion(request, person)
    }

    @Sendable func delete(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        if let why = try await whyRefused(form.exact("password"), of: person.writer, person.visitor) {
            return try lastQuestion(request, person, why: why, status: .unprocessableContent)
        }
        try await database.write { try Writer.erase(person.writer.id, at: .now, $0) }
        var response = Response.redirect(to: "/stories")
        setCookie("", age: 0, in: &response)
        clearBrowser(after: request, in: &response)
        return response
    }

    private func lastQuestion(
        _ request: Request, _ person: Writing, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let title = pages.words(for: person.visitor)("stories.more.lastQuestion")
        return try secret(page("last-question", title, ["why": why ?? false], for: person.visitor, request, status: status))
    }
}
