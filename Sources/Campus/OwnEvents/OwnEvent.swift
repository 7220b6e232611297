import Admin
import Foundation
import GRDB
import Registry

/// An event in a visitor's own calendar; table `campusOwnEvent`.
struct OwnEvent: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
    static let databaseTableName = "campusOwnEvent"
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
    /// The end of its last day of repetition; nil for a single event.
    var repeatsUntil: Date?
    var repetition: RepetitionRule?
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

    /// One time of it, by the day of its rule.
    struct Occurrence {
        /// `2026-12-24`
        let day: String
        let usual: DateInterval
        /// nil for left out.
        let time: DateInterval?
    }

    /// All times of its rule, with those that are left out.
    func occurrences(_ changes: [String: OwnEventChange], zone: TimeZone) -> [Occurrence] {
        let first = DateInterval(start: starts, end: ends)
        guard let repetition, let repeatsUntil else { return [Occurrence(day: AgendaSpan.text(starts, zone), usual: first, time: first)] }
        return repetition.times(of: first, until: repeatsUntil, zone: zone).map { usual in
            let day = AgendaSpan.text(usual.start, zone)
            return Occurrence(day: day, usual: usual, time: changes[day].map(\.time) ?? usual)
        }
    }

    /// Those that begin or last within an interval, as they were changed.
    func times(in interval: DateInterval, _ changes: [String: OwnEventChange] = [:], zone: TimeZone) -> [DateInterval] {
        let first = DateInterval(start: starts, end: ends)
        var all = [first]
        if !changes.isEmpty {
            all = occurrences(changes, zone: zone).compactMap(\.time)
        } else if let repetition, let repeatsUntil {
            let wanted = DateInterval(start: interval.start - first.duration - 7_200, end: interval.end)
            all = repetition.times(of: first, until: repeatsUntil, in: wanted, zone: zone)
        }
        return all.filter { $0.start < interval.end && $0.end >= interval.start }
    }

    func sentence(_ rendering: RenderContext) -> String? {
        guard let repetition, let repeatsUntil else { return nil }
        return repetition.sentence(from: starts, until: repeatsUntil, rendering)
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
        let changes = try OwnEventChange.all(of: visitor, db)
        return try all(of: visitor, rendering, db).flatMap { event, row in
            event.times(in: interval, changes[event.id ?? 0] ?? [:], zone: rendering.zone).map { time in
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
        let changes = try OwnEventChange.all(of: visitor, db)
        return try all(of: visitor, rendering, db).flatMap { event, row -> [CalendarEntry] in
            let text = [event.source(row, rendering), event.note].filter { !$0.isEmpty }.joined(separator: "\n\n")
            let entry = CalendarEntry(
                uid: "\(event.uid)@\(host)", start: event.starts, end: event.ends, summary: event.title, text: text, place: event.place,
                address: origin + OwnEventPages.address(event), sequence: event.version, changedAt: event.changedAt,
                reminder: event.reminder)
            guard let repetition = event.repetition else { return [entry] }
            let all = event.occurrences(changes[event.id ?? 0] ?? [:], zone: rendering.zone)
            let found = all.compactMap { one -> (Date, CalendarEntry)? in
                guard let time = one.time else { return nil }
                var copy = entry
                (copy.start, copy.end) = (time.start, time.end)
                return (one.usual.start, copy)
            }
            let repeated = RepeatedEntry(
                uid: entry.uid, repetition: repetition, slots: all.map(\.usual.start), zone: rendering.zone)
            return repeated.entries(Dictionary(found) { one, _ in one })
        }
    }

    private var uid: String { "own-\(id ?? 0)" }

    private func source(_ row: Row, _ rendering: RenderContext) -> String {
        let kind = rendering.words("campus.own.kinds.\(self.kind.rawValue)")
        guard let course: String = row["courseName"] else { return kind }
        return "\(kind) · \(course)"
    }
}
