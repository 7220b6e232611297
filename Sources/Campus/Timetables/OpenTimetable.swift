import Admin
import Foundation
import GRDB
import Registry
import Web

/// A timetable that other programs may follow: what belongs to a course, a year of a degree, a person, a room, or all exams.
enum OpenTimetable: Sendable {
    case course(Int64)
    case degree(Int64, year: Int?)
    case person(Int64)
    case area(Int64)
    case exams(degree: Int64?)

    var path: String {
        switch self {
        case .course(let id): "/campus/courses/\(id)"
        case .degree(let id, _): "/campus/degrees/\(id)"
        case .person(let id): "/campus/people/\(id)"
        case .area(let id): "/campus/areas/\(id)"
        case .exams: "/campus/exams"
        }
    }

    var query: [(name: String, value: String)] {
        switch self {
        case .degree(_, let year?): [("year", String(year))]
        case .exams(let degree?): [("degree", String(degree))]
        default: []
        }
    }

    /// nil for what visitors may not see.
    func name(_ rendering: RenderContext, _ db: Database) throws -> String? {
        func named(_ sql: String, _ id: Int64) throws -> String? { try String.fetchOne(db, sql: sql, arguments: [id]) }
        switch self {
        case .course(let id):
            return try named("SELECT \(rendering.text("c")) FROM course c WHERE c.id = ? AND \(Course.notTrashed("c"))", id)
        case .person(let id): return try named("SELECT p.name FROM person p WHERE p.id = ? AND \(Person.active("p"))", id)
        case .area(let id): return try named("SELECT \(rendering.text("a")) FROM campusArea a WHERE a.id = ? AND \(Area.shown("a"))", id)
        case .degree(let id, let year):
            let name = try named("SELECT \(rendering.text("d")) FROM degree d WHERE d.id = ? AND \(Degree.notTrashed("d"))", id)
            guard let name, let year else { return name }
            return name + " · " + rendering.words("campus.courses.year", ["number": String(year)])
        case .exams(let degree):
            let title = rendering.words("campus.calendar.exams")
            guard let degree else { return title }
            let name = try named("SELECT \(rendering.text("d")) FROM degree d WHERE d.id = ? AND \(Degree.notTrashed("d"))", degree)
            return name.map { "\(title) · \($0)" }
        }
    }

    private var dated: AgendaQuery {
        switch self {
        case .course(let id): return AgendaQuery(exams: "c.id = :id", arguments: ["id": id])
        case .degree(let id, let year):
            let exams = "c.id IN (SELECT course FROM courseOfDegree WHERE degree = :id AND (:year IS NULL OR courseYear = :year))"
            return AgendaQuery(events: "k.degree = :id AND (:year IS NULL OR 1)", exams: exams, arguments: ["id": id, "year": year])
        case .person(let id):
            let exams = """
                c.id IN (SELECT y.course FROM activity y JOIN activityTeacher t ON t.activity = y.id
                  WHERE t.person = :id AND \(Activity.notTrashed("y")))
                """
            let events = "e.id IN (SELECT event FROM campusEventPerson WHERE person = :id)"
            return AgendaQuery(events: events, exams: exams, arguments: ["id": id])
        case .area(let id): return AgendaQuery(events: "e.area = :id", exams: "x.area = :id", arguments: ["id": id])
        case .exams(let degree): return AgendaQuery(exams: ":degree IS NULL OR \(CourseHits.ofDegree)", arguments: ["degree": degree])
        }
    }

    func lessons(_ rendering: RenderContext, _ db: Database) throws -> [WeeklyLesson] {
        switch self {
        case .course(let id): try WeeklyLesson.all(where: "c.id = :id", ["id": id], rendering, db)
        case .degree(let id, let year):
            try WeeklyLesson.all(
                where: "c.id IN (SELECT course FROM courseOfDegree WHERE degree = :id AND (:year IS NULL OR courseYear = :year))",
                ["id": id, "year": year], rendering, db)
        case .person(let id):
            try WeeklyLesson.all(where: "a.id IN (SELECT activity FROM activityTeacher WHERE person = :id)", ["id": id], rendering, db)
        case .area(let id):
            try WeeklyLesson.all(
                where: "s.area = :id OR EXISTS (SELECT 1 FROM campusLessonChange h WHERE h.slot = s.id AND h.area = :id)", ["id": id],
                rendering, db)
        case .exams: []
        }
    }

    /// Everything within an interval, each week of a lesson once. A room has only what takes place in it, also where a lesson was moved.
    func items(in interval: DateInterval, _ rendering: RenderContext, _ db: Database, isFile: Bool = false) throws -> [AgendaItem] {
        let query = isFile ? dated.whole : dated
        var found = try query.items(in: interval, rendering, db)
        for lesson in try lessons(rendering, db) {
            for time in lesson.times(in: interval, zone: rendering.zone) where isHere(time) {
                var item = Lectures.item(lesson, time, "green", rendering)
                item.day = time.day
                found.append(item)
            }
        }
        return found.sorted { ($0.start, $0.title, $0.id) < ($1.start, $1.title, $1.id) }
    }

    private func isHere(_ time: LessonTime) -> Bool {
        guard case .area(let id) = self else { return true }
        return time.area == id
    }

    /// For a file of a calendar program: weekly lessons are one entry with their exceptions, but in a room each week is an entry of its own.
    func entries(_ rendering: RenderContext, _ origin: String, _ db: Database) throws -> [CalendarEntry] {
        let (interval, host) = (CalendarFileAnswer.interval, CalendarFileAnswer.host(origin))
        if case .area = self {
            return try items(in: interval, rendering, db, isFile: true).map { item in
                var entry = CalendarFileAnswer.entry(item, origin, rendering.words)
                if let day = item.day { entry.uid = "\(item.uid)-\(day)@\(host)" }
                return entry
            }
        }
        return try EventSeries.entries(dated.whole.items(in: interval, rendering, db), origin, rendering, db)
            + Lectures.entries(try lessons(rendering, db), rendering, origin: origin, host: host)
    }
}
