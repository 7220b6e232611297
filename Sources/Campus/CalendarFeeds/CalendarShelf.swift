import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Makes the events of a calendar follow that of somebody else.
struct CalendarShelf {
    let calendar: Int64
    let db: Database
    let words: Words
    let zone: TimeZone
    let now: Date

    private static let actor = Actor.system("portico")

    /// Adds what is new and changes what says something else by now; each thing once. What an editor threw away stays away.
    func take(_ items: [CalendarReader.Item]) throws -> (added: Int, changed: Int) {
        var (added, changed, seen): (Int, Int, Set<String>) = (0, 0, [])
        for item in items.sorted(by: { $0.start < $1.start }) where seen.insert(item.identity).inserted {
            let sql = "SELECT event, said FROM campusCalendarFeedItem WHERE calendar = ? AND identity = ?"
            let known = try Row.fetchOne(db, sql: sql, arguments: [calendar, item.identity])
            let event: Int64?
            if let known {
                event = known["event"]
                if known["said"] != item.said, try change(event, item) { changed += 1 }
            } else {
                event = try add(item)
                added += 1
            }
            try db.execute(
                sql: "INSERT OR REPLACE INTO campusCalendarFeedItem (calendar, identity, event, said, seenAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [calendar, item.identity, event, item.said, now])
        }
        return (added, changed)
    }

    private func add(_ item: CalendarReader.Item) throws -> Int64? {
        var event = Event()
        event.calendar = calendar
        fill(&event, item)
        try event.insert(db, by: Self.actor)
        return event.id
    }

    private func change(_ id: Int64?, _ item: CalendarReader.Item) throws -> Bool {
        guard let id, var event = try Event.fetch(db, id: id), event.stamp.deletedAt == nil else { return false }
        fill(&event, item)
        try event.update(db, by: Self.actor, words: words, zone: zone)
        return true
    }

    private func fill(_ event: inout Event, _ item: CalendarReader.Item) {
        (event.title, event.details, event.location, event.link) = (item.title, item.text, item.place, item.address)
        (event.starts, event.ends, event.cancelled) = (item.start, max(item.start, item.end), item.isCancelled)
    }

    /// Puts what is still to come and stands in the feed no more into the trash; what is over stays, as it took place.
    func drop() throws -> Int {
        let sql = """
            SELECT i.identity, e.id FROM campusCalendarFeedItem i LEFT JOIN campusEvent e ON e.id = i.event AND e.deletedAt IS NULL
            WHERE i.calendar = ? AND i.seenAt < ? AND (e.id IS NULL OR e.ends >= ?)
            """
        var removed = 0
        for row in try Row.fetchAll(db, sql: sql, arguments: [calendar, now, now]) {
            if let id: Int64 = row["id"], var event = try Event.fetch(db, id: id) {
                try event.move(toTrash: true, db, by: Self.actor)
                removed += 1
            }
            try db.execute(
                sql: "DELETE FROM campusCalendarFeedItem WHERE calendar = ? AND identity = ?",
                arguments: [calendar, row["identity"] as String])
        }
        return removed
    }
}

extension CalendarReader.Item {
    /// Everything that an event is made of, to see whether it changed.
    var said: String {
        [title, text, place, address, WrittenTime.iso(start), WrittenTime.iso(end), isCancelled ? "cancelled" : ""].joined(separator: "\n")
    }
}
