import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct NewRunPages: Sendable {
    let admin: AdminContext
    let live: LiveSources
    static let address = "/admin/citations/new-run"
    private static let mostNamed = 20

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("new-run", use: show)
        router.post("new-run", use: make)
    }

    /// `from=12` copies choices and documents of a run; `document=5` uses a stored document.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let asked = Form(query: request.uri.query ?? "")
        let (from, document) = (asked.recordID("from"), asked["document"])
        let typed = try await admin.database.read { db in
            if let from, let run = try Run.fetch(db, id: from), run.stamp.deletedAt == nil,
                try Run.isOpen(from, Citations.seeing, person.grants, db)
            {
                return Self.form(of: run)
            }
            let (choices, isOwn) = try Choices.of(person.accountID, db)
            let more = ["asks": ["yes"], "remember": isOwn ? ["yes"] : [], "stored": document.isEmpty ? [] : ["k" + document]]
            return Form(ChoicesForm.typed(choices).merging(more) { $1 })
        }
        return try await page(request, person, typed, [:], .ok)
    }

    private static func form(of run: Run) -> Form {
        Form(
            ChoicesForm.typed(run.choices).merging([
                "author": run.author.map { [String($0)] } ?? [], "oneToOne": run.oneToOne ? ["yes"] : [],
                "stored": run.documents.compactMap { $0.id.map(String.init) },
            ]) { $1 })
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ typed: Form, _ why: [String: String], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            guard person.grants.may(Citations.editing, in: nil), person.grants.may("citations.authors.edit", in: nil) else {
                throw HTTPError(.notFound)
            }
            let mine = Author.rows(Citations.editingAuthors, person.grants)
            let sql = "SELECT id, name FROM citationAuthor WHERE \(Author.notTrashed) AND \(mine) ORDER BY folded LIMIT 500"
            let authors = try Row.fetchAll(db, sql: sql)
            var values: Values = [
                "title": context.words("citations.new.title"), "address": Self.address,
                "breadcrumbs": [["label": context.words("citations.overview.menu"), "href": Overview.address] as Values],
                "authors": authors.map { row -> Values in
                    let id: Int64 = row["id"]
                    return ["value": String(id), "label": row["name"] as String, "selected": typed["author"] == String(id)]
                },
            ]
            values.merge(ChoicesForm.values(typed, why, context.words)) { $1 }
            values["remember"] = typed["asks"] == "yes" ? ["isOn": typed["remember"] == "yes"] as Values : false
            let stored = try typed.recordID("author").map {
                try StoredDocument.offered(of: $0, to: person, chosen: typed.all("stored"), context.words, db)
            }
            values["stored"] =
                try (stored ?? []) + StoredDocument.kept(of: person.accountID, chosen: typed.all("stored"), context.words, db)
            values["hasChosen"] = !typed.all("stored").isEmpty
            values["oneToOne"] = typed["oneToOne"] == "yes"
            values["charsets"] = Charset.allCases.map { charset -> Values in
                ["value": charset.rawValue, "selected": typed["charset"] == charset.rawValue]
            }
            for name in ["name", "newAuthor", "surname", "variants", "listAddress", "pageAddress"] { values[name] = typed[name] }
            for name in ["list", "page"] { values[name] = typed.exact(name) }
            let settings = try CitationSettings.current(db)
            values["limits"] = settings.limitsText(context.words)
            values["documents"] = KeptDocumentPages.address
            values["live"] = DocumentsByAddress.values(
                live, settings, isTyped: !(typed["listAddress"] + typed["pageAddress"]).isEmpty, context.words)
            let all = ["author", "surname", "titleThreshold", "authorThreshold", "list", "listAddress", "page", "pageAddress"]
            for name in ["author", "list", "listAddress", "page", "pageAddress"] {
                values["why" + name.prefix(1).uppercased() + name.dropFirst()] = why[name] ?? false
            }
            values["errors"] =
                why.isEmpty
                ? false
                : [
                    "title": context.words("citations.new.refused"),
                    "items": all.filter { why[$0] != nil }.map { ["href": "#" + $0, "text": why[$0] ?? ""] as Values },
                ] as Values
            return ("citations/runs/new", values)
        }
    }

    @Sendable private func make(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .works)
        // Only editors may call other sites.
        guard person.grants.may(Citations.editing, in: nil) else { throw HTTPError(.notFound) }
        let (stored, rules) = try await admin.database.read { db in
            (try StoredDocument.copies(form.all("stored"), of: person, db), try RunDraft.Rules(db))
        }
        let words = admin.pages.words(for: person.visitor)
        let brought = try await DocumentsByAddress(
            form, [("listAddress", .list), ("pageAddress", .page)], live, rules.settings, words)
        let draft = try await ComputeThreadPool.run { RunDraft(form, stored: stored, brought, rules, words) }
        guard draft.why.isEmpty else { return try await page(request, person, form, draft.why, .unprocessableContent) }
        do {
            let next = try await admin.database.write { db -> String in
                guard person.grants.may(Citations.editing, in: nil), person.grants.may("citations.authors.edit", in: nil) else {
                    throw HTTPError(.notFound)
                }
                let made = try draft.insert(db, admin, by: person)
                if let receipt = made.receipt { try person.session.setFlash(db, flash(receipt, draft.left, words)) }
                if form["asks"] == "yes" {
                    if form["remember"] == "yes" {
                        try draft.choices.save(of: person.accountID, db)
                    } else {
                        try Choices.forget(of: person.accountID, db)
                    }
                }
                return made.address
            }
            return .redirect(to: next)
        } catch is RunDraft.NoAuthor {
            return try await page(request, person, form, ["author": words("citations.new.noAuthor")], .unprocessableContent)
        }
    }

    /// What came in, and what of it is not read.
    private func flash(_ receipt: ImportAtOnce.Receipt, _ left: [String], _ words: Words) -> Flash {
        var said = words("citations.new.taken", ["summary": receipt.summary])
        if !left.isEmpty {
            let names = left.prefix(Self.mostNamed).joined(separator: "; ")
            said += " " + words("citations.brought.left", ["names": names], count: left.count)
        }
        return Flash(said, kind: left.isEmpty ? .good : .warn, undo: receipt.undo)
    }
}

extension Form.Limits {
    /// Files of 50 MB, as catalogues export them.
    static let works: Form.Limits = {
        var limits = Form.Limits.documents
        (limits.bytes, limits.fileBytes) = (64 << 20, CitationSettings.mostFileMegabytes << 20)
        return limits
    }()
}
