import Foundation
import GRDB
import Web

struct Bookmark: Sendable, Equatable {
    let kind: String
    let id: Int64

    static let favourites = 25
    static let recents = 10

    enum BookmarkResult { case added, known, full }

    func isFavourite(of reader: Int64?, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM campusVisitorMark WHERE visitorID = ? AND list = 'favourite' AND kind = ? AND objectID = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [reader, kind, id]) ?? false
    }

    func values(of reader: Int64?, _ db: Database) throws -> Values {
        ["kind": kind, "id": String(id), "isKept": try isFavourite(of: reader, db)]
    }

    func keep(_ reader: Int64, _ db: Database, at now: Date) throws -> BookmarkResult {
        if try isFavourite(of: reader, db) { return .known }
        guard try Self.all("favourite", of: reader, db).count < Self.favourites else { return .full }
        try insert("favourite", reader, db, at: now)
        return .added
    }

    /// Moves a record to the top of the recent list; the oldest is dropped.
    func remember(_ reader: Int64, _ db: Database, at now: Date) throws {
        try insert("recent", reader, db, at: now)
        let others = try Self.all("recent", of: reader, db).dropFirst(Self.recents)
        for old in others { try old.remove(from: "recent", reader, db) }
    }

    func remove(from list: String, _ reader: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM campusVisitorMark WHERE visitorID = ? AND list = ? AND kind = ? AND objectID = ?",
            arguments: [reader, list, kind, id])
    }

    static func all(_ list: String, of reader: Int64, _ db: Database) throws -> [Bookmark] {
        let sql = "SELECT kind, objectID FROM campusVisitorMark WHERE visitorID = ? AND list = ? ORDER BY at DESC, objectID"
        return try Row.fetchAll(db, sql: sql, arguments: [reader, list]).map { Bookmark(kind: $0["kind"], id: $0["objectID"]) }
    }

    private func insert(_ list: String, _ reader: Int64, _ db: Database, at now: Date) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO campusVisitorMark (visitorID, list, kind, objectID, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [reader, list, kind, id, now.ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true))])
    }
}
