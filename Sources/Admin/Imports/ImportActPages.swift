import Accounts
import Formats
import GRDB
import Hummingbird
import NIOCore
import Web

/// Accepts, stops, undoes and removes an import, and gives back what stays out.
struct ImportActPages: Sendable {
    let admin: AdminContext

    func addRoutes(to imports: RouterGroup<SignedIn>) {
        imports.post("{id}/application", use: apply)
        imports.post("{id}/cancellation", use: cancel)
        imports.post("{id}/undoing", use: undo)
        imports.post("{id}/deletion", use: remove)
        imports.get("{id}/refused", use: refused)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> StagedImport {
        try StagedImport.find(try person.recordID(), of: person.accountID, person.grants, admin, db)
    }

    @Sendable func apply(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        let staged = try await admin.database.read { try find(person, $0) }
        guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
        do {
            let acceptance = ImportAcceptance(admin: admin)
            switch try await acceptance.accept(staged.number, form["mark"], of: person.accountID, person.grants, by: person.actor) {
            case .done(let act, let counts):
                let undo = Flash.Undo(
                    action: type.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
                if let (address, sentence) = try await arrival(staged, words) {
                    return try await admin.redirect(person, to: address, Flash(sentence, undo: undo))
                }
                let kind: Flash.Kind = counts.refused + counts.unclear > 0 ? .warn : .good
                return try await admin.redirect(person, to: type.address, Flash(counts.result(words), kind: kind, undo: undo))
            case .begun: return try await admin.redirect(person, to: staged.address, Flash(words("lists.progress.begun"), kind: .info))
            case .over: return .redirect(to: staged.address, type: .normal)
            }
        } catch let refusal as ImportRefusal {
            // The items as they are now, to look at again.
            if refusal.key == "changed" { _ = try await ImportWork(admin: admin).begin(staged.number, by: person.actor) }
            return try await ImportItemPages(admin: admin).page(
                staged.number, Form(), request, person, status: .conflict, problem: refusal.message)
        }
    }

    /// Where a person goes on with what a `WholeImportFormat` wrote; nil for other imports.
    private func arrival(_ staged: StagedImport, _ words: Words) async throws -> (address: String, sentence: String)? {
        guard let format = ImportWork(admin: admin).whole(staged) else { return nil }
        return try await admin.database.read { db in
            let sql = "SELECT recordID FROM stagedItem WHERE importID = ? AND recordID IS NOT NULL ORDER BY number LIMIT 1"
            return try Int64.fetchOne(db, sql: sql, arguments: [staged.number]).map { try format.arrival($0, words, db) }
        }
    }

    @Sendable func cancel(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (staged, job) = try await admin.database.read { db -> (StagedImport, Int64?) in
            let staged = try find(person, db)
            return (staged, staged.state == .working ? try staged.job(db) : nil)
        }
        if let job { admin.underway.stop(job) }
        return .redirect(to: staged.address, type: .normal)
    }

    @Sendable func undo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let (flash, address) = try await admin.database.write { db -> (Flash, String) in
            let staged = try find(person, db)
            let undo = ActUndo(admin: admin, words: words)
            guard let act = staged.actID, let type = admin.importable(staged.kind),
                try undo.mayUndo(act, person.grants, of: person.accountID, db)
            else {
                throw HTTPError(.notFound)
            }
            guard staged.state == .done else { return (Flash(words("lists.undo.already"), kind: .warn), staged.address) }
            if staged.total > ImportJob.inRequest {
                try ImportJob.enqueue(.undoing, staged, db, by: person.actor)
                return (Flash(words("lists.progress.begun"), kind: .info), staged.address)
            }
            return (try undo.undo(act, db, by: person.actor).flash(type, words), staged.address)
        }
        return try await admin.redirect(person, to: address, flash)
    }

    @Sendable func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.database.write { db in
            let staged = try find(person, db)
            if staged.state == .choosing || staged.state == .checked { try staged.delete(db) }
        }
        return try await admin.redirect(person, to: ImportPages.address, Flash(admin.words(person)("files.removed"), kind: .info))
    }

    /// The items that stay out, as they were sent with the reasons, to correct and send again.
    @Sendable func refused(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let text = try await admin.database.read { db -> String in
            let staged = try find(person, db)
            guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
            return try refused(type, staged, words, db)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(words("files.trial.file")).csv\"",
            ], body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private func refused<R: Resource>(_ type: R.Type, _ staged: StagedImport, _ words: Words, _ db: Database) throws -> String {
        let csv = CSV(separator: words.language.columnSeparator)
        let look = staged.look
        var text = CSV.mark + csv.line([words("files.trial.row"), words("files.trial.why")] + look.columns)
        let sql = "SELECT * FROM stagedItem WHERE importID = ? AND verdict IN ('refused', 'unclear') ORDER BY number"
        let items = try StagedItem.fetchCursor(db, sql: sql, arguments: [staged.number])
        while let item = try items.next() {
            let why = ImportItemReport.sentences(item, R.self, look, staged.chosen, words)
            let cells = try item.row()?.values.map { $0?.text ?? "" } ?? []
            text += csv.line([String(item.place.number), why.joined(separator: "\n")] + cells)
        }
        return text
    }
}

/// What there is to say about items, for files, programs and the command line.
enum ImportItemReport {
    static func sentences<R: Resource>(
        _ item: StagedItem, _ type: R.Type, _ look: ImportPreview, _ mapping: ImportMapping, _ words: Words
    ) -> [String] {
        let mistakes = item.notes.mistakes.map { mistake -> String in
            let field = mistake.field.split(separator: ".").first.map(String.init) ?? ""
            let label =
                mistake.field.contains(".")
                ? R.errorLabel(mistake.field, words)
                : mapping.places[field].map { look.name(ofColumn: $0, words) } ?? (field.isEmpty ? "" : words.label(of: field, R.name))
            return label.isEmpty ? mistake.sentence : "\(label): \(mistake.sentence)"
        }
        let remarks = item.notes.remarks.map { words("imports.remarks.\($0.key)", $0.values) }
        let alike = item.notes.alike.map { alike in
            let values = ["title": alike.title, "percent": String(alike.percent), "why": words("imports.alike.\(alike.reason)")]
            return words("imports.alike.sentence", values)
        }
        return mistakes + remarks + alike
    }
}
