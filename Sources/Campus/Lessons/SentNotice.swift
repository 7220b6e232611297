import Admin
import Foundation
import GRDB

/// A teacher's sent message: the latest bulletin of an alert about one of their courses.
struct SentNotice: Sendable {
    let bulletin: Bulletin
    let course: Int64

    /// Newest first, without alerts of changed lessons, which follow their lessons.
    static func all(of account: Int64, _ db: Database) throws -> [SentNotice] {
        let sql = """
            SELECT b.*, t.objectID AS course FROM campusBulletin b
            JOIN campusAlert a ON a.id = b.alert AND \(Alert.notTrashed("a"))
            JOIN campusBulletinTarget t ON t.bulletin = b.id AND t.kind = 'course'
            WHERE b.proposedBy = ? AND b.severity = 'info' AND NOT b.isDrill AND b.instruction = ''
              AND b.id = (SELECT max(id) FROM campusBulletin WHERE alert = b.alert)
              AND (SELECT count(*) FROM campusBulletinTarget WHERE bulletin = b.id) = 1
              AND b.alert NOT IN (SELECT alert FROM campusLessonChange WHERE alert IS NOT NULL)
            ORDER BY b.id DESC LIMIT 200
            """
        return try Row.fetchAll(db, sql: sql, arguments: [account]).map {
            SentNotice(bulletin: try Bulletin(row: $0), course: $0["course"])
        }
    }

    static func find(_ id: Int64?, of account: Int64, _ db: Database, at now: Date) throws -> SentNotice? {
        try all(of: account, db).first { try $0.bulletin.id == id && $0.bulletin.isInForce(db, at: now) }
    }
}
