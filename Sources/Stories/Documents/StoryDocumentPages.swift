import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryDocumentPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>) {
        for document in StoryDocument.allCases {
            router.get("\(document.rawValue)") { request, visitor in try await show(document, request, visitor) }
        }
    }

    private func show(_ document: StoryDocument, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = stories.words(for: visitor)
        let asked = Form(query: request.uri.query ?? "").number("edition", in: .whole)
        let editions = try await stories.database.read { try DocumentEdition.all(of: document, $0) }
        let newest = editions.first?.number ?? 1
        guard let number = [asked ?? newest].first(where: { (1...newest).contains($0) }) else { throw HTTPError(.notFound) }
        let edition = editions.first { $0.number == number }
        let others = (1...newest).reversed().filter { $0 != number }.map { other -> Values in
            [
                "href": "/stories/\(document.rawValue)?edition=\(other)",
                "label": words("stories.documents.edition", ["number": String(other)]),
            ]
        }
        let values: Values = [
            "html": try await StoryDocument.html(edition?.text(in: visitor.language) ?? document.markdown(words, stories.admin.site.name)),
            "edition": newest == 1 ? false : words("stories.documents.edition", ["number": String(number)]),
            "since": edition.map { words.language.date($0.at, in: stories.admin.site.zone) } ?? false,
            "others": others, "hasOthers": !others.isEmpty,
        ]
        return try stories.page(
            "stories/documents/show", words("stories.documents.\(document.rawValue).title"), values, for: visitor, request)
    }
}
