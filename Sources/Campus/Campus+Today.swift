import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

extension Campus {
    public static func day(of person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] {
        let rendering = RenderContext(words: context.words, zone: context.zone)
        return try lessons(of: person, day, rendering, context.db) + events(person, day, rendering, context.db)
            + exams(person, day, rendering, context.db)
    }

    public static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts? {
        guard person.grants.may(NumbersPage.seeing, in: nil) else { return nil }
        let sql = "SELECT day, sum(number) AS number FROM campusVisits WHERE day >= ? GROUP BY day"
        let found = try Row.fetchAll(context.db, sql: sql, arguments: [AgendaSpan.text(days.begin, context.zone)])
        let byDay = Dictionary(uniqueKeysWithValues: found.map { ($0["day"] as String, $0["number"] as Int) })
        let counts = days.starts.map { byDay[AgendaSpan.text($0, context.zone)] ?? 0 }
        return DailyCounts("campus.numbers.pulse", counts, address: NumbersPage.address)
    }

    private static func lessons(of person: SignedIn, _ day: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [DayItem] {
        guard let teacher = try LessonPages.teacher(person, db) else { return [] }
        let condition = "a.id IN (SELECT activity FROM activityTeacher WHERE person = :person)"
        let lessons = try WeeklyLesson.all(where: condition, ["person": teacher], rendering, db)
        return lessons.flatMap { lesson in
            lesson.times(in: day, zone: rendering.zone).map { time in
                DayItem(
                    from: time.time.start, until: time.time.end, title: lesson.title, note: time.place,
                    address: "\(Timetable.address)/\(lesson.timetable)/lessons/\(lesson.id)/\(time.day)", icon: "clock",
                    isCancelled: time.kind == .cancelled)
            }
        }
    }

    private static func events(_ person: SignedIn, _ day: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [DayItem] {
        guard person.grants.may(ConflictPage.seeing, in: nil) else { return [] }
        let sql = """
            SELECT e.id, e.starts, e.ends, e.cancelled, \(rendering.text("e", "title")) AS title, e.location,
              (SELECT \(rendering.text("a")) FROM campusArea a WHERE a.id = e.area) AS place
            FROM campusEvent e WHERE \(Event.notTrashed("e")) AND e.starts >= ? AND e.starts < ? ORDER BY e.starts LIMIT 30
            """
        return try Row.fetchAll(db, sql: sql, arguments: [day.start, day.end]).map { row in
            DayItem(
                from: row["starts"], until: row["ends"], title: row["title"], note: (row["place"] as String?) ?? row["location"] as String,
                address: "\(Event.address)/\(row["id"] as Int64)", icon: "calendar", isCancelled: row["cancelled"])
        }
    }

    private static func exams(_ person: SignedIn, _ day: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [DayItem] {
        guard person.grants.may("campus.exam-sessions.see", in: nil) else { return [] }
        let sql = """
            SELECT x.id, x.starts, x.ends, x.cancelled, \(rendering.text("c")) AS title, x.location,
              (SELECT \(rendering.text("a")) FROM campusArea a WHERE a.id = x.area) AS place
            FROM campusExamSession x JOIN course c ON c.id = x.course
            WHERE \(ExamSession.notTrashed("x")) AND x.starts >= ? AND x.starts < ? ORDER BY x.starts LIMIT 30
            """
        return try Row.fetchAll(db, sql: sql, arguments: [day.start, day.end]).map { row in
            DayItem(
                from: row["starts"], until: row["ends"], title: row["title"], note: (row["place"] as String?) ?? row["location"] as String,
                address: "\(ExamSession.address)/\(row["id"] as Int64)", icon: "edit", isCancelled: row["cancelled"])
        }
    }
}
