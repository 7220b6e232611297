import Admin
import Foundation
import GRDB
import Registry
import Web

struct WeeklyLesson: Sendable {
    let id: Int64
    let timetable: Int64
    let activity: Int64
    let course: Int64
    /// As possibly marked text.
    let markedTitle: String
    var title: String { markedTitle.unmarked }
    let area: Int64?
    let place: String
    let hours: WeeklyHours
    let version: Int
    let changedAt: Date
    var changes: [LessonChange] = []
    var rooms: [Int64: String] = [:]
    var points: [Int64: GeoPoint] = [:]
    /// Days without lessons: `2026-12-24`.
    var closed: Set<String> = []
    /// That of the applied academic calendar.
    var calendarVersion = 0

    /// Permanent, the same for every week.
    var uid: String { "slot-\(id)" }
    /// Raised by every change of the timetable or of one week.
    var sequence: Int { changes.reduce(version + calendarVersion) { $0 + $1.version } }
    var touchedAt: Date { changes.map(\.changedAt).reduce(changedAt, max) }

    /// `condition` is SQL on the slot `s`, timetable `t`, activity `a` and course `c`. Without `calendar` lessons follow the applied one.
    static func all(
        where condition: String, _ arguments: StatementArguments = [], limit: Int = 10_000, calendar: AcademicCalendar? = nil,
        _ rendering: RenderContext, _ db: Database
    ) throws -> [WeeklyLesson] {
        let sql = """
            SELECT s.id, s.timetable, s.weekday, s.begins, s.ends, ar.id AS area, a.id AS activity, c.id AS course, \(rendering.localizedSQL("c")) AS title,
              \(Self.room("ar", "bu", rendering)) AS place, bu.place AS point, t.version, t.updatedAt,
              t.begins AS ownBegins, t.ends AS ownEnds, y.begins AS yearBegins, y.ends AS yearEnds, a.year, a.term, dp.faculty
            FROM campusSlot s JOIN campusTimetable t ON t.id = s.timetable JOIN activity a ON a.id = t.activity
            JOIN course c ON c.id = a.course JOIN academicYear y ON y.id = a.year
            LEFT JOIN campusArea ar ON ar.id = s.area AND \(Area.shown("ar"))
            LEFT JOIN campusBuilding bu ON bu.id = ar.building
            LEFT JOIN degree dg ON dg.id = c.degree LEFT JOIN department dp ON dp.id = dg.department
            WHERE \(Timetable.notTrashed("t")) AND \(Activity.notTrashed("a")) AND \(Course.notTrashed("c")) AND (\(condition))
            ORDER BY s.id LIMIT \(limit)
            """
        var terms = LessonTerms(try calendar ?? .applied(db), zone: rendering.zone)
        let lessons = try Row.fetchAll(db, sql: sql, arguments: arguments).compactMap { make($0, &terms) }
        return try adding(to: lessons, rendering, db)
    }

    private static func make(_ row: Row, _ terms: inout LessonTerms) -> WeeklyLesson? {
        guard let weekday = Weekday(rawValue: row["weekday"]), let from = ClockTime.minutes(row["begins"]),
            let to = ClockTime.minutes(row["ends"]), let (begins, ends) = terms.span(row)
        else { return nil }
        var lesson = WeeklyLesson(
            id: row["id"], timetable: row["timetable"], activity: row["activity"], course: row["course"], markedTitle: row["title"],
            area: row["area"], place: row["place"] ?? "",
            hours: WeeklyHours(weekday: weekday.number, from: from, to: to, validFrom: begins, validTo: ends), version: row["version"],
            changedAt: row["updatedAt"])
        (lesson.closed, lesson.calendarVersion) = (terms.closed(row["faculty"]), terms.calendar.version)
        if let area = lesson.area { lesson.points[area] = (row["point"] as String?).flatMap(GeoPoint.init(kept:)) }
        return lesson
    }

    private static func room(_ area: String, _ building: String, _ rendering: RenderContext) -> String {
        "\(rendering.text(area)) || coalesce(', ' || \(rendering.text(building)), '')"
    }

