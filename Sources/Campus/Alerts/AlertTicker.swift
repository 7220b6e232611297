import Admin
import Foundation
import GRDB
import Web

enum AlertTicker {
    /// The latest alerts for everyone in ticker categories, for `campus/alerts/ticker`: `items`, `hasItems`, `unread` (false for none).
    /// Emergencies are in the banner above.
    static func values(_ visitor: Int64?, _ db: Database, _ words: Words, zone: TimeZone, now: Date = .now) throws -> Values {
        let drawing = AlertDrawing(words: words, zone: zone, now: now)
        let runs =
            "\(AlertAudience.everybody) AND b.severity <> 'emergency' AND b.category IN (SELECT id FROM campusAlertCategory WHERE ticker = 1)"
        let items = try Bulletin.current(db, at: now, where: runs, limit: 3).map { try drawing.values($0, db) }
        let unread = try AlertReading.unread(visitor, db, at: now)
        return [
            "items": items, "hasItems": !items.isEmpty, "unread": unread == 0 ? false : String(unread),
            "unreadLabel": words("campus.alerts.unread", count: unread),
        ]
    }
}
