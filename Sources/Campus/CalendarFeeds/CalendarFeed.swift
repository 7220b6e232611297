import Admin
import Formats
import Foundation
import GRDB

enum CalendarFeed {
    static func state(of calendar: Int64, _ db: Database) throws -> FeedState? {
        let sql = "SELECT state FROM campusCalendarFeed WHERE calendar = ?"
        guard let text = try String.fetchOne(db, sql: sql, arguments: [calendar]) else { return nil }
        return try JSONDecoder().decode(FeedState.self, from: Data(text.utf8))
    }

    static func report(of calendar: Int64, _ db: Database) throws -> CalendarReport? {
        let sql = "SELECT state FROM campusCalendarFeed WHERE calendar = ?"
        guard let text = try String.fetchOne(db, sql: sql, arguments: [calendar]) else { return nil }
        return try JSONDecoder().decode(Kept.self, from: Data(text.utf8)).report
    }

    private struct Kept: Codable { let report: CalendarReport? }

    private struct Written: Encodable {
        let state: FeedState
        let report: Kept

        func encode(to encoder: any Encoder) throws {
            try state.encode(to: encoder)
            try report.encode(to: encoder)
        }
    }

    /// `report` is nil where no document was read: then that of the last one stays.
    static func keep(_ state: FeedState, _ report: CalendarReport?, _ db: Database) throws {
        let kept = Kept(report: try report ?? (state.readAt == nil ? nil : self.report(of: state.source, db)))
        let text = String(decoding: try JSONEncoder().encode(Written(state: state, report: kept)), as: UTF8.self)
        try db.execute(
            sql: "INSERT OR REPLACE INTO campusCalendarFeed (calendar, address, attemptedAt, nextAt, state) VALUES (?, ?, ?, ?, ?)",
            arguments: [state.source, state.address, state.attemptedAt, state.nextAt, text])
    }

    /// Feeds that are due. A changed address makes a feed due at once.
    static func due(_ db: Database, now: Date) throws -> [Int64] {
        let sql = """
            SELECT k.id FROM campusCalendar k LEFT JOIN campusCalendarFeed f ON f.calendar = k.id AND f.address = k.feed
            WHERE \(UniversityCalendar.notTrashed("k")) AND k.feed <> '' AND (f.nextAt IS NULL OR f.nextAt <= ?) ORDER BY coalesce(f.attemptedAt, ''), k.id
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [now])
    }
}

extension UniversityCalendar: FeedFollower {
    static let accepted = "text/calendar, */*;q=0.1"
    static let links = FeedLinks.Kind.calendar
    static let longest = CalendarReader.longest

    static func state(of id: Int64, _ db: Database) throws -> FeedState? { try CalendarFeed.state(of: id, db) }
    static func keep(_ state: FeedState, _ report: CalendarReport?, _ db: Database) throws {
        try CalendarFeed.keep(state, report, db)
    }

    /// Two years ahead, and 360 days back, within the year for which events are kept.
    private static func interval(_ now: Date) -> DateInterval { DateInterval(start: now - 360 * 86_400, end: now + 730 * 86_400) }

    static func contents(
        of document: Outgoing.Document, zone: TimeZone, now: Date
    ) throws(FeedOutcome) -> FeedContents<CalendarReader.Item> {
        do {
            let charset = FeedText.charset(of: document.header("content-type"))
            let calendar = try CalendarReader(document.bytes, charset: charset, zone: zone, in: interval(now))
            return FeedContents(items: calendar.items, report: calendar.report)
        } catch {
            throw error == .tooLong ? .work : .noCalendar
        }
    }

    /// Future events missing from a new document are removed; past ones stay.
    func drop(_ following: FeedFollowing<CalendarReader.Item>, _ state: FeedState, isNew: Bool) throws -> Int {
        isNew ? try following.drop(missingSince: following.now, where: "e.id IS NULL OR e.ends >= ?", following.now) : 0
    }
}
