import Accounts
import Foundation
import GRDB
import Web

/// Changes to a published record that nobody sees yet: one for each record, beside it.
struct Draft: Codable, Sendable, FetchableRecord {
    let kind: String
    let recordID: Int64
    /// The version of the record that it was begun on.
    let version: Int
    /// Counts its saves, for two people who edit it at once.
    let edition: Int
    let at: Date
    let actor: String
    /// Every field, as a JSON object.
    let fields: String

    static func find(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Draft? {
        let sql = "SELECT kind, recordID, version, edition, at, actor, fields FROM draft WHERE kind = ? AND recordID = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [kind, recordID])
    }

    /// - Returns: whether there was one.
    @discardableResult
    static func remove(_ kind: String, _ recordID: Int64, _ db: Database) throws -> Bool {
        try db.execute(sql: "DELETE FROM draft WHERE kind = ? AND recordID = ?", arguments: [kind, recordID])
        let wasThere = db.changesCount > 0
        // A date for a draft that is no more has nothing to publish.
        try db.execute(sql: "DELETE FROM schedule WHERE kind = ? AND recordID = ? AND act = 'draft'", arguments: [kind, recordID])
        return wasThere
    }

    /// Keeps a record's fields as its draft.
    /// - Parameter edition: of the draft that was edited, 0 where there was none.
    /// - Returns: whether it was; not when somebody saved another edition meanwhile.
    static func save<R: Resource>(_ record: R, version: Int, edition: Int, _ db: Database, by actor: Actor) throws -> Bool {
        let id = record.stamp.id ?? 0
        let present = try find(R.name, id, db)
        guard present?.edition ?? 0 == edition else { return false }
        let sql = """
            INSERT INTO draft (kind, recordID, version, edition, at, accountID, actor, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, recordID) DO UPDATE SET version = excluded.version, edition = excluded.edition, at = excluded.at,
              accountID = excluded.accountID, actor = excluded.actor, fields = excluded.fields
            """
        try db.execute(
            sql: sql,
            arguments: [R.name, id, version, edition + 1, db.transactionDate, actor.accountID, actor.name, record.packed.compact])
        try record.audit("draft", db, by: actor)
        return true
    }

    /// The record with the draft's fields, visible; what they point to and is gone is left out.
    func over<R: Resource>(_ record: R, _ db: Database) throws -> R {
        var record = record
        _ = try record.take(JSON(parsing: fields.utf8), db)
        Listing<R>.publication?.load(&record, true.databaseValue)
        return record
    }
}

/// Why a draft was not published.
enum DraftRefusal: Error {
    case gone
    /// These fields were changed in the published record too, after the draft was begun.
    case changedMeanwhile(fields: [String])
}

extension Draft {
    /// Publishes what the draft changed. What others changed in the published record meanwhile stays, unless both changed the same
    /// field: then nothing is published.
    /// - Returns: what was left out because it is gone.
    static func publish<R: Resource>(
        _ record: inout R, _ db: Database, by actor: Actor, words: Words, zone: TimeZone, detail: [String: String] = [:]
    ) throws -> [Lost] {
        guard let draft = try find(R.name, record.stamp.id ?? 0, db) else { throw DraftRefusal.gone }
        let mine = try JSON(parsing: draft.fields.utf8)
        let base = try Revision.of(R.name, draft.recordID).filter(Revision.Columns.version == draft.version).fetchOne(db)?.packed
        var merged: [(key: String, value: JSON)] = []
        var clashes: [String] = []
        for field in R.fields where field.name != Listing<R>.publication?.name {
            guard let typed = mine[field.name] else { continue }
            let stands = field.pack(record)
            // Without the version it was begun on, all of the draft counts as changed.
            let begun = base?[field.name] ?? stands
            guard base == nil || !FieldDifference.isSame(field.kind, typed, begun) else { continue }
            if !FieldDifference.isSame(field.kind, stands, begun), !FieldDifference.isSame(field.kind, stands, typed) {
                clashes.append(field.name)
            }
            merged.append((field.name, typed))
        }
        guard clashes.isEmpty else { throw DraftRefusal.changedMeanwhile(fields: clashes) }
        Listing<R>.publication?.load(&record, true.databaseValue)
        let lost = try record.restore(.object(merged), db, by: actor, words: words, zone: zone, detail: detail)
        try remove(R.name, draft.recordID, db)
        return lost
    }
}
