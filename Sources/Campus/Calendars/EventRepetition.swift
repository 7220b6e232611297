import Foundation
import GRDB
import Registry
import Web

/// The dates on which an event would take place again, each with what speaks against it.
struct EventRepetition {
    struct Time: Sendable {
        /// `2026-12-24`, by which the form names it.
        let day: String
        let starts: Date
        let ends: Date
        /// The same event at this time, which exists already.
        let known: Int64?
        /// Sentences.
        var obstacles: [String] = []
    }

    /// With the first.
    static let most = 100

    let event: Event
    let rule: RepetitionRule
    let until: Date
    let rendering: RenderContext

    /// The event's own time.
    var first: Time {
        Time(day: AgendaSpan.text(event.starts, rendering.zone), starts: event.starts, ends: event.ends, known: nil)
    }

    /// At the same hours by the clock, from the next time on.
    func times(_ db: Database) throws -> [Time] {
        let first = DateInterval(start: event.starts, end: event.ends)
        let sql =
            "SELECT id, starts FROM campusEvent WHERE title = ? AND calendar IS ? AND \(Event.notTrashed) AND starts >= ? AND id IS NOT ?"
        let known = try Row.fetchAll(db, sql: sql, arguments: [event.title, event.calendar, event.starts, event.id])
        let byStart = Dictionary(known.map { ($0["starts"] as Date, $0["id"] as Int64) }) { one, _ in one }
        return rule.times(of: first, until: until, zone: rendering.zone).dropFirst().map { time in
            Time(day: AgendaSpan.text(time.start, rendering.zone), starts: time.start, ends: time.end, known: byStart[time.start])
        }
    }

    /// What speaks against each time: a closing day, the room, a person, a lesson or an exam of the degree of its calendar.
    func withConflicts(_ times: [Time], _ db: Database) throws -> [Time] {
        guard let first = times.first, let last = times.last else { return [] }
        let words = rendering.words
        let years = CivilTime(first.starts, in: rendering.zone).year - 1...CivilTime(last.starts, in: rendering.zone).year
        let closed = try AcademicCalendar.applied(db).holidays(in: years)
        let busy = try busy(in: DateInterval(start: first.starts, end: max(last.ends, first.starts)), db)
        return times.map { time in
            var time = time
            guard time.known == nil else {
                time.obstacles = [words("campus.repeat.known")]
                return time
            }
            if closed.contains(time.day) { time.obstacles.append(words("campus.repeat.closed")) }
            for (taken, sentence) in busy where taken.start < time.ends && taken.end > time.starts {
                if !time.obstacles.contains(sentence) { time.obstacles.append(sentence) }
            }
            return time
        }
    }

    private func busy(in span: DateInterval, _ db: Database) throws -> [(time: DateInterval, sentence: String)] {
        let degree = try Int64.fetchOne(db, sql: "SELECT degree FROM campusCalendar WHERE id = ?", arguments: [event.calendar])
        let own = "events-\(event.id ?? 0)"
        var found = try lessons(in: span, degree, db)
        if let area = event.area {
            found += try Booking.rooms(in: span, [], rendering, db).filter { $0.subject == area && $0.uid != own }.map {
                (time: $0.time, sentence: room($0.title))
            }
        }
        if !event.people.isEmpty {
            found += try Booking.people(in: span, [], rendering, db).filter { event.people.contains($0.subject) && $0.uid != own }.map {
                (time: $0.time, sentence: person($0.name, $0.title))
            }
        }
        if let degree {
            let exams = AgendaQuery(
                exams: "x.cancelled = 0 AND c.id IN (SELECT course FROM courseOfDegree WHERE degree = :degree)",
                arguments: ["degree": degree])
            found += try exams.items(in: span, rendering, db).map {
                (time: DateInterval(start: $0.start, end: $0.end), sentence: students($0.title))
            }
        }
        return found
    }

    private func lessons(in span: DateInterval, _ degree: Int64?, _ db: Database) throws -> [(time: DateInterval, sentence: String)] {
        let people = event.people.map(String.init).joined(separator: ",")
        let teaching = """
            SELECT t.activity, p.name FROM activityTeacher t JOIN person p ON p.id = t.person AND \(Person.notTrashed("p"))
            WHERE t.person IN (\(people))
            """
        let teachers = Dictionary(
            try Row.fetchAll(db, sql: teaching).map { ($0["activity"] as Int64, $0["name"] as String) }
        ) { one, _ in one }
        let all = try WeeklyLesson.all(
            where: """
                s.area = :area OR EXISTS (SELECT 1 FROM campusLessonChange h WHERE h.slot = s.id AND h.area = :area)
                OR a.id IN (SELECT activity FROM activityTeacher WHERE person IN (\(people)))
                OR c.id IN (SELECT course FROM courseOfDegree WHERE degree = :degree)
                """,
            ["area": event.area, "degree": degree], rendering, db)
        let courses = "SELECT course FROM courseOfDegree WHERE degree = ?"
        let ofDegree = try Set(Int64.fetchAll(db, sql: courses, arguments: [degree]))
        // A lesson that begins before the first time may last into it.
        let wanted = DateInterval(start: span.start - 86_400, end: span.end)
        return all.flatMap { lesson -> [(time: DateInterval, sentence: String)] in
            lesson.times(in: wanted, zone: rendering.zone).filter { $0.kind != .cancelled }.compactMap {
                held -> (time: DateInterval, sentence: String)? in
                if let area = event.area, held.area == area { return (held.time, room(lesson.title)) }
                if let name = teachers[lesson.activity] { return (held.time, person(name, lesson.title)) }
                return ofDegree.contains(lesson.course) ? (held.time, students(lesson.title)) : nil
            }
        }
    }

    private func room(_ title: String) -> String { rendering.words("campus.repeat.taken", ["title": title]) }
    private func person(_ name: String, _ title: String) -> String {
        rendering.words("campus.repeat.busy", ["person": name, "title": title])
    }
    private func students(_ title: String) -> String { rendering.words("campus.repeat.students", ["title": title]) }
}
