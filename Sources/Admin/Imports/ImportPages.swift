import Accounts
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

/// `/admin/imports`: the sources on their way in, and where a new one is brought.
struct ImportPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/imports"

    func addRoutes(to imports: RouterGroup<SignedIn>) {
        imports.get("", use: index)
        imports.post("", use: take)
        ImportChoicePages(admin: admin).addRoutes(to: imports)
        ImportItemPages(admin: admin).addRoutes(to: imports)
        ImportValuePages(admin: admin).addRoutes(to: imports)
        ImportActPages(admin: admin).addRoutes(to: imports)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard !lists(person).isEmpty else { throw HTTPError(.forbidden) }
        return try await admin.page(person, request) { db, context in
            ("admin/imports/index", try values(nil, chosen: "", person, context))
        }
    }

    @Sendable func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        // Only people with a list to import into may send a large body.
        guard !lists(person).isEmpty else { throw HTTPError(.forbidden) }
        let form = try await Form.read(request, limits: .imports)
        let words = admin.words(person)
        do {
            guard let type = lists(person).first(where: { $0.name == form["kind"] }) else { throw ImportRefusal("kind") }
            let scopeID = try await admin.database.read { db in try scope(of: type, person, admin.context(person, db)) }
            let source = try await ImportIntake(admin: admin).source(in: form)
            let sender = ImportIntake.Sender(accountID: person.accountID, language: person.language, scopeID: scopeID)
            let staged = try await ImportIntake(admin: admin).take(source, for: type, from: sender)
            return .redirect(to: try await ImportWork(admin: admin).opened(staged, by: person.actor), type: .normal)
        } catch let refusal as ImportRefusal {
            return try await admin.page(person, request, status: .unprocessableContent) { _, context in
                (
                    "admin/imports/index",
                    try values(refusal.message.localized(in: words), chosen: form["kind"], address: form["address"], person, context)
                )
            }
        }
    }

    private func scope(of type: any Resource.Type, _ person: SignedIn, _ context: FormContext) throws -> Int64? {
        func scope<R: Resource>(_ type: R.Type) throws -> Int64? { try admin.requireScope(of: R.self, person, R.editing, context) }
        return try scope(type)
    }

    private func lists(_ person: SignedIn) -> [any Resource.Type] {
        admin.modulesOn.flatMap { $0.resources }.filter { admin.mayChange($0, person) }
    }

    private func values(
        _ error: String?, chosen: String, address: String = "", _ person: SignedIn, _ context: FormContext
    ) throws -> Values {
        let words = context.words
        let sql = "SELECT * FROM stagedImport WHERE accountID = ? ORDER BY id DESC LIMIT 100"
        let rows = try StagedImport.fetchAll(context.db, sql: sql, arguments: [person.accountID]).compactMap { staged -> Values? in
            guard let type = admin.importable(staged.kind), person.grants.may(type.editing, in: staged.scopeID) else { return nil }
            return row(staged, words("\(type.name).many"), context)
        }
        let options = lists(person).map { type -> Values in
            ["value": type.name, "label": words("\(type.name).many"), "selected": type.name == chosen]
        }
        return [
            "title": words("imports.title"), "heading": words("imports.title"), "count": words.language.number(rows.count), "rows": rows,
            "hasRows": !rows.isEmpty, "mayImport": !options.isEmpty, "kinds": options, "action": Self.address,
            "error": error ?? false, "fileLabel": words("imports.file.any"), "limits": Self.limits(words), "address": address,
            "accept": Self.accept(admin.importFormats()),
        ]
    }

    private func row(_ staged: StagedImport, _ list: String, _ context: FormContext) -> Values {
        let words = context.words
        let isWaiting = staged.state == .choosing || staged.state == .checked
        let counts = staged.state == .choosing ? words("imports.holds", count: staged.total) : staged.outcome.summary(words)
        return [
            "name": staged.name, "href": staged.state == .checked ? staged.address + "/items" : staged.address, "list": list,
            "when": words.language.relativeMoment(staged.at, now: .now, in: context.zone),
            "state": words("imports.states.\(staged.state.rawValue)"),
            "what": counts, "deletion": isWaiting ? staged.address + "/deletion" : false,
        ]
    }

    static func accept(_ formats: [any ImportFormat.Type]) -> String {
        var endings: [String] = []
        for format in formats { endings += format.endings.filter { !endings.contains($0) } }
        return endings.map { ",." + $0 }.joined()
    }

    static func sentence(about format: any ImportFormat.Type, _ words: Words) -> String {
        words("imports.formats.\(format.name.split(separator: ".").last ?? "")")
    }

    static func limits(_ words: Words) -> String {
        words("files.import.limits", ["rows": words.language.number(ImportLimits.items), "size": String(ImportLimits.bytes >> 20)])
    }
}

extension ImportCounts {
    /// Counts everything that the source holds: "250 rows: 247 new, 2 the same, 1 left out".
    func summary(_ words: Words) -> String {
        let parts = all.filter { $0.count > 0 }.map { words("files.counts.\($0.verdict.rawValue)", count: $0.count) }
        return words("imports.summary", ["parts": parts.joined(separator: ", ")], count: total)
    }

    var all: [(verdict: ImportVerdict, count: Int)] {
        [(.new, new), (.changed, changed), (.same, same), (.left, left), (.unclear, unclear), (.refused, refused)]
    }

    func result(_ words: Words) -> String {
        let parts = [(ImportVerdict.new, new), (.changed, changed), (.refused, refused), (.unclear, unclear)].filter { $0.1 > 0 }
        return words("files.done", ["what": parts.map { words("files.counts.\($0.0.rawValue)", count: $0.1) }.joined(separator: ", ")])
    }
}
