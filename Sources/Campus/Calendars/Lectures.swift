import Foundation
import GRDB
import Registry

/// The lectures of the courses that a visitor follows, week by week.
enum Lectures {
    private struct Slot {
        let id: Int64
        let course: Int64
        let title: String
        let place: String
        let hours: WeeklyHours
        let version: Int
        let changedAt: Date

        var uid: String { "slot-\(id)" }
    }

    static func items(of visitor: Int64, in interval: DateInterval, _ look: Look, _ db: Database) throws -> [AgendaItem] {
        try slots(of: visitor, look, db).flatMap { slot in
            slot.hours.occurrences(in: interval, zone: look.zone).map { time in
                AgendaItem(
                    kind: .lecture, id: slot.id, uid: slot.uid, start: time.start, end: time.end, title: slot.title, place: slot.place,
                    source: look.words("campus.calendar.lecture"), colour: "green", isCancelled: false,
                    href: "/campus/courses/\(slot.course)", version: slot.version, changedAt: slot.changedAt)
            }
        }
    }

    /// The same as entries that repeat themselves every week.
    static func entries(of visitor: Int64, _ look: Look, origin: String, host: String, _ db: Database) throws -> [CalendarEntry] {
        try slots(of: visitor, look, db).compactMap { slot in
            let all = DateInterval(start: slot.hours.validFrom, end: max(slot.hours.validFrom, slot.hours.validTo))
            guard let first = slot.hours.occurrences(in: all, zone: look.zone, limit: 1).first else { return nil }
            return CalendarEntry(
                uid: "\(slot.uid)@\(host)", start: first.start, end: first.end, summary: slot.title, place: slot.place,
                address: origin + "/campus/courses/\(slot.course)", sequence: slot.version, changedAt: slot.changedAt,
                weeklyUntil: slot.hours.validTo)
        }
    }

    private static func slots(of visitor: Int64, _ look: Look, _ db: Database) throws -> [Slot] {
        let sql = """
            SELECT s.id, s.weekday, s.begins, s.ends, c.id AS course, \(look.text("c")) AS title, \(look.text("ar")) AS place, t.version, t.updatedAt,
              coalesce(t.begins, y.begins) AS "from", coalesce(t.ends, y.ends) AS "to"
            FROM campusSlot s JOIN campusTimetable t ON t.id = s.timetable JOIN activity a ON a.id = t.activity
            JOIN course c ON c.id = a.course JOIN academicYear y ON y.id = a.year LEFT JOIN campusArea ar ON ar.id = s.area
            WHERE t.deletedAt IS NULL AND a.deletedAt IS NULL AND c.deletedAt IS NULL
              AND c.id IN (SELECT course FROM campusVisitorCourse WHERE visitorID = ?) LIMIT 400
            """
        return try Row.fetchAll(db, sql: sql, arguments: [visitor]).compactMap { row in
            guard let weekday = Weekday(rawValue: row["weekday"]), let from = ClockTime.minutes(row["begins"]),
                let to = ClockTime.minutes(row["ends"]), let begins: Date = row["from"], let ends: Date = row["to"]
            else { return nil }
            return Slot(
                id: row["id"], course: row["course"], title: row["title"], place: row["place"] ?? "",
                hours: WeeklyHours(weekday: weekday.number, from: from, to: to, validFrom: begins, validTo: ends), version: row["version"],
                changedAt: row["updatedAt"])
        }
    }
}
