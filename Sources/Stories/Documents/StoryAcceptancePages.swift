import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryAcceptancePages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("acceptance", use: showAcceptance)
        router.post("acceptance", use: accept)
    }

    @Sendable private func showAcceptance(_ request: Request, _ person: Writing) async throws -> Response {
        try await acceptancePage(request, person, next: Form(query: request.uri.query ?? "")["next"])
    }

    @Sendable private func accept(_ request: Request, _ person: Writing) async throws -> Response {
        let (form, words) = (try await Form.read(request), stories.words(for: person.visitor))
        guard form["accepts"] == "yes" else {
            let why = words("stories.registration.problems.notAccepted")
            return try await acceptancePage(request, person, next: form["next"], why: why, status: .unprocessableContent)
        }
        try await stories.database.write { db in
            try Writer.accept(person.writer.id, at: .now, db)
            try stories.say(words("stories.acceptance.done"), to: person.session, db)
        }
        return .redirect(to: SafePath.local(form["next"]) ?? "/stories")
    }

    private func acceptancePage(
        _ request: Request, _ person: Writing, next: String, why: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (words, id) = (stories.words(for: person.visitor), person.writer.id)
        let (isNeeded, documents) = try await stories.database.read { db -> (Bool, [Values]) in
            let documents = try StoryDocument.edited.filter(\.isBinding).compactMap { document -> Values? in
                guard let newest = try DocumentEdition.find(document, db) else { return nil }
                return [
                    "href": "/stories/\(document.rawValue)", "title": words("stories.documents.\(document.rawValue).title"),
                    "edition": words("stories.documents.edition", ["number": String(newest.number)]),
                    "since": words.language.date(newest.at, in: stories.admin.site.zone),
                ]
            }
            return (try Writer.mustAccept(id, db), documents)
        }
        guard isNeeded else { return .redirect(to: SafePath.local(next) ?? "/stories") }
        let values: Values = ["documents": documents, "next": SafePath.local(next) ?? "", "why": why ?? false]
        return try stories.page(
            "stories/documents/acceptance", words("stories.acceptance.title"), values, for: person.visitor, request, status: status)
    }
}
