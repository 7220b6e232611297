import Admin
import Foundation
import GRDB

/// What is known of the feed of a calendar; table `campusCalendarFeed`.
enum CalendarFeed {
    static func state(of calendar: Int64, _ db: Database) throws -> FeedState? {
        let sql = "SELECT state FROM campusCalendarFeed WHERE calendar = ?"
        guard let text = try String.fetchOne(db, sql: sql, arguments: [calendar]) else { return nil }
        return try JSONDecoder().decode(FeedState.self, from: Data(text.utf8))
    }

    static func keep(_ state: FeedState, _ db: Database) throws {
        let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
        try db.execute(
            sql: "INSERT OR REPLACE INTO campusCalendarFeed (calendar, address, attemptedAt, nextAt, state) VALUES (?, ?, ?, ?, ?)",
            arguments: [state.source, state.address, state.attemptedAt, state.nextAt, text])
    }

    /// Those to be read now; of one whose address changed the state counts no more.
    static func due(_ db: Database, now: Date) throws -> [Int64] {
        let sql = """
            SELECT k.id FROM campusCalendar k LEFT JOIN campusCalendarFeed f ON f.calendar = k.id AND f.address = k.feed
            WHERE k.deletedAt IS NULL AND k.feed <> '' AND (f.nextAt IS NULL OR f.nextAt <= ?) ORDER BY coalesce(f.attemptedAt, ''), k.id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now])
    }

    static func find(_ id: Int64, _ db: Database) throws -> UniversityCalendar? {
        guard let calendar = try UniversityCalendar.fetch(db, id: id), calendar.stamp.deletedAt == nil, !calendar.feed.isEmpty else {
            return nil
        }
        return calendar
    }
}
