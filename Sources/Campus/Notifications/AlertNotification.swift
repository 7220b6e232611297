import Admin
import Foundation
import GRDB

/// News for every subscription that wants it; table `campusTelling`.
struct AlertNotification: Decodable, FetchableRecord, Sendable {
    enum Act: String, Codable, Sendable, DatabaseValueConvertible {
        case published, withdrawn
        case changed
    }

    let id: Int64
    let bulletin: Int64?
    let event: Int64?
    let act: Act
    let thread: Int64
    let isUrgent: Bool
    let at: Date
    let endsAt: Date

    /// Lifetime in seconds. Over one day, so that it reaches the next digest even after a clock change.
    private static let lifetime: TimeInterval = 26 * 3_600

    /// Groups messages: a correction or withdrawal replaces the alert's notification.
    var topic: String { act == .changed ? "event-\(thread)" : "alert-\(thread)" }

    /// Recorded in the transaction of the change. Without any subscription, nothing is recorded.
    static func note(_ bulletin: Bulletin, _ act: Act, at now: Date, _ db: Database) throws {
        let isAny = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM campusWay WHERE confirmedAt IS NOT NULL)") ?? false
        guard isAny, let id = bulletin.id, let thread = bulletin.alert else { return }
        // The end or correction of an emergency cannot wait for the morning either.
        let before = try bulletin.replaces.flatMap { try Bulletin.find($0, db) }
        let isUrgent = !bulletin.isDrill && [bulletin.weight, before?.weight].contains(.emergency)
        let latest = now + lifetime
        let end = act == .withdrawn ? latest : min(bulletin.expiresAt ?? latest, latest)
        try db.execute(
            sql: "INSERT OR IGNORE INTO campusTelling (bulletin, act, thread, isUrgent, at, endsAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id, act, thread, isUrgent, now, end])
        try Jobs.enqueue(db, NotificationJob.alerts, title: LocalizedMessage("campus.jobs.telling"), by: .system(""))
    }

    static func note(event: Int64, until end: Date, at now: Date, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM campusFollowing f JOIN campusWay w ON w.visitorID = f.visitorID
              WHERE f.event = ? AND w.confirmedAt IS NOT NULL)
            """
        guard try Bool.fetchOne(db, sql: sql, arguments: [event]) == true else { return nil }
        try db.execute(
            sql: "INSERT INTO campusTelling (event, act, thread, isUrgent, at, endsAt) VALUES (?, ?, ?, 0, ?, ?)",
            arguments: [event, Act.changed, event, now, min(end, now + lifetime)])
        return db.lastInsertedRowID
    }

    /// Drops what was waiting in a restored copy: the original site may have sent it.
    static func dropWaiting(before moment: Date, at now: Date, _ db: Database) throws {
        let old = "SELECT id FROM campusTelling WHERE at < :moment"
        try db.execute(
            sql: "UPDATE campusDelivery SET state = 'dropped' WHERE state = 'waiting' AND telling IN (\(old))",
            arguments: ["moment": moment])
        try db.execute(
            sql: "UPDATE campusTelling SET spreadAt = :now WHERE spreadAt IS NULL AND at < :moment",
            arguments: ["now": now, "moment": moment])
    }

    /// Deleted alerts are announced like withdrawn ones.
    static func announceDeleted(at now: Date, _ db: Database) throws {
        let sql = """
            SELECT b.* FROM campusBulletin b JOIN campusAlert a ON a.id = b.alert
            WHERE b.state = 'published' AND a.deletedAt IS NOT NULL
              AND EXISTS (SELECT 1 FROM campusTelling WHERE bulletin = b.id AND act = 'published')
              AND NOT EXISTS (SELECT 1 FROM campusTelling WHERE bulletin = b.id AND act = 'withdrawn')
            """
        for bulletin in try Bulletin.fetchAll(db, sql: sql) { try note(bulletin, .withdrawn, at: now, db) }
    }

    /// SQL: whether the subscription `w` receives the bulletin `b`. Each one gets emergencies; followers of an event get all its alerts.
    fileprivate static let wants = """
        (b.severity = 'emergency'
          OR EXISTS (SELECT 1 FROM campusBulletinTarget t JOIN campusFollowing f ON f.event = t.objectID
            WHERE t.bulletin = b.id AND t.kind = 'event' AND f.visitorID = w.visitorID)
          OR (w.topic = 'all' OR w.topic = 'mine' AND \(AlertAudience.concerns.replacing(":visitor", with: "w.visitorID")))
            AND (w.least = 'info' OR b.severity = 'warning'))
        """

    /// Creates one delivery for each recipient. Recipients of an earlier message always get the later one; others get only the latest.
    static func spread(_ part: NotificationRun.Part, at now: Date, in zone: TimeZone, _ db: Database) throws {
        let new = try fetchAll(db, sql: "SELECT * FROM campusTelling WHERE spreadAt IS NULL AND \(part.notifications) ORDER BY id")
        for notification in new {
            try db.execute(
                sql: """
                    UPDATE campusDelivery SET state = 'dropped' WHERE state = 'waiting'
                      AND telling IN (SELECT id FROM campusTelling WHERE thread = ? AND event IS ? AND id < ?)
                    """, arguments: [notification.thread, notification.event, notification.id])
            try db.execute(
                sql: """
                    INSERT INTO campusDelivery (telling, way, channel, nextAt)
                    SELECT :id, w.id, w.channel, :now FROM campusWay w LEFT JOIN campusBulletin b ON b.id = :bulletin
                    WHERE w.confirmedAt IS NOT NULL AND \(notification.act.audience)
                    """,
                arguments: [
                    "id": notification.id, "thread": notification.thread, "bulletin": notification.bulletin, "event": notification.event,
                    "now": now,
                ])
            try Digest.putOff(notification, at: now, in: zone, db)
            try db.execute(sql: "UPDATE campusTelling SET spreadAt = ? WHERE id = ?", arguments: [now, notification.id])
        }
    }
}

extension AlertNotification.Act {
    fileprivate var audience: String {
        let told = """
            w.id IN (SELECT d.way FROM campusDelivery d JOIN campusTelling t ON t.id = d.telling
              WHERE t.thread = :thread AND t.bulletin IS NOT NULL AND t.id < :id AND d.state = 'sent')
            """
        return switch self {
        case .published: "(\(AlertNotification.wants) OR \(told))"
        case .withdrawn: told
        case .changed:
            """
            w.visitorID IN (SELECT f.visitorID FROM campusFollowing f JOIN campusEventChange c ON c.event = f.event
              WHERE c.telling = :id AND f.at < c.at)
            """
        }
    }
}
