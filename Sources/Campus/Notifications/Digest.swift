import Foundation
import GRDB

/// One daily message for subscriptions with a chosen hour. Emergencies do not wait.
enum Digest {
    /// Delays new deliveries to the chosen hour, unless they are outdated by then.
    static func putOff(_ notification: AlertNotification, at now: Date, in zone: TimeZone, _ db: Database) throws {
        if notification.isUrgent { return }
        for hour in try Int.fetchAll(db, sql: "SELECT DISTINCT digestHour FROM campusWay WHERE digestHour IS NOT NULL") {
            let next = QuietHours.next(hour, after: now, in: zone)
            guard next < notification.endsAt else { continue }
            try db.execute(
                sql: """
                    UPDATE campusDelivery SET nextAt = ? WHERE telling = ? AND state = 'waiting'
                      AND way IN (SELECT id FROM campusWay WHERE digestHour = ?)
                    """, arguments: [next, notification.id, hour])
        }
    }

    static func due(_ subscription: Subscription, at now: Date, _ db: Database) throws -> [Delivery] {
        try Delivery.fetchAll(
            db,
            sql: """
                SELECT d.id, d.telling, d.way, d.attempts FROM campusDelivery d JOIN campusTelling t ON t.id = d.telling
                WHERE d.way = ? AND d.state = 'waiting' AND d.nextAt <= ? AND NOT t.isUrgent ORDER BY t.id
                """, arguments: [subscription.id, now])
    }
}