    private static func adding(to lessons: [WeeklyLesson], _ rendering: RenderContext, _ db: Database) throws -> [WeeklyLesson] {
        guard !lessons.isEmpty else { return [] }
        let ids = lessons.map { String($0.id) }.joined(separator: ",")
        let sql = """
            SELECT h.*, \(Self.room("r", "bu", rendering)) AS room, bu.place AS point FROM campusLessonChange h
            LEFT JOIN campusArea r ON r.id = h.area AND \(Area.shown("r")) LEFT JOIN campusBuilding bu ON bu.id = r.building
            WHERE h.slot IN (\(ids)) ORDER BY h.day
            """
        let rows = try Row.fetchAll(db, sql: sql)
        guard !rows.isEmpty else { return lessons }
        let found = try rows.map { row in
            (
                change: try LessonChange(row: row), room: row["room"] as String?,
                point: (row["point"] as String?).flatMap(GeoPoint.init(kept:))
            )
        }
        let bySlot = Dictionary(grouping: found) { $0.change.slot }
        return lessons.map { lesson in
            var lesson = lesson
            let own = (bySlot[lesson.id] ?? []).filter { $0.change.timetable == lesson.timetable }
            lesson.changes = own.map(\.change)
            for one in own { if let area = one.change.area { (lesson.rooms[area], lesson.points[area]) = (one.room ?? "", one.point) } }
            return lesson
        }
    }
}

struct LessonTime: Sendable {
    /// The original day, which identifies the lesson: `2026-03-02`.
    let day: String
    let usual: DateInterval
    let time: DateInterval
    let area: Int64?
    let place: String
    let kind: LessonChange.Kind
    let note: String
}

extension WeeklyLesson {
    /// Lessons that begin within an interval, including cancelled ones; moved ones count at their new time. On closed days there are none.
    func times(in interval: DateInterval, zone: TimeZone) -> [LessonTime] {
        let byDay = Dictionary(changes.map { ($0.day, $0) }) { first, _ in first }
        var found: [LessonTime] = hours.occurrences(in: interval, zone: zone).compactMap { usual in
            let day = AgendaSpan.text(usual.start, zone)
            return byDay[day]?.kind == .moved || closed.contains(day) ? nil : time(on: day, usual, byDay[day])
        }
        for change in changes {
            guard let time = change.time, time.start >= interval.start, time.start < interval.end,
                let usual = usual(on: change.day, zone: zone)
            else { continue }
            found.append(self.time(on: change.day, usual, change))
        }
        return found.sorted { $0.time.start < $1.time.start }
    }

    func exceptions(zone: TimeZone) -> [Date] {
        guard !closed.isEmpty, hours.validFrom < hours.validTo else { return [] }
        let changed = Set(changes.filter { $0.kind != .held }.map(\.day))
        let all = hours.occurrences(in: DateInterval(start: hours.validFrom, end: hours.validTo), zone: zone)
        return all.map(\.start).filter { start in
            let day = AgendaSpan.text(start, zone)
            return closed.contains(day) && !changed.contains(day)
        }
    }

    func usual(on day: String, zone: TimeZone) -> DateInterval? {
        guard let midnight = TypedMoment.date(day, in: zone), AgendaSpan.text(midnight, zone) == day else { return nil }
        // A day with a clock change has at most 25 hours.
        return hours.occurrences(in: DateInterval(start: midnight, duration: 25 * 3_600), zone: zone)
            .first { AgendaSpan.text($0.start, zone) == day }
    }

    private func time(on day: String, _ usual: DateInterval, _ change: LessonChange?) -> LessonTime {
        let isMoved = change?.kind == .moved
        return LessonTime(
            day: day, usual: usual, time: change?.time ?? usual, area: isMoved ? change?.area ?? area : area,
            place: (isMoved ? change?.area.flatMap { rooms[$0] } : nil) ?? place, kind: change?.kind ?? .held, note: change?.note ?? "")
    }
}
