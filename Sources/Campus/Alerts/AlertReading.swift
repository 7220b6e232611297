import Foundation
import GRDB

/// Which alerts a visitor has seen, stored under their token only.
enum AlertReading {
    /// Unseen alerts in force that are for everyone or concern the visitor. Without a token, all for everyone are new.
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

    static func own(_ visitor: Int64, _ db: Database, at now: Date) throws -> Set<Int64> {
        let sql = "SELECT b.id FROM campusBulletin b WHERE \(Bulletin.inForce) AND \(AlertAudience.touches)"
        return try Int64.fetchSet(db, sql: sql, arguments: ["now": now, "visitor": visitor])
    }

    static func see(_ visitor: Int64, _ db: Database, at now: Date) throws {
        try db.execute(sql: "UPDATE campusVisitor SET alertsSeenAt = ? WHERE id = ?", arguments: [now, visitor])
    }

    static func read(_ bulletin: Int64, by visitor: Int64, _ db: Database, at now: Date) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO campusBulletinRead (bulletin, visitorID, at) VALUES (?, ?, ?)", arguments: [bulletin, visitor, now])
    }

    /// How many visitors opened it, and how many saw it in the list since publication.
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
