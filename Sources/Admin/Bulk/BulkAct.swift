import Accounts
import Foundation
import GRDB
import Web

/// A running act on many records; table `bulkAct`, beside the `UndoableOperation` that undo takes back.
struct BulkAct: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "bulkAct"

    enum State: String, Codable, Sendable { case waiting, done, cancelled, undone }

    let actID: Int64
    let change: String
    let total: Int
    var done = 0
    var changed = 0
    /// The first hundred `Skipped` as JSON; the others are counted in `done`.
    var skipped = "[]"
    var state = State.waiting

    static let inRequest = 500
    /// Records per transaction of a background act: about 0.1 seconds in which no one else can save.
    static let batch = 200

    var allSkipped: [Skipped] { (try? JSONDecoder().decode([Skipped].self, from: Data(skipped.utf8))) ?? [] }
    var bulkChange: BulkChange? { try? JSONDecoder().decode(BulkChange.self, from: Data(change.utf8)) }
    var isUnderway: Bool { state == .waiting }

    /// Stores a large act and starts its job. `records` is SQL after `SELECT … FROM`: each `target` with `id` and `version`.
    static func begin(
        _ act: UndoableOperation, _ change: BulkChange, records: (sql: String, arguments: StatementArguments), _ db: Database,
        by actor: Actor
    ) throws {
        guard let actID = act.id else { return }
        // The row first, for the foreign key; the total is known after the items.
        try db.execute(
            sql: "INSERT INTO bulkAct (actID, change, total) VALUES (?, ?, 0)", arguments: [actID, Jobs.json(change)])
        try db.execute(
            sql: "INSERT INTO bulkItem (actID, recordID, version) SELECT ?, \(records.sql)", arguments: [actID] + records.arguments)
        try db.execute(
            sql: "UPDATE bulkAct SET total = (SELECT count(*) FROM bulkItem WHERE actID = :act) WHERE actID = :act",
            arguments: ["act": actID])
        try Jobs.enqueue(
            db, BulkJob.name, payload: ["act": String(actID)], title: LocalizedMessage("lists.acts.\(change.verb.rawValue)"),
            scope: act.scopeID,
            by: actor)
    }

    /// Runs a batch in the caller's transaction and deletes its items. Nil if nothing is left or the act was cancelled.
    static func step(_ actID: Int64, _ admin: AdminContext, by actor: Actor, _ db: Database) throws -> (done: Int, total: Int)? {
        guard var bulk = try BulkAct.fetchOne(db, key: actID), bulk.isUnderway, let change = bulk.bulkChange,
            let act = try UndoableOperation.fetchOne(db, key: actID), act.undoneAt == nil,
            let type = admin.resources.all.first(where: { $0.name == act.kind })
        else { return nil }
        let sql = "SELECT recordID, version FROM bulkItem WHERE actID = ? ORDER BY recordID LIMIT \(batch)"
        let items: [(id: Int64, version: Int)] = try Row.fetchAll(db, sql: sql, arguments: [actID]).map { ($0[0], $0[1]) }
        if let last = items.last {
            let words = admin.pages.templates.words(in: admin.site.language)
            let context = FormContext(
                db: db, words: words, zone: admin.site.zone, scopeID: act.scopeID, actor: actor, tiles: "", errors: FieldErrors(),
                grants: try admin.grants(of: act.accountID, db))
            let (changed, skipped) = try run(type, items, change, admin, context, actor.within(actID))
            try db.execute(sql: "DELETE FROM bulkItem WHERE actID = ? AND recordID <= ?", arguments: [actID, last.id])
            bulk.done += items.count
            bulk.changed += changed
            if !skipped.isEmpty { bulk.skipped = Jobs.json(Array((bulk.allSkipped + skipped).prefix(100))) }
        }
        if items.count < batch {
            bulk.state = .done
            if let earlier = change.act {
                try db.execute(sql: "UPDATE act SET undoneAt = ? WHERE id = ?", arguments: [db.transactionDate, earlier])
                for module in admin.modules { try module.undone(earlier, db, by: actor) }
                try db.execute(sql: "UPDATE bulkAct SET state = 'undone' WHERE actID = ?", arguments: [earlier])
            }
        }
        try bulk.update(db)
        return items.isEmpty ? nil : (bulk.done, bulk.total)
    }

    /// Whether a job still works on it; after a failed or stopped job the act stays as it is.
    static func isLive(_ actID: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM job WHERE kind = ? AND state IN ('waiting', 'running') AND payload ->> 'act' = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [BulkJob.name, String(actID)]) ?? false
    }

    @discardableResult
    static func stop(_ actID: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "UPDATE bulkAct SET state = 'cancelled' WHERE actID = ? AND state = 'waiting'", arguments: [actID])
        guard db.changesCount > 0 else { return false }
        try db.execute(sql: "DELETE FROM bulkItem WHERE actID = ?", arguments: [actID])
        return true
    }

    private static func run<R: Resource>(
        _ type: R.Type, _ items: [(id: Int64, version: Int)], _ change: BulkChange, _ admin: AdminContext, _ context: FormContext,
        _ actor: Actor
    ) throws -> (changed: Int, skipped: [Skipped]) {
        var work = BulkWork<R>(change, admin.resources, context, by: actor)
        work.readers = Language.allCases.map { admin.pages.templates.words(in: $0) }
        return try work.run(items)
    }
}
