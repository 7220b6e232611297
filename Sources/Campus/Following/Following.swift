import Foundation
import GRDB

struct Following: Sendable {
    let event: Int64

    /// Limit for each visitor, against abuse.
    static let limit = 60

    func isKept(of visitor: Int64?, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM campusFollowing WHERE visitorID = ? AND event = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [visitor, event]) ?? false
    }

    func keep(of visitor: Int64, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT count(*) FROM campusFollowing WHERE visitorID = ? AND event <> ?"
        guard try Int.fetchOne(db, sql: sql, arguments: [visitor, event]) ?? 0 < Self.limit else { return false }
        try db.execute(
            sql: "INSERT OR IGNORE INTO campusFollowing (visitorID, event, at) VALUES (?, ?, ?)", arguments: [visitor, event, now])
        return true
    }

    func remove(of visitor: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM campusFollowing WHERE visitorID = ? AND event = ?", arguments: [visitor, event])
    }

    static func marks(of visitor: Int64?, _ db: Database) throws -> [Bookmark] {
        let sql = "SELECT f.event FROM campusFollowing f JOIN campusEvent e ON e.id = f.event WHERE f.visitorID = ? ORDER BY e.starts, e.id"
        return try Int64.fetchAll(db, sql: sql, arguments: [visitor]).map { Bookmark(kind: "event", id: $0) }
    }

    static func sweep(_ db: Database, at now: Date) throws -> Int {
        try db.execute(
            sql: "DELETE FROM campusFollowing WHERE event IN (SELECT id FROM campusEvent WHERE ends < ?)", arguments: [now - 7 * 86_400])
        return db.changesCount
    }
}
