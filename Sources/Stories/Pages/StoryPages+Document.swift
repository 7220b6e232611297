import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum StoryDocument: String, CaseIterable {
    case help, privacy, terms, rules, thanks

    static let edited = [privacy, terms, rules, help]

    /// Whether writers may be asked to accept it.
    var isBinding: Bool { [.privacy, .terms, .rules].contains(self) }

    /// The parts of the built-in edition, by their keys below `stories.documents.<name>`; each has a title and a Markdown text.
    var parts: [String] {
        switch self {
        case .help: ["reading", "writing", "voting", "rules", "reports", "contact"]
        case .privacy: ["who", "what", "why", "others", "rights"]
        case .terms: ["age", "texts", "forbidden", "measures", "changes"]
        case .rules: ["forbidden", "photos", "votes", "outcome"]
        case .thanks: ["people", "libraries", "more"]
        }
    }

    /// Markdown starts its headings at `h3`; here they follow the page's title directly.
    static func html(_ markdown: String) async throws -> String {
        (3...6).reduce(try await MarkdownText.html(markdown)) { html, level in
            html.replacing("<h\(level)>", with: "<h\(level - 1)>").replacing("</h\(level)>", with: "</h\(level - 1)>")
        }
    }

    func markdown(_ words: Words, _ site: String) -> String {
        parts.map { part in
            let key = "stories.documents.\(rawValue).\(part)"
            return "## \(words("\(key).title"))\n\n\(words("\(key).text", ["site": site]))"
        }.joined(separator: "\n\n")
    }
}

extension StoryPages {
    func addDocumentRoutes(to router: RouterGroup<Visitor>) {
        for document in StoryDocument.allCases {
            router.get("\(document.rawValue)") { request, visitor in try await show(document, request, visitor) }
        }
    }

    private func show(_ document: StoryDocument, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = pages.words(for: visitor)
        let asked = Form(query: request.uri.query ?? "").number("edition", in: .whole)
        let editions = try await database.read { try DocumentEdition.all(of: document, $0) }
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
            "html": try await StoryDocument.html(edition?.text(in: visitor.language) ?? document.markdown(words, admin.site.name)),
            "edition": newest == 1 ? false : words("stories.documents.edition", ["number": String(number)]),
            "since": edition.map { words.language.date($0.at, in: admin.site.zone) } ?? false,
            "others": others, "hasOthers": !others.isEmpty,
        ]
        return try page("document", words("stories.documents.\(document.rawValue).title"), values, for: visitor, request)
    }

    @Sendable func showAcceptance(_ request: Request, _ person: Writing) async throws -> Response {
        try await acceptancePage(request, person, next: Form(query: request.uri.query ?? "")["next"])
    }

    @Sendable func accept(_ request: Request, _ person: Writing) async throws -> Response {
        let (form, words) = (try await Form.read(request), pages.words(for: person.visitor))
        guard form["accepts"] == "yes" else {
            let why = words("stories.registration.problems.notAccepted")
            return try await acceptancePage(request, person, next: form["next"], why: why, status: .unprocessableContent)
        }
        try await database.write { db in
            try Writer.accept(person.writer.id, at: .now, db)
            try say(words("stories.acceptance.done"), to: person.session, db)
        }
        return .redirect(to: SafePath.local(form["next"]) ?? "/stories")
    }

    private func acceptancePage(
        _ request: Request, _ person: Writing, next: String, why: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (words, id) = (pages.words(for: person.visitor), person.writer.id)
        let (isNeeded, documents) = try await database.read { db -> (Bool, [Values]) in
            let documents = try StoryDocument.edited.filter(\.isBinding).compactMap { document -> Values? in
                guard let newest = try DocumentEdition.find(document, db) else { return nil }
                return [
                    "href": "/stories/\(document.rawValue)", "title": words("stories.documents.\(document.rawValue).title"),
                    "edition": words("stories.documents.edition", ["number": String(newest.number)]),
                    "since": words.language.date(newest.at, in: admin.site.zone),
                ]
            }
            return (try Writer.mustAccept(id, db), documents)
        }
        guard isNeeded else { return .redirect(to: SafePath.local(next) ?? "/stories") }
        let values: Values = ["documents": documents, "next": SafePath.local(next) ?? "", "why": why ?? false]
        return try page("acceptance", words("stories.acceptance.title"), values, for: person.visitor, request, status: status)
    }
}
