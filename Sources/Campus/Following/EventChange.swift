import Admin
import Foundation
import GRDB

/// A change of a followed event; table `campusEventChange`, filled by a trigger.
enum EventChange {
    /// Seconds without further change before followers are notified. A quick correction or undo notifies no one.
    static let patience: TimeInterval = 120

    /// Creates notifications of settled changes. `rendering` compares places in any one language.
    static func settle(_ rendering: RenderContext, at now: Date, _ db: Database) throws {
        let sql = "SELECT id, event FROM campusEventChange WHERE telling IS NULL AND at <= ?"
        for row in try Row.fetchAll(db, sql: sql, arguments: [now - patience]) {
            let (id, event): (Int64, Int64) = (row["id"], row["event"])
            if let before = try EventState.before(change: id, rendering, db), let after = try EventState.now(event, rendering, db),
                before.isNews(after), let end = before.end(after, now: now),
                let notification = try AlertNotification.note(event: event, until: end, at: now, db)
            {
                try db.execute(sql: "UPDATE campusEventChange SET telling = ? WHERE id = ?", arguments: [notification, id])
            } else {
                try db.execute(sql: "DELETE FROM campusEventChange WHERE id = ?", arguments: [id])
            }
        }
    }
}

struct EventState: Equatable, Sendable {
    let title: String
    let starts: Date
    let ends: Date
    let place: String
    let isCancelled: Bool
    let isGone: Bool

    var isOff: Bool { isCancelled || isGone }

    static func now(_ event: Int64, _ rendering: RenderContext, _ db: Database) throws -> EventState? {
        try find("campusEvent", event: "id", by: "id", event, rendering, db)
    }

    static func before(change: Int64, _ rendering: RenderContext, _ db: Database) throws -> EventState? {
        try find("campusEventChange", event: "event", by: "id", change, rendering, db)
    }

    static func before(notification: Int64, _ rendering: RenderContext, _ db: Database) throws -> EventState? {
        try find("campusEventChange", event: "event", by: "telling", notification, rendering, db)
    }

    private static func find(
        _ table: String, event: String, by column: String, _ id: Int64, _ rendering: RenderContext, _ db: Database
    ) throws -> EventState? {
        // The earlier state has no translation; with an unchanged place, the event's translation applies.
        let location = "iif(e.location = o.location, \(rendering.text("o", "location", fresh: true)), e.location)"
        let sql = """
            SELECT \(rendering.text("o", "title")) AS title, e.starts, e.ends, \(AgendaQuery.place(rendering, location)) AS place, e.cancelled,
              e.deletedAt IS NOT NULL AS isGone
            FROM \(table) e JOIN campusEvent o ON o.id = e.\(event)
            LEFT JOIN campusArea a ON a.id = e.area LEFT JOIN campusBuilding b ON b.id = coalesce(e.building, a.building)
            WHERE e.\(column) = ?
            """
        return try Row.fetchOne(db, sql: sql, arguments: [id]).map {
            EventState(
                title: $0["title"], starts: $0["starts"], ends: $0["ends"], place: $0["place"], isCancelled: $0["cancelled"],
                isGone: $0["isGone"])
        }
    }

    func isNews(_ after: EventState) -> Bool { isOff != after.isOff || !isOff && self != after }

    /// When the change stops being news: the next beginning of both states, else end. Nil when both are over.
    func end(_ after: EventState, now: Date) -> Date? {
        [starts, after.starts].filter { $0 > now }.min() ?? [ends, after.ends].filter { $0 > now }.min()
    }
}
