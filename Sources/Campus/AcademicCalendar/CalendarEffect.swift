import Foundation
import GRDB
import Web

/// Which lessons a planned academic calendar takes away or adds, from now on.
struct CalendarEffect {
    struct Line: Sendable {
        let course: Int64
        let title: String
        var gone = 0
        var added = 0
        /// Of those that are gone: on closing days and in exam weeks. The others are outside their term.
        var closed = 0
        var left = 0
    }

    private static let days = 400.0

    private(set) var lines: [Line] = []

    var gone: Int { lines.map(\.gone).reduce(0, +) }
    var added: Int { lines.map(\.added).reduce(0, +) }
    var closed: Int { lines.map(\.closed).reduce(0, +) }
    /// Courses that would have no lesson at all: their term may be missing or over.
    var emptied: [Line] { lines.filter { $0.left == 0 && $0.gone > 0 } }

    init(of plan: AcademicCalendar, _ rendering: RenderContext, _ db: Database, now: Date = .now) throws {
        let interval = DateInterval(start: now, duration: Self.days * 86_400)
        func days(_ calendar: AcademicCalendar?) throws -> [Int64: (lesson: WeeklyLesson, days: Set<String>)] {
            let lessons = try WeeklyLesson.all(where: "1", calendar: calendar, rendering, db).map { lesson in
                (lesson.id, (lesson, Set(lesson.times(in: interval, zone: rendering.zone).filter { $0.kind == .held }.map(\.day))))
            }
            return Dictionary(lessons) { first, _ in first }
        }
        let (before, after) = (try days(nil), try days(plan))
        var (found, left): ([Int64: Line], [Int64: Int]) = ([:], [:])
        for (lesson, days) in after.values { left[lesson.course, default: 0] += days.count }
        for id in Set(before.keys).union(after.keys) {
            guard let lesson = after[id]?.lesson ?? before[id]?.lesson else { continue }
            let (old, new) = (before[id]?.days ?? [], after[id]?.days ?? [])
            guard old != new else { continue }
            var line = found[lesson.course] ?? Line(course: lesson.course, title: lesson.title)
            let gone = old.subtracting(new)
            line.gone += gone.count
            line.added += new.subtracting(old).count
            if let closed = after[id]?.lesson.closed { line.closed += gone.intersection(closed).count }
            found[lesson.course] = line
        }
        for course in found.keys { found[course]?.left = left[course] ?? 0 }
        lines = found.values.sorted { ($1.gone + $1.added, $0.title) < ($0.gone + $0.added, $1.title) }
    }
}
