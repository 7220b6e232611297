import Foundation
import GRDB

/// What a visitor has seen of the alerts, by the token alone.
enum AlertReading {
    /// How many in force are new since the visitor last looked at the list, of those for everybody and those that touch him. Somebody
    /// without a token has seen none.
    static func unread(_ visitor: Int64?, _ db: Database, at now: Date) throws -> Int {
        guard let visitor else {
            let sql = "SELECT count(*) FROM campusBulletin b WHERE \(Bulletin.inForce) AND \(AlertAudience.everybody)"
            return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: ["now": now]) ?? 0
        }
        let sql = """
            SELECT count(*) FROM campusBulletin b WHERE \(Bulletin.inForce) AND \(AlertAudience.concerns)
              AND b.releasedAt > coalesce((SELECT alertsSeenAt FROM campusVisitor WHERE id = :visitor), '')
              AND NOT EXISTS (SELECT 1 FROM campusBulletinRead WHERE bulletin = b.id AND visitorID = :visitor)
            """
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: ["now": now, "visitor": visitor]) ?? 0
    }

    /// The ids of those in force that touch a visitor himself.
    static func own(_ visitor: Int64, _ db: Database, at now: Date) throws -> Set<Int64> {
        let sql = "SELECT b.id FROM campusBulletin b WHERE \(Bulletin.inForce) AND \(AlertAudience.touches)"
        return try Int64.fetchSet(db, sql: sql, arguments: ["now": now, "visitor": visitor])
    }

    /// The list was opened: the badge begins anew.
    static func see(_ visitor: Int64, _ db: Database, at now: Date) throws {
        try db.execute(sql: "UPDATE campusVisitor SET alertsSeenAt = ? WHERE id = ?", arguments: [now, visitor])
    }

    /// One was opened.
    static func read(_ bulletin: Int64, by visitor: Int64, _ db: Database, at now: Date) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO campusBulletinRead (bulletin, visitorID, at) VALUES (?, ?, ?)", arguments: [bulletin, visitor, now])
    }

    /// Visitors who opened it, and those who saw it in the list since it went out.
    static func counts(_ bulletin: Bulletin, _ db: Database) throws -> (opened: Int, seen: Int) {
        let opened = "SELECT count(*) FROM campusBulletinRead WHERE bulletin = ?"
        let seen = """
            SELECT count(*) FROM campusVisitor v WHERE v.alertsSeenAt >= ?1
              OR EXISTS (SELECT 1 FROM campusBulletinRead WHERE bulletin = ?2 AND visitorID = v.id)
            """
        return (
            try Int.fetchOne(db, sql: opened, arguments: [bulletin.id]) ?? 0,
            try Int.fetchOne(db, sql: seen, arguments: [bulletin.releasedAt, bulletin.id]) ?? 0
        )
    }
}
