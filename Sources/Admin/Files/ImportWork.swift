import Accounts
import Foundation
import GRDB
import Web

/// Tries a file, and takes it in.
struct ImportWork<R: Resource> {
    let file: ImportFile
    let mapping: ImportMapping
    let table: FileTable
    private let templates: Templates

    /// - Throws: `FileRefusal`.
    init(_ file: ImportFile, _ templates: Templates) throws {
        let chosen = file.chosen
        let table = try FileTable([UInt8](file.content), separator: chosen?.separator)
        (self.file, self.table, self.templates) = (file, table, templates)
        mapping = chosen ?? ImportMapping(guessing: table, for: R.self, Language.allCases.map { templates.words(in: $0) })
    }

    /// What the file's values are judged by, in a language.
    func context(_ words: Words, _ admin: AdminContext, _ db: Database, by actor: Actor) throws -> FormContext {
        FormContext(
            db: db, words: words, zone: admin.site.zone, scopeID: file.scopeID, actor: actor, tiles: "", errors: FieldErrors(),
            grants: try admin.grants(of: file.accountID, db))
    }

    /// What would become of every row.
    /// - Parameter row: called after each row that was judged.
    func trial(_ context: FormContext, _ row: () throws -> Void = {}) throws -> [ValidatedRow<R>] {
        try ImportValidator<R>(mapping, CellSpelling(FileNames(context), templates)).judge(table.rows, row)
    }

    /// Takes the good rows in, as one act, if they are still those that were confirmed. In the transaction of the caller, which has to
    /// take everything back when this throws: `FileRefusal` when something else would happen by now.
    /// - Parameter tell: is told how many rows of how many are done.
    func apply(
        _ confirmed: String, _ context: FormContext, by actor: Actor, _ tell: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> (act: UndoableOperation, counts: ImportCounts) {
        let db = context.db
        let total = table.rows.count
        // A row is done when it was judged and written: each counts half.
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
            // A row before it may have been given just this key.
            if try !R.isKeyFree(record.stamp.key, scope: record.stamp.scopeID, context.db) { record.stamp.key = "" }
            try record.insert(context.db, by: actor)
        case .changed: try record.update(context.db, by: actor, words: context.words, zone: context.zone)
        case .same, .left, .refused: break
        }
    }
}
