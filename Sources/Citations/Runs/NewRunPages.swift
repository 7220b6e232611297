import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A new run from files, pasted text or typed lines; it begins at once.
struct NewRunPages: Sendable {
    let desk: Desk
    static let address = "/admin/citations/new-run"

    /// `GET /admin/citations/new-run?from=12`: with the choices and the documents of another run.
    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let from = Int64(Form(query: request.uri.query ?? "")["from"])
        let run = try await desk.database.read { db in try from.flatMap { try Run.fetch(db, id: $0) } }
        let known = run.flatMap { $0.stamp.deletedAt == nil ? $0 : nil } ?? Run()
        return try await page(request, person, Self.form(of: known), [:], .ok)
    }

    private static func form(of run: Run) -> Form {
        Form([
            "author": run.author.map { [String($0)] } ?? [], "preset": [run.preset.rawValue], "spelling": [run.spelling.rawValue],
            "titleThreshold": [String(run.titleThreshold)], "authorThreshold": [String(run.authorThreshold)],
            "oneToOne": run.oneToOne ? ["yes"] : [], "stored": run.documents.compactMap { $0.id.map(String.init) },
        ])
    }

    /// - Parameter why: what was refused, by the name of the field.
    private func page(
        _ request: Request, _ person: SignedIn, _ typed: Form, _ why: [String: String], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await desk.page(person, request, status: status) { db, context in
            guard person.grants.may(Citations.editing, in: nil), person.grants.may("citations.authors.edit", in: nil) else {
                throw HTTPError(.notFound)
            }
            let authors = try Row.fetchAll(db, sql: "SELECT id, name FROM citationAuthor WHERE deletedAt IS NULL ORDER BY folded LIMIT 500")
            var values: Values = [
                "title": context.words("citations.new.title"), "address": Self.address,
                "breadcrumbs": [["label": context.words("citations.overview.menu"), "href": Overview.address] as Values],
                "authors": authors.map { row -> Values in
                    let id: Int64 = row["id"]
                    return ["value": String(id), "label": row["name"] as String, "selected": typed["author"] == String(id)]
                },
                "presets": Preset.allCases.map { preset -> Values in
                    [
                        "value": preset.rawValue, "label": context.words("citations.preset.\(preset.rawValue)"),
                        "help": context.words("citations.new.preset.\(preset.rawValue)"), "checked": typed["preset"] == preset.rawValue,
                    ]
                },
            ]
            values["spellings"] = Spellings.allCases.map { spelling -> Values in
                [
                    "value": spelling.rawValue, "label": context.words("citations.spelling.\(spelling.rawValue)"),
                    "selected": typed["spelling"] == spelling.rawValue,
                ]
            }
            values["stored"] =
                try Int64(typed["author"]).map {
                    try StoredDocument.offered(of: $0, chosen: typed.all("stored"), context.words, db)
                } ?? []
            values["oneToOne"] = typed["oneToOne"] == "yes"
            values["charsets"] = Charset.allCases.map { charset -> Values in
                ["value": charset.rawValue, "selected": typed["charset"] == charset.rawValue]
            }
            for name in ["name", "newAuthor", "surname", "variants", "titleThreshold", "authorThreshold"] { values[name] = typed[name] }
            for name in ["list", "page"] { values[name] = typed.exact(name) }
            let all = ["author", "surname", "titleThreshold", "authorThreshold", "list", "page"]
            for name in all { values["why" + name.prefix(1).uppercased() + name.dropFirst()] = why[name] ?? false }
            values["errors"] =
                why.isEmpty
                ? false
                : [
                    "title": context.words("citations.new.refused"),
                    "items": all.filter { why[$0] != nil }.map { ["href": "#" + $0, "text": why[$0] ?? ""] as Values },
                ] as Values
            return ("citations/new", values)
        }
    }

    /// `POST /admin/citations/new-run`
    @Sendable func make(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let stored = try await desk.database.read { try StoredDocument.copies(form.all("stored"), $0) }
        let draft = RunDraft(form, stored: stored, desk.pages.words(for: person.visitor))
        guard draft.why.isEmpty else { return try await page(request, person, form, draft.why, .unprocessableContent) }
        let next = try await desk.database.write { db -> String? in
            guard person.grants.may(Citations.editing, in: nil), person.grants.may("citations.authors.edit", in: nil) else {
                throw HTTPError(.notFound)
            }
            return try draft.insert(db, by: person.actor)
        }
        guard let next else {
            let why = ["author": desk.pages.words(for: person.visitor)("citations.new.noAuthor")]
            return try await page(request, person, form, why, .unprocessableContent)
        }
        return .redirect(to: next)
    }
}
