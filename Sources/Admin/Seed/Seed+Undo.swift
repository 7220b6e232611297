import Accounts
import Foundation
import GRDB
import Web

public struct SeedUndone: Sendable {
    public let application: SeedApplication
    public internal(set) var records = 0
    /// The titles of records, and the lists and keys of other entries, that have changed since or are in use: they stay.
    public internal(set) var kept: [String] = []
    /// The lists with entries that no undo takes back: published alerts, and all besides records where the site was new.
    public internal(set) var others: [String] = []

    static let text = "seed.undoing"
}

extension Seed {
    /// Takes back the newest application of a file; new records go to the trash. Nil if there is none, or if it is taken back already.
    public func undo(_ db: Database, by actor: Actor) throws -> SeedUndone? {
        guard let application = try SeedApplication.newest(db), application.undoneAt == nil, let act = application.actID else { return nil }
        var undone = SeedUndone(application: application)
        var own = UndoableOperation(SeedUndone.text, on: SeedApplication.kind, scope: nil, by: actor)
        try own.insert(db)
        var entries = try SeedRestoring(db, modules)
        try entries.restore()
        (undone.records, undone.kept) = (entries.restored, entries.kept)
        undone.others = entries.isEmpty ? try JSON(parsing: application.others.utf8).list?.compactMap(\.text) ?? [] : entries.others
        try rename(back: application, db)
        let types = Dictionary(modules.flatMap { $0.resources }.map { ($0.name, $0) }) { $1 }
        let zone = try SiteSettings.load(db).zone
        let sql = "SELECT kind, max(id) AS revisionID FROM revision WHERE actID = ? GROUP BY kind, recordID ORDER BY max(id) DESC"
        for row in try Row.fetchAll(db, sql: sql, arguments: [act]) {
            guard let type = types[row["kind"]], let revision = try Revision.fetchOne(db, key: row["revisionID"] as Int64) else { continue }
            if try type.undo(revision, db, by: actor.within(own.id), words: words, zone: zone).isDone {
                undone.records += 1
            } else {
                undone.kept.append(revision.title)
            }
        }
        try restoreMemory(db)
        let now = try db.transactionDate
        try db.execute(sql: "UPDATE act SET undoneAt = ? WHERE id = ?", arguments: [now, act])
        try db.execute(sql: "UPDATE seedApplication SET undoneAt = ? WHERE id = ?", arguments: [now, application.id])
        try AuditEntry.write(
            db, "seed.undo", by: actor, on: ("seed", application.id, application.name), detail: ["records": String(undone.records)])
        return undone
    }

    private func rename(back application: SeedApplication, _ db: Database) throws {
        for item in try JSON(parsing: application.renamed.utf8).list ?? [] {
            guard let parts = item.list, parts.count == 4,
                let type = modules.flatMap({ $0.resources }).first(where: { $0.name == parts[0].text })
            else { continue }
            let isOfScope = type.scope.map { "\($0.column) IS ?" } ?? "0 = ?"
            try db.execute(
                sql: "UPDATE OR IGNORE \(type.table) SET key = ? WHERE key = ? AND \(isOfScope)",
                arguments: [parts[1].text, parts[2].text, parts[3].number])
        }
    }

    private func restoreMemory(_ db: Database) throws {
        let isNew = "SELECT kind, scopeID, key, name FROM seedUndo WHERE fields IS NULL"
        try db.execute(
            sql: """
                DELETE FROM seedMemory WHERE (kind, scopeID, key, name) IN (\(isNew));
                INSERT OR REPLACE INTO seedMemory SELECT kind, scopeID, key, name, fields FROM seedUndo WHERE fields IS NOT NULL;
                DELETE FROM seedUndo;
                """)
    }
}
