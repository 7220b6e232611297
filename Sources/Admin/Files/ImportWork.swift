import Accounts
import Foundation
import GRDB
import Web

struct ImportWork<R: Resource> {
    let file: ImportFile
    let mapping: ImportMapping
    let table: FileTable
    private let templates: Templates

    init(_ file: ImportFile, _ templates: Templates) throws {
        let chosen = file.chosen
        let table = try FileTable([UInt8](file.content), separator: chosen?.separator)
        (self.file, self.table, self.templates) = (file, table, templates)
        mapping = chosen ?? ImportMapping(guessing: table, for: R.self, Language.allCases.map { templates.words(in: $0) })
    }

    func context(_ words: Words, _ admin: AdminContext, _ db: Database, by actor: Actor) throws -> FormContext {
        FormContext(
            db: db, words: words, zone: admin.site.zone, scopeID: file.scopeID, actor: actor, tiles: "", errors: FieldErrors(),
            grants: try admin.grants(of: file.accountID, db))
    }

    /// The outcome of every row; `row` is called after each.
    func trial(_ context: FormContext, _ row: () throws -> Void = {}) throws -> [ValidatedRow<R>] {
        try ImportValidator<R>(mapping, CellSpelling(FileNames(context), templates)).judge(table.rows, row)
    }

    /// Imports valid rows as one act. Throws `FileRefusal` if the outcome differs from the confirmed trial; the caller rolls back.
    func apply(
        _ confirmed: String, _ context: FormContext, by actor: Actor, _ tell: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> (act: UndoableOperation, counts: ImportCounts) {
        let db = context.db
        let total = table.rows.count
        // Validation and writing count half a row each.
        var steps = 0
        func step() throws {
            steps += 1
            try tell(steps / 2, total)
        }
        try tell(0, total)
        let rows = try trial(context, step)
        let counts = ImportCounts(rows)
        guard counts.mark == confirmed, counts.written > 0 else { throw FileRefusal("changed") }
        var act = UndoableOperation("files.act", on: R.name, scope: file.scopeID, by: actor)
        try act.insert(db)
        let actor = actor.within(act.id)
        do {
            for row in rows {
                try write(row, context, by: actor)
                try step()
            }
        } catch is WriteRefusal {
            throw FileRefusal("changed")
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw FileRefusal("failed")
        }
        let object = (kind: ImportFile.databaseTableName, id: file.id ?? 0, title: file.name)
        let detail = ["new": String(counts.new), "changed": String(counts.changed), "refused": String(counts.refused)]
        try AuditEntry.write(db, "\(R.name).import", by: actor, on: object, scope: file.scopeID, detail: detail)
        return (act, counts)
    }

    private func write(_ row: ValidatedRow<R>, _ context: FormContext, by actor: Actor) throws {
        var record = row.record
        switch row.verdict {
        case .new:
            // An earlier row may have taken this key.
            if try !R.isKeyFree(record.stamp.key, scope: record.stamp.scopeID, context.db) { record.stamp.key = "" }
            try record.insert(context.db, by: actor)
        case .changed: try record.update(context.db, by: actor, words: context.words, zone: context.zone)
        case .same, .left, .refused: break
        }
    }
}
