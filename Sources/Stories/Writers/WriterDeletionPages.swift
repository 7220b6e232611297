import Admin
import GRDB
import Hummingbird
import Web

struct WriterDeletionPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("deletion", use: showDeletion)
        router.get("deletion/confirmation", use: showLastQuestion)
        router.post("deletion", use: delete)
    }

    @Sendable private func showDeletion(_ request: Request, _ person: Writing) async throws -> Response {
        try stories.page(
            "stories/writers/deletion", stories.words(for: person.visitor)("stories.more.deletion"), [:], for: person.visitor, request)
    }

    @Sendable private func showLastQuestion(_ request: Request, _ person: Writing) async throws -> Response {
        try lastQuestion(request, person)
    }

    @Sendable private func delete(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request)
        if let why = try await stories.writers.passwordRefusal(form.exact("password"), of: person.writer, person.visitor) {
            return try lastQuestion(request, person, why: why, status: .unprocessableContent)
        }
        try await stories.database.write { try Writer.erase(person.writer.id, at: .now, $0) }
        var response = Response.redirect(to: "/stories")
        stories.setCookie("", age: 0, in: &response)
        stories.clearBrowser(after: request, in: &response)
        return response
    }

    private func lastQuestion(
        _ request: Request, _ person: Writing, why: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let title = stories.words(for: person.visitor)("stories.more.lastQuestion")
        return try stories.secret(
            stories.page("stories/writers/last-question", title, ["why": why ?? false], for: person.visitor, request, status: status))
    }
}
