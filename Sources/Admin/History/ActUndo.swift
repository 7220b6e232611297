import Accounts
import GRDB
import Web

/// Takes back an act on records of several lists, the latest change first.
struct ActUndo {
    let admin: AdminContext
    let words: Words

    struct Outcome: Sendable {
        var records = 0
        var kept: [String] = []
        /// The act that takes this one back again; nil if nothing was undone.
        var again: Int64?
    }

    static func isOfMany(_ act: Int64, besides kind: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM revision WHERE actID = ? AND kind <> ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [act, kind]) ?? false
    }

    /// Whether an import wrote what has no revisions.
    static func isOfUnrevised(_ act: Int64, _ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM stagedImport WHERE actID = ?1) AND NOT EXISTS (SELECT 1 FROM revision WHERE actID = ?1)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [act]) ?? false
    }

    /// What has no revisions is undone only by the account that did it.
    func mayUndo(_ act: Int64, _ grants: Grants, of account: Int64?, _ db: Database) throws -> Bool {
        if try Self.isOfUnrevised(act, db) {
            guard let account, try UndoableOperation.fetchOne(db, key: act)?.accountID == account else { return false }
        }
        let sql = "SELECT DISTINCT kind, scopeID FROM revision WHERE actID = ?"
        for row in try Row.fetchAll(db, sql: sql, arguments: [act]) {
            guard let type = type(row["kind"]), grants.may(type.editing, in: row["scopeID"]) else { return false }
            let others = """
                SELECT EXISTS (SELECT 1 FROM \(type.table) WHERE \(type.rows(type.editing, grants)) IS NOT TRUE
                  AND id IN (SELECT recordID FROM revision WHERE actID = ? AND kind = ?))
                """
            if try Bool.fetchOne(db, sql: others, arguments: [act, type.name]) ?? false { return false }
        }
        return true
    }

    func undo(
        _ act: Int64, _ db: Database, by actor: Actor, _ tell: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
    ) throws -> Outcome {
        var outcome = Outcome()
        guard let undone = try UndoableOperation.fetchOne(db, key: act), undone.undoneAt == nil else { return outcome }
        var own = UndoableOperation("lists.acts.undo", on: undone.kind, scope: undone.scopeID, by: actor)
        try own.insert(db)
        let sql = "SELECT kind, max(id) AS latest FROM revision WHERE actID = ? GROUP BY kind, recordID ORDER BY latest DESC"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [act])
        for (index, row) in rows.enumerated() {
            guard let type = type(row["kind"]), let revision = try Revision.fetchOne(db, key: row["latest"] as Int64) else { continue }
            if try type.undo(revision, db, by: actor.within(own.id), words: words, zone: admin.site.zone).isDone {
                outcome.records += 1
            } else {
                outcome.kept.append(revision.title)
            }
            try tell(index + 1, rows.count)
        }
        try db.execute(sql: "UPDATE act SET undoneAt = ? WHERE id = ?", arguments: [db.transactionDate, act])
        for module in admin.modules { try module.undone(act, db, by: actor) }
        if outcome.records == 0 { try own.delete(db) } else { outcome.again = own.id }
        for format in admin.importFormats() {
            guard let whole = try (format as? any WholeImportFormat.Type)?.undo(act, db, by: actor) else { continue }
            outcome.records += whole.records
            outcome.kept += whole.kept
        }
        return outcome
    }

    private func type(_ kind: String) -> (any Resource.Type)? { admin.resources.all.first { $0.name == kind } }
}

extension ActUndo.Outcome {
    func flash<R: Resource>(_ type: R.Type, _ words: Words) -> Flash {
        var text = words("lists.done.undo", count: records)
        if !kept.isEmpty {
            let names = kept.prefix(5).map { "«\($0)»" }.joined(separator: ", ") + (kept.count > 5 ? " …" : "")
            text += " " + words("lists.undo.kept", ["names": names], count: kept.count)
        }
        let undo = again.map { act in
            Flash.Undo(action: R.address + "/bulk/undoing", label: words("lists.undo.again"), fields: [["act", String(act)]])
        }
        return Flash(text, kind: kept.isEmpty ? .good : .warn, undo: undo)
    }
}
