import Accounts
import Admin
import Foundation
import GRDB

/// A short video of what some words say, such as a step; table `clip`. It belongs to the exact words, as recordings do.
struct Clip: Decodable, FetchableRecord, Sendable {
    let id: Int64
    let text: String
    let milliseconds: Int

    private static let kept: TimeInterval = 30 * 86400
    /// The videos that are shown; deleted ones stay for `kept`.
    static let notTrashed = RowCondition.notTrashed(in: "clip", scopeColumn: House.scope.column)

    var address: String { "/house/clips/\(id)" }

    static func all(of house: Int64, _ db: Database) throws -> [Clip] {
        try fetchAll(db, sql: "SELECT id, text, milliseconds FROM clip WHERE \(notTrashed.in("?")) ORDER BY id", arguments: [house])
    }

    static func of(_ text: String, in house: Int64, _ db: Database) throws -> Clip? {
        let sql = "SELECT id, text, milliseconds FROM clip WHERE \(notTrashed.in("?")) AND text = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [house, Voice.plain(text)])
    }

    static func video(_ id: Int64, of house: Int64, _ db: Database) throws -> Data? {
        try Data.fetchOne(db, sql: "SELECT video FROM clip WHERE id = ? AND \(notTrashed.in("?"))", arguments: [id, house])
    }

    static func save(_ clip: StoredClip, of text: String, in house: Int64, at now: Date, _ db: Database) throws {
        try remove(text, in: house, at: now, db)
        try db.execute(
            sql: "INSERT INTO clip (houseID, text, video, milliseconds, madeAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [house, Voice.plain(text), clip.bytes, clip.milliseconds, now])
    }

    /// Copies the video of these words to a house that has none of them. Returns whether it did.
    static func copy(
        _ text: String, from source: Int64, to target: Int64, in act: Int64?, at now: Date, _ db: Database
    ) throws -> Bool {
        guard let clip = try of(text, in: source, db), try of(text, in: target, db) == nil else { return false }
        let sql = """
            INSERT INTO clip (houseID, text, video, milliseconds, madeAt, actID)
            SELECT ?, text, video, milliseconds, ?, ? FROM clip WHERE id = ?
            """
        try db.execute(sql: sql, arguments: [target, now, act, clip.id])
        return true
    }

    /// Archives a video for a month.
    static func remove(_ text: String, in house: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM clip WHERE deletedAt < ?", arguments: [now.addingTimeInterval(-kept)])
        try db.execute(
            sql: "UPDATE clip SET deletedAt = ? WHERE \(notTrashed.in("?")) AND text = ?", arguments: [now, house, Voice.plain(text)])
    }

    /// Undoes the last act on these words by restoring the video archived last. Returns whether there was one.
    static func restore(_ text: String, in house: Int64, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT id FROM clip WHERE houseID = ? AND text = ? AND deletedAt IS NOT NULL ORDER BY deletedAt DESC, id DESC LIMIT 1"
        guard let id = try Int64.fetchOne(db, sql: sql, arguments: [house, Voice.plain(text)]) else { return false }
        try remove(text, in: house, at: now, db)
        // A video that a person brings back stays, wherever it came from.
        try db.execute(sql: "UPDATE clip SET deletedAt = NULL, actID = NULL, isUndone = 0 WHERE id = ?", arguments: [id])
        return true
    }
}
