import Admin
import Foundation
import GRDB
import Web

/// The rooms in which nothing takes place at a time, with the next thing of the same day.
struct FreeRooms {
    struct Room: Sendable {
        let id: Int64
        let markedName, markedBuilding: String
        let code: String
        /// nil if unknown.
        let seats: Int?
        /// nil for the rest of the day.
        let until: Date?
    }

    let at: Date
    let minutes: Int
    let building: Int64?
    /// At least so many; 0 for any.
    let seats: Int

    static let lengths = [30, 60, 90, 120, 180, 240]

    init(_ form: Form, zone: TimeZone, now: Date) {
        at = TypedMoment.date(form["at"], in: zone) ?? now
        minutes = form.number("for", in: 1...1_440) ?? 60
        building = form.recordID("building")
        seats = form.number("seats", in: 0...10_000) ?? 0
    }

    func rooms(_ rendering: RenderContext, _ db: Database) throws -> [Room] {
        let begins = try nextBeginnings(rendering, db)
        let sql = """
            SELECT a.id, \(rendering.localizedSQL("a")) AS name, \(rendering.localizedSQL("b")) AS building, a.code, a.seats FROM campusArea a
            JOIN campusBuilding b ON b.id = a.building AND \(Building.notTrashed("b"))
            WHERE \(Area.notTrashed("a")) AND \(RoomTimetable.isUsed) AND (:building IS NULL OR a.building = :building)
              AND (:seats = 0 OR a.seats >= :seats)
            ORDER BY b.folded, a.folded LIMIT 1000
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: ["building": building, "seats": seats])
        let end = at + Double(minutes) * 60
        return rows.compactMap { row in
            let id: Int64 = row["id"]
            let next = begins[id]
            if let next, next < end { return nil }
            return Room(
                id: id, markedName: row["name"], markedBuilding: row["building"], code: row["code"], seats: row["seats"], until: next)
        }
    }

    /// For each room the beginning of what takes place at the time or next on that day; one that has begun counts as now.
    private func nextBeginnings(_ rendering: RenderContext, _ db: Database) throws -> [Int64: Date] {
        let zone = rendering.zone
        let midnight = AgendaSpan.calendar(zone).startOfDay(for: at)
        let day = DateInterval(
            start: midnight, end: AgendaSpan.calendar(zone).date(byAdding: .day, value: 1, to: midnight) ?? midnight + 86_400)
        let isThen = """
            (s.weekday = :weekday AND coalesce(t.begins, y.begins, '') < :to AND coalesce(t.ends, y.ends, '9999') >= :from)
            OR EXISTS (SELECT 1 FROM campusLessonChange h WHERE h.slot = s.id AND h.starts >= :from AND h.starts < :to)
            """
        let lessons = try WeeklyLesson.all(
            where: isThen, ["weekday": AgendaSpan.weekday(at, zone).rawValue, "from": day.start, "to": day.end], rendering, db)
        let lectures = lessons.flatMap { lesson in
            lesson.times(in: day, zone: zone).filter { $0.kind != .cancelled }.map { (lesson: lesson, time: $0) }
        }
        var begins: [Int64: Date] = [:]
        for booking in try Booking.rooms(in: day, lectures, rendering, db) where booking.time.end > at {
            let begin = max(booking.time.start, at)
            begins[booking.subject] = min(begins[booking.subject] ?? begin, begin)
        }
        return begins
    }
}
