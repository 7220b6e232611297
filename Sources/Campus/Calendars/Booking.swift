import Admin
import Foundation
import GRDB
import Registry

struct Booking: Sendable {
    /// The same for all weeks of a lecture.
    let uid: String
    let subject: Int64
    let name: String
    let time: DateInterval
    let title: String
    let resource: String
    let href: String

    typealias Lecture = (lesson: WeeklyLesson, time: LessonTime)

    /// Room bookings that overlap an interval; cancelled ones are left out.
    static func rooms(in interval: DateInterval, _ lectures: [Lecture], _ rendering: RenderContext, _ db: Database) throws -> [Booking] {
        let sql = """
            SELECT 'events' AS path, o.id, o.area AS subject, o.starts, o.ends, \(rendering.text("o", "title")) AS title, \(rendering.text("r")) AS name,
              1 AS among
            FROM campusEvent o JOIN campusArea r ON r.id = o.area
            WHERE \(Event.notCancelled("o")) AND o.starts < :to AND o.ends > :from
            UNION ALL
            SELECT 'exam-sessions', o.id, o.area, o.starts, o.ends, \(rendering.text("o")), \(rendering.text("r")), 1
            FROM campusExamSession o JOIN campusArea r ON r.id = o.area
            WHERE \(ExamSession.notCancelled("o")) AND o.starts < :to AND o.ends > :from
            """
        let held = lectures.compactMap { lecture -> Booking? in lecture.time.area.map { booking(of: lecture, $0, lecture.time.place) } }
        return try dated(sql, interval, rendering, db) + held
    }

    /// Exams count for the teachers of the latest year begun by then; with several, the title says that one is enough.
    static func people(in interval: DateInterval, _ lectures: [Lecture], _ rendering: RenderContext, _ db: Database) throws -> [Booking] {
        let sql = """
            SELECT 'events' AS path, o.id, p.id AS subject, o.starts, o.ends, \(rendering.text("o", "title")) AS title, p.name, 1 AS among
            FROM campusEvent o JOIN campusEventPerson ep ON ep.event = o.id JOIN person p ON p.id = ep.person AND \(Person.notTrashed("p"))
            WHERE \(Event.notCancelled("o")) AND o.starts < :to AND o.ends > :from
            UNION ALL
            SELECT 'exam-sessions', id, person, starts, ends, title, name, count(*) OVER (PARTITION BY id) FROM (
              SELECT DISTINCT o.id, p.id AS person, o.starts, o.ends, \(rendering.text("o")) AS title, p.name
              FROM campusExamSession o JOIN activity a ON a.course = o.course AND \(Activity.notTrashed("a"))
              JOIN academicYear y ON y.id = a.year
              JOIN activityTeacher t ON t.activity = a.id JOIN person p ON p.id = t.person AND \(Person.notTrashed("p"))
              WHERE \(ExamSession.notCancelled("o")) AND o.starts < :to AND o.ends > :from AND NOT EXISTS (
                SELECT 1 FROM activity x JOIN academicYear z ON z.id = x.year WHERE x.course = o.course AND \(Activity.notTrashed("x"))
                  AND (coalesce(z.begins <= o.starts, 1), z.name) > (coalesce(y.begins <= o.starts, 1), y.name)))
            """
        let teaching =
            "SELECT t.activity, p.id, p.name FROM activityTeacher t JOIN person p ON p.id = t.person WHERE \(Person.notTrashed("p"))"
        let teachers = try Row.fetchAll(db, sql: teaching).map { row -> (activity: Int64, id: Int64, name: String) in
            (row["activity"], row["id"], row["name"])
        }
        let byActivity = Dictionary(grouping: teachers) { $0.activity }
        let held = lectures.flatMap { lecture -> [Booking] in
            (byActivity[lecture.lesson.activity] ?? []).map { booking(of: lecture, $0.id, $0.name) }
        }
        return try dated(sql, interval, rendering, db) + held
    }

    private static func dated(_ sql: String, _ interval: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [Booking] {
        try Row.fetchAll(db, sql: sql, arguments: ["from": interval.start, "to": interval.end]).map { row in
            let (path, id): (String, Int64) = (row["path"], row["id"])
            let (title, among): (String, Int) = (row["title"], row["among"])
            return Booking(
                uid: "\(path)-\(id)", subject: row["subject"], name: row["name"],
                time: DateInterval(start: row["starts"], end: row["ends"]),
                title: among == 1 ? title : rendering.words("campus.conflicts.oneOf", ["title": title, "count": String(among)]),
                resource: "campus." + path, href: "/admin/campus/\(path)/\(id)")
        }
    }

    private static func booking(of lecture: Lecture, _ subject: Int64, _ name: String) -> Booking {
        let lesson = lecture.lesson
        return Booking(
            uid: lesson.uid, subject: subject, name: name, time: lecture.time.time, title: lesson.title, resource: "campus.timetables",
            href: "/admin/campus/timetables/\(lesson.timetable)")
    }

    static func lectures(in interval: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [Lecture] {
        let wanted = DateInterval(start: interval.start - 86_400, end: interval.end)
        // A moved lesson may be outside the dates of its timetable.
        let isThen = """
            (coalesce(t.begins, y.begins, '') < :to AND coalesce(t.ends, y.ends, '9999') >= :from)
            OR EXISTS (SELECT 1 FROM campusLessonChange h WHERE h.slot = s.id AND h.starts >= :from AND h.starts < :to)
            """
        return try WeeklyLesson.all(where: isThen, ["from": wanted.start, "to": wanted.end], rendering, db).flatMap { lesson -> [Lecture] in
            let times = lesson.times(in: wanted, zone: rendering.zone).filter { $0.kind != .cancelled && $0.time.end > interval.start }
            return times.map { (lesson: lesson, time: $0) }
        }
    }
}

struct Conflict: Sendable {
    let first: Booking
    let second: Booking

    /// Overlaps by time; a weekly overlap appears once.
    static func all(among bookings: [Booking]) -> [Conflict] {
        var told: Set<[String]> = []
        let pairs = Dictionary(grouping: bookings, by: \.subject).values.flatMap { meetings($0.sorted { $0.time.start < $1.time.start }) }
        return pairs.sorted { ($0.second.time.start, $0.first.uid) < ($1.second.time.start, $1.first.uid) }
            .filter { told.insert([$0.first.uid, $0.second.uid].sorted() + [String($0.first.subject)]).inserted }
    }

    /// - Parameter bookings: of one room or person, sorted by beginning.
    private static func meetings(_ bookings: [Booking]) -> [Conflict] {
        bookings.indices.flatMap { index in
            bookings[(index + 1)...].prefix { $0.time.start < bookings[index].time.end }.map {
                Conflict(first: bookings[index], second: $0)
            }
        }
    }
}
