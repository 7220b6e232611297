import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct DocumentEditionPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("documents/{document}", use: editDocument)
        router.post("documents/{document}", use: publishDocument)
    }

    @Sendable private func editDocument(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let document = try document(person)
        let from = Form(query: request.uri.query ?? "").number("from", in: .whole)
        return try await documentPage(document, request, person, from: from, typed: nil)
    }

    /// `known` is the newest edition when the page was drawn.
    @Sendable private func publishDocument(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require(ModerationPages.arranging)
        let (document, words) = (try document(person), moderation.pages.words(for: person.visitor))
        let form = try await Form.read(request)
        if form["act"] == "preview" { return try await preview(document, form, request, person) }
        // An unreadable edition is not the newest: nothing is published, and the typed text stays.
        let known = form.number("known", in: .versions) ?? -1
        let texts = Dictionary(uniqueKeysWithValues: languages.map { ($0, form[Self.field($0)]) })
        guard let text = texts[original], !text.isEmpty, texts.values.allSatisfy({ $0.count <= DocumentEdition.longest }) else {
            let why = words("stories.desk.settings.documentProblem", ["language": words.name(of: original, "translations.in")])
            return try await documentPage(document, request, person, typed: form, why: why, status: .unprocessableContent)
        }
        let isDone = try await moderation.database.write { db in
            let isDone = try DocumentEdition.publish(
                document, after: known, text, in: original, others: texts, isAsked: document.isBinding && form["isAsked"] == "yes",
                by: person.actor, at: .now, db)
            if isDone { try person.session.setFlash(db, Flash(words("stories.desk.settings.published"))) }
            return isDone
        }
        if isDone { return .redirect(to: ModerationPages.settings) }
        let newest = try await moderation.database.read { try DocumentEdition.find(document, $0) }
        let why = newest.map { edition in
            let when = words.language.relativeMoment(edition.at, now: .now, in: moderation.admin.site.zone)
            return words("stories.desk.problems.published", ["who": edition.authorName, "when": when])
        }
        return try await documentPage(document, request, person, typed: form, why: why, status: .conflict)
    }

    private func preview(_ document: StoryDocument, _ form: Form, _ request: Request, _ person: SignedIn) async throws -> Response {
        let words = moderation.pages.words(for: person.visitor)
        let own = form[Self.field(words.language)]
        let text = own.isEmpty ? form[Self.field(original)] : own
        let values: Values = [
            "title": words("stories.documents.\(document.rawValue).title"),
            "html": try await StoryDocument.html(String(text.prefix(DocumentEdition.longest))),
            "previewing": PreviewContext.bar(words("previews.unsaved")),
        ]
        return try moderation.pages.page("stories/documents/show", values, for: person.visitor, request: request)
    }

    private var languages: [Language] { [original] + Language.allCases.filter { $0 != original } }

    private var original: Language { moderation.admin.site.language }

    private static func field(_ language: Language) -> String { "text-" + language.rawValue }

    private func document(_ person: SignedIn) throws -> StoryDocument {
        let document = StoryDocument(rawValue: person.parameters.get("document") ?? "")
        guard let document, StoryDocument.edited.contains(document) else { throw HTTPError(.notFound) }
        return document
    }

    private func documentPage(
        _ document: StoryDocument, _ request: Request, _ person: SignedIn, from: Int? = nil, typed: Form?, why: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let texts = Dictionary(
            uniqueKeysWithValues: languages.map {
                ($0, document.builtIn(moderation.pages.templates.words(in: $0), moderation.admin.site.name))
            })
        return try await moderation.admin.page(person, request, status: status) { db, context in
            let (words, editions) = (context.words, try DocumentEdition.all(of: document, db))
            let shown = from == nil ? editions.first : editions.first { $0.number == from }
            let (newest, name) = (editions.first?.number ?? 1, "stories.documents.\(document.rawValue).title")
            let rows = editions.map { edition -> Values in
                [
                    "edition": words("stories.documents.edition", ["number": String(edition.number)]),
                    "when": words.language.relativeMoment(edition.at, now: .now, in: context.zone), "who": edition.authorName,
                    "isAsked": edition.isAsked, "href": "/admin/stories/documents/\(document.rawValue)?from=\(edition.number)",
                    "readHref": "/stories/\(document.rawValue)?edition=\(edition.number)",
                ]
            }
            let values: Values = [
                "title": words(name), "action": "/admin/stories/documents/\(document.rawValue)", "why": why ?? false,
                "texts": languages.map { language -> Values in
                    let field = Self.field(language)
                    let known = shown.map { $0.own(in: language) ?? "" } ?? texts[language] ?? ""
                    return [
                        "field": field, "language": language.rawValue, "isOriginal": language == original,
                        "label": words("stories.desk.settings.textIn", ["language": words.name(of: language, "translations.in")]),
                        "text": typed?[field] ?? known,
                    ]
                },
                "isBinding": document.isBinding, "isAsked": typed?["isAsked"] == "yes", "known": String(newest), "rows": rows,
                "hasRows": !rows.isEmpty,
                "firstHref": "/stories/\(document.rawValue)?edition=1",
                "breadcrumbs": [["href": ModerationPages.settings, "label": words("stories.desk.settings.title")] as Values],
            ]
            return ("stories/documents/edition", values)
        }
    }
}
