import Admin
import GRDB
import Hummingbird
import Web

struct WriterPasswordPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("password", use: showPassword)
        router.post("password", use: savePassword)
    }

    @Sendable private func showPassword(_ request: Request, _ person: Writing) async throws -> Response {
        try passwordPage(request, person)
    }

    @Sendable private func savePassword(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        let (words, writer) = (stories.words(for: person.visitor), person.writer)
        if let why = try await stories.writers.passwordRefusal(form.exact("old"), of: writer, person.visitor) {
            return try passwordPage(request, person, errors: ["old": why], status: .unprocessableContent)
        }
        let password = form.exact("password")
        if let problem = stories.writers.passwordProblem(password, again: form.exact("passwordAgain"), of: writer) {
            let errors = ["password": words("accounts.password.\(problem.rawValue)")]
            return try passwordPage(request, person, errors: errors, status: .unprocessableContent)
        }
        try await stories.writers.setPassword(password, of: writer.id, keeping: person.session.id)
        try await stories.database.write { try stories.say(words("stories.more.passwordSaved"), to: person.session, $0) }
        return .redirect(to: "/stories/more")
    }

    private func passwordPage(
        _ request: Request, _ person: Writing, errors: [String: String] = [:], status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let title = stories.words(for: person.visitor)("stories.more.password")
        let values: Values = [
            "hasErrors": !errors.isEmpty, "oldError": errors["old"] ?? false, "passwordError": errors["password"] ?? false,
        ]
        return try stories.secret(stories.page("stories/writers/password", title, values, for: person.visitor, request, status: status))
    }
}
