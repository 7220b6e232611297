import Accounts
import Admin
import Foundation
import GRDB

/// A text of a house spoken by a person; table `voice`. It belongs to the exact words and stops playing after they change.
struct Voice: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let text: String
    let milliseconds: Int
    let madeBy: String
    let madeAt: Date

    /// Unicode scalars of the longest text that can be recorded.
    static let longest = 1000
    private static let kept: TimeInterval = 30 * 86400
    /// The recordings that play; deleted ones stay for `kept`.
    static let notTrashed = RowCondition.notTrashed(in: "voice", scopeColumn: House.scope.column)
    private static let sql = "SELECT id, text, milliseconds, madeBy, madeAt FROM voice WHERE \(notTrashed.in("?"))"

    static func plain(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    static func all(of house: Int64, _ db: Database) throws -> [Voice] {
        try fetchAll(db, sql: sql + " ORDER BY id", arguments: [house])
    }

    static func isAny(in house: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM voice WHERE \(notTrashed.in("?")))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [house]) == true
    }

    static func of(_ text: String, in house: Int64, _ db: Database) throws -> Voice? {
        try fetchOne(db, sql: sql + " AND text = ?", arguments: [house, plain(text)])
    }

    static func sound(_ id: Int64, of house: Int64, _ db: Database) throws -> Data? {
        let sql = "SELECT sound FROM voice WHERE id = ? AND \(notTrashed.in("?"))"
        return try Data.fetchOne(db, sql: sql, arguments: [id, house])
    }

    static func save(_ sound: StoredSound, of text: String, in house: Int64, by name: String, at now: Date, _ db: Database) throws {
        try remove(text, in: house, at: now, db)
        try db.execute(
            sql: "INSERT INTO voice (houseID, text, sound, milliseconds, madeBy, madeAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [house, plain(text), sound.bytes, sound.milliseconds, name, now])
    }

    /// Archives a recording for a month.
    static func remove(_ text: String, in house: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM voice WHERE deletedAt < ?", arguments: [now.addingTimeInterval(-kept)])
        try db.execute(
            sql: "UPDATE voice SET deletedAt = ? WHERE \(notTrashed.in("?")) AND text = ?",
            arguments: [now, house, plain(text)])
    }

    /// Undoes the last act on these words by restoring the recording archived last. Returns whether there was one.
    static func restore(_ text: String, in house: Int64, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT id FROM voice WHERE houseID = ? AND text = ? AND deletedAt IS NOT NULL ORDER BY deletedAt DESC, id DESC LIMIT 1"
        guard let id = try Int64.fetchOne(db, sql: sql, arguments: [house, plain(text)]) else { return false }
        try remove(text, in: house, at: now, db)
        try db.execute(sql: "UPDATE voice SET deletedAt = NULL WHERE id = ?", arguments: [id])
        return true
    }
}
