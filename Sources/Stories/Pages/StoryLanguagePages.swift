import Hummingbird
import Web

struct StoryLanguagePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.post("language", use: chooseLanguage)
    }

    /// Stored in the browser, and for a signed-in writer's messages and other devices.
    @Sendable private func chooseLanguage(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        guard let language = Language(rawValue: form["language"]) else { throw HTTPError(.unprocessableContent) }
        if let writer = visitor.writerID {
            try await stories.database.write { db in
                try db.execute(sql: "UPDATE writer SET language = ? WHERE id = ?", arguments: [language.rawValue, writer])
            }
        }
        var response = Response.redirect(to: SafePath.local(form["next"]) ?? "/stories")
        response.setCookie(Languages.choice(of: language, https: stories.accounts.secureCookie))
        return response
    }
}
