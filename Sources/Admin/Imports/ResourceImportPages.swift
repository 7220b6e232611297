import Accounts
import Formats
import GRDB
import Hummingbird
import Web

/// The imports of one list, from where a source goes to the workbench at `/admin/imports`.
struct ResourceImportPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("imports", use: askFile)
        own.post("imports", use: takeFile)
        // The addresses of the pages before the workbench.
        own.get("imports/{id}", use: continueImport)
        own.get("imports/{id}/trial", use: continueImport)
    }

    @Sendable func askFile(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            return ("admin/imports/upload", try uploadPage(nil, person, context))
        }
    }

    @Sendable func takeFile(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Checks the permission before reading the body.
        let scopeID = try await admin.database.read { db in
            try admin.requireScope(of: R.self, person, R.editing, try admin.context(person, db))
        }
        let form = try await Form.read(request, limits: .imports)
        do {
            let source = try await ImportIntake(admin: admin).source(in: form)
            let sender = ImportIntake.Sender(accountID: person.accountID, language: person.language, scopeID: scopeID)
            let staged = try await ImportIntake(admin: admin).take(source, for: R.self, from: sender)
            return .redirect(to: try await ImportWork(admin: admin).opened(staged, by: person.actor), type: .normal)
        } catch let refusal as ImportRefusal {
            return try await admin.page(person, request, status: .unprocessableContent) { _, context in
                (
                    "admin/imports/upload",
                    try uploadPage(refusal.message.localized(in: context.words), address: form["address"], person, context)
                )
            }
        }
    }

    private func uploadPage(_ error: String?, address: String = "", _ person: SignedIn, _ context: FormContext) throws -> Values {
        let words = context.words
        let heading = words("files.import.heading", ["things": R.localized(words, "many").lowercased()])
        let sql = """
            SELECT * FROM stagedImport WHERE accountID = ? AND kind = ? AND scopeID IS ? AND state IN ('choosing', 'checked') ORDER BY id DESC
            """
        let scopeID = R.scope == nil ? nil : context.scopeID
        let all = try StagedImport.fetchAll(context.db, sql: sql, arguments: [person.accountID, R.name, scopeID])
        let waiting = all.map { staged -> Values in
            let when = words.language.relativeMoment(staged.at, now: .now, in: context.zone)
            return ["label": staged.name, "when": when, "href": staged.address, "deletion": staged.address + "/deletion"]
        }
        return [
            "title": heading, "heading": heading, "action": R.address + "/imports", "error": error ?? false, "listHref": R.address,
            "fileLabel": words(admin.importFormats(for: R.name).isEmpty ? "files.import.file" : "imports.file.list"),
            "limits": ImportPages.limits(words), "address": address, "accept": ImportPages.accept(admin.importFormats(for: R.name)),
            "formats": admin.importFormats(for: R.name).map { ["text": ImportPages.sentence(about: $0, words)] as Values },
            "exports": admin.importFormats(for: R.name).flatMap { $0.exports }.map {
                ["label": words($0.label), "href": $0.address] as Values
            },
            "waiting": waiting, "exportHref": R.address + "/export",
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }

    @Sendable func continueImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let staged = try await admin.database.read { db in try StagedImport.find(id, of: person.accountID, person.grants, admin, db) }
        guard staged.kind == R.name else { throw HTTPError(.notFound) }
        return .redirect(to: staged.address + (request.uri.path.hasSuffix("/trial") ? "/items" : ""), type: .normal)
    }
}
