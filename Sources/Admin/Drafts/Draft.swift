import Accounts
import Foundation
import GRDB
import Web

struct Draft: Codable, Sendable, FetchableRecord {
    let kind: String
    let recordID: Int64
    let version: Int
    /// Counts its saves, to detect concurrent edits.
    let edition: Int
    let at: Date
    let accountID: Int64?
    let actor: String
    let fields: String

    static func find(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Draft? {
        let sql = "SELECT kind, recordID, version, edition, at, accountID, actor, fields FROM draft WHERE kind = ? AND recordID = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    @discardableResult
    static func remove(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM draft WHERE kind = ? AND recordID = ?", arguments: [kind, recordID])
        let wasThere = db.changesCount > 0
        // The date of a removed draft has nothing to publish.
        try db.execute(sql: "DELETE FROM schedule WHERE kind = ? AND recordID = ? AND act = 'draft'", arguments: [kind, recordID])
        return wasThere
    }

    /// Replaces an existing draft; `version` is that of the record when the draft began.
    static func save<R: Resource>(_ record: R, version: Int, _ db: Database, by actor: Actor) throws {
        let id = record.stamp.id ?? 0
        // Counts on after removal, so that a form of the old draft never matches the next one.
        let last = "SELECT max(edition) FROM draftEdition WHERE kind = ? AND recordID = ?"
        let edition = try Int.fetchOne(db, sql: last, arguments: [R.name, id]) ?? find(R.name, id, db)?.edition ?? 0
        let fields = record.packed.compact
        let sql = """
            INSERT INTO draft (kind, recordID, version, edition, at, accountID, actor, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, recordID) DO UPDATE SET version = excluded.version, edition = excluded.edition, at = excluded.at,
              accountID = excluded.accountID, actor = excluded.actor, fields = excluded.fields
            """
        try db.execute(
            sql: sql,
            arguments: [R.name, id, version, edition + 1, db.transactionDate, actor.accountID, actor.name, fields])
        try db.execute(
            sql: "INSERT INTO draftEdition (kind, recordID, edition, at, fields) VALUES (?, ?, ?, ?, ?)",
            arguments: [R.name, id, edition + 1, db.transactionDate, fields])
        try record.audit("draft", db, by: actor)
    }

    static func edition<R: Resource>(_ edition: Int, of record: R, _ db: Database) throws -> R? {
        let sql = "SELECT fields FROM draftEdition WHERE kind = ? AND recordID = ? AND edition = ?"
        guard let fields = try String.fetchOne(db, sql: sql, arguments: [R.name, record.id, edition]) else { return nil }
        return try over(record, fields, db)
    }

    /// Deletes editions that no open form can have. The newest of each record stays as the base of the count.
    static func pruneEditions(_ db: Database, before end: Date) throws {
        let sql = """
            DELETE FROM draftEdition AS old WHERE at < ? AND EXISTS (
              SELECT 1 FROM draftEdition WHERE kind = old.kind AND recordID = old.recordID AND edition > old.edition)
            """
        try db.execute(sql: sql, arguments: [end])
    }

    /// The record with the draft's fields; references to missing records are left out.
    func over<R: Resource>(_ record: R, _ db: Database) throws -> R { try Self.over(record, fields, db) }

    private static func over<R: Resource>(_ record: R, _ fields: String, _ db: Database) throws -> R {
        var record = record
        _ = try record.take(JSON(parsing: fields.utf8), db)
        Listing<R>.publication?.load(&record, true.databaseValue)
        return record
    }
}

enum DraftRefusal: Error {
    case gone
    case changedMeanwhile(fields: [String])
}

extension Draft {
    /// Keeps later changes by others; if both changed a field, nothing is published. Returns references to missing records.
    static func publish<R: Resource>(
        _ record: inout R, _ db: Database, by actor: Actor, words: Words, zone: TimeZone, detail: [String: String] = [:]
    ) throws -> [Lost] {
        guard let draft = try find(R.name, record.stamp.id ?? 0, db) else { throw DraftRefusal.gone }
        let begun = try record.atVersion(draft.version, db)?.packed
        let mine = try JSON(parsing: draft.fields.utf8)
        var merged: [(key: String, value: JSON)] = []
        var clashes: [String] = []
        for field in R.fields where field.name != Listing<R>.publication?.name {
            guard let typed = mine[field.name] else { continue }
            let stands = field.pack(record)
            let result = ThreeWay.merge(field.kind, base: begun.map { $0[field.name] ?? stands }, mine: typed, theirs: stands)
            if !result.disputed.isEmpty { clashes.append(field.name) }
            if !FieldDifference.isSame(field.kind, result.value, stands) { merged.append((field.name, result.value)) }
        }
        guard clashes.isEmpty else { throw DraftRefusal.changedMeanwhile(fields: clashes) }
        Listing<R>.publication?.load(&record, true.databaseValue)
        let lost = try record.restore(.object(merged), db, by: actor, words: words, zone: zone, detail: detail)
        try remove(R.name, draft.recordID, db)
        return lost
    }
}
