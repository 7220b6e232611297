import Admin
import Foundation
import GRDB
import Registry

/// An event in a visitor's own calendar; table `campusOwnEvent`.
struct OwnEvent: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    static let databaseTableName = "campusOwnEvent"
    /// Limit for each visitor.
    static let limit = 200
    static let reminders = [10, 30, 60, 1_440]

    /// `exam` and `task` belong to a course; `lecture` is one without a timetable.
    enum Kind: String, Codable, CaseIterable, Sendable { case personal, lecture, exam, task }

    private(set) var id: Int64?
    let visitorID: Int64
    var course: Int64?
    var kind = Kind.personal
    var title = ""
    var starts: Date
    var ends: Date
    var weeklyUntil: Date?
    var place = ""
    var note = ""
    var reminder: Int?
    var version = 1
    var changedAt: Date

    init(of visitor: Int64, at now: Date) {
        (visitorID, changedAt) = (visitor, now)
        starts = now.nextHour
        ends = now.nextHour + 3_600
    }

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    static func find(_ id: Int64, of visitor: Int64, _ db: Database) throws -> OwnEvent? {
        try fetchOne(db, sql: "SELECT * FROM campusOwnEvent WHERE id = ? AND visitorID = ?", arguments: [id, visitor])
    }

    static func count(of visitor: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM campusOwnEvent WHERE visitorID = ?", arguments: [visitor]) ?? 0
    }

    func times(in interval: DateInterval, zone: TimeZone) -> [DateInterval] {
        guard let weeklyUntil else {
            return starts < interval.end && ends >= interval.start ? [DateInterval(start: starts, end: ends)] : []
        }
        let length = ends.timeIntervalSince(starts)
        let wanted = DateInterval(start: interval.start - length, end: interval.end)
        return WeeklyHours(from: starts, to: ends, until: weeklyUntil, zone: zone).occurrences(in: wanted, zone: zone)
    }
}

extension OwnEvent {
    private static func all(of visitor: Int64, _ rendering: RenderContext, _ db: Database) throws -> [(OwnEvent, Row)] {
        let sql = """
            SELECT o.*, \(rendering.text("c")) AS courseName, v.colour AS hue FROM campusOwnEvent o
            LEFT JOIN course c ON c.id = o.course AND \(Course.notTrashed("c"))
            LEFT JOIN campusVisitorCourse v ON v.course = o.course AND v.visitorID = o.visitorID
            WHERE o.visitorID = ? ORDER BY o.starts, o.id LIMIT \(limit)
            """
        return try Row.fetchAll(db, sql: sql, arguments: [visitor]).map { (try OwnEvent(row: $0), $0) }
    }

    static func items(of visitor: Int64, in interval: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [AgendaItem] {
        try all(of: visitor, rendering, db).flatMap { event, row in
            event.times(in: interval, zone: rendering.zone).map { time in
                AgendaItem(
                    kind: .own, id: event.id ?? 0, uid: event.uid, start: time.start, end: time.end, title: event.title,
                    place: event.place, source: event.source(row, rendering), colour: row["hue"] ?? "grey", isCancelled: false,
                    href: OwnEventPages.address(event), version: event.version, changedAt: event.changedAt)
            }
        }
    }

    static func entries(of visitor: Int64, _ rendering: RenderContext, origin: String, host: String, _ db: Database) throws
        -> [CalendarEntry]
    {
        try all(of: visitor, rendering, db).map { event, row in
            let text = [event.source(row, rendering), event.note].filter { !$0.isEmpty }.joined(separator: "\n\n")
            return CalendarEntry(
                uid: "\(event.uid)@\(host)", start: event.starts, end: event.ends, summary: event.title, text: text, place: event.place,
                address: origin + OwnEventPages.address(event), sequence: event.version, changedAt: event.changedAt,
                weeklyUntil: event.weeklyUntil, reminder: event.reminder)
        }
    }

    private var uid: String { "own-\(id ?? 0)" }

    private func source(_ row: Row, _ rendering: RenderContext) -> String {
        let kind = rendering.words("campus.own.kinds.\(self.kind.rawValue)")
        guard let course: String = row["courseName"] else { return kind }
        return "\(kind) · \(course)"
    }
}
