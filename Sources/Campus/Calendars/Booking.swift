import Foundation
import GRDB

/// Something that takes a room, or somebody, for a while: an event, an exam, a lecture of one week.
struct Booking: Sendable {
    /// The same for every week of a lecture.
    let uid: String
    /// The room or the person, and its name.
    let subject: Int64
    let name: String
    let time: DateInterval
    let title: String
    /// The resource whose record it is, and where an editor changes it.
    let resource: String
    let href: String

    /// Everything in rooms that overlaps an interval; what is cancelled takes no room.
    static func rooms(in interval: DateInterval, _ look: Look, _ db: Database) throws -> [Booking] {
        let sql = """
            SELECT 'events' AS path, o.id, o.area AS subject, o.starts, o.ends, \(look.text("o", "title")) AS title, \(look.text("r")) AS name
            FROM campusEvent o JOIN campusArea r ON r.id = o.area
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            UNION ALL
            SELECT 'exam-sessions', o.id, o.area, o.starts, o.ends, o.name, \(look.text("r"))
            FROM campusExamSession o JOIN campusArea r ON r.id = o.area
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            """
        return try dated(sql, interval, db) + lectures(in: interval, look, db) { _, time in time.area.map { [($0, time.place)] } ?? [] }
    }

    /// Everything that those who teach have to attend. Of exams only those of somebody who teaches the course alone: of several any may hold one.
    static func people(in interval: DateInterval, _ look: Look, _ db: Database) throws -> [Booking] {
        let sql = """
            SELECT 'events' AS path, o.id, p.id AS subject, o.starts, o.ends, \(look.text("o", "title")) AS title, p.name
            FROM campusEvent o JOIN campusEventPerson ep ON ep.event = o.id JOIN person p ON p.id = ep.person AND p.deletedAt IS NULL
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            UNION ALL
            SELECT 'exam-sessions', o.id, p.id, o.starts, o.ends, o.name, p.name
            FROM campusExamSession o JOIN person p ON p.deletedAt IS NULL AND p.id = (
              SELECT min(t.person) FROM activityTeacher t JOIN activity a ON a.id = t.activity AND a.deletedAt IS NULL
              WHERE a.course = o.course HAVING count(DISTINCT t.person) = 1)
            WHERE o.deletedAt IS NULL AND NOT o.cancelled AND o.starts < :to AND o.ends > :from
            """
        let teachers = try Row.fetchAll(
            db, sql: "SELECT t.activity, p.id, p.name FROM activityTeacher t JOIN person p ON p.id = t.person WHERE p.deletedAt IS NULL")
        let byActivity = Dictionary(grouping: teachers) { $0[0] as Int64 }
        return try dated(sql, interval, db)
            + lectures(in: interval, look, db) { lesson, _ in (byActivity[lesson.activity] ?? []).map { ($0[1], $0[2]) } }
    }

    private static func dated(_ sql: String, _ interval: DateInterval, _ db: Database) throws -> [Booking] {
        try Row.fetchAll(db, sql: sql, arguments: ["from": interval.start, "to": interval.end]).map { row in
            let (path, id): (String, Int64) = (row["path"], row["id"])
            return Booking(
                uid: "\(path)-\(id)", subject: row["subject"], name: row["name"],
                time: DateInterval(start: row["starts"], end: row["ends"]),
                title: row["title"], resource: "campus." + path, href: "/admin/campus/\(path)/\(id)")
        }
    }

    /// Lessons as they take place in these weeks: one that is cancelled takes nothing, one that is moved another time and room.
    private static func lectures(
        in interval: DateInterval, _ look: Look, _ db: Database, taking subjects: (WeeklyLesson, LessonTime) -> [(Int64, String)]
    ) throws -> [Booking] {
        // One that began before may still be going on.
        let wanted = DateInterval(start: interval.start - 86_400, end: interval.end)
        return try WeeklyLesson.all(where: "1", [:], look, db).flatMap { lesson in
            lesson.times(in: wanted, zone: look.zone).filter { $0.kind != .cancelled && $0.time.end > interval.start }.flatMap { time in
                subjects(lesson, time).map { subject, name in
                    Booking(
                        uid: lesson.uid, subject: subject, name: name, time: time.time, title: lesson.title,
                        resource: "campus.timetables", href: "/admin/campus/timetables/\(lesson.timetable)")
                }
            }
        }
    }
}

/// Two things that take one room, or one person, at one time.
struct Conflict: Sendable {
    let first: Booking
    let second: Booking

    /// What meets within an interval, the soonest first; what meets every week is told once.
    static func all(among bookings: [Booking]) -> [Conflict] {
        var told: Set<[String]> = []
        let pairs = Dictionary(grouping: bookings, by: \.subject).values.flatMap { meetings($0.sorted { $0.time.start < $1.time.start }) }
        return pairs.sorted { ($0.second.time.start, $0.first.uid) < ($1.second.time.start, $1.first.uid) }
            .filter { told.insert([$0.first.uid, $0.second.uid].sorted()).inserted }
    }

    /// - Parameter bookings: of one room or person, in order of their beginnings.
    private static func meetings(_ bookings: [Booking]) -> [Conflict] {
        bookings.indices.flatMap { index in
            bookings[(index + 1)...].prefix { $0.time.start < bookings[index].time.end }.map {
                Conflict(first: bookings[index], second: $0)
            }
        }
    }
}
