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
    }

    private static let days = 400.0

    private(set) var lines: [Line] = []

    var gone: Int { lines.map(\.gone).reduce(0, +) }
    var added: Int { lines.map(\.added).reduce(0, +) }

    init(of plan: AcademicCalendar, _ rendering: RenderContext, _ db: Database, now: Date = .now) throws {
        let interval = DateInterval(start: now, duration: Self.days * 86_400)
        func days(_ calendar: AcademicCalendar?) throws -> [Int64: (lesson: WeeklyLesson, days: Set<String>)] {
            let lessons = try WeeklyLesson.all(where: "1", calendar: calendar, rendering, db).map { lesson in
                (lesson.id, (lesson, Set(lesson.times(in: interval, zone: rendering.zone).filter { $0.kind == .held }.map(\.day))))
            }
            return Dictionary(lessons) { first, _ in first }
        }
        let (before, after) = (try days(nil), try days(plan))
        var found: [Int64: Line] = [:]
        for id in Set(before.keys).union(after.keys) {
            guard let lesson = after[id]?.lesson ?? before[id]?.lesson else { continue }
            let (old, new) = (before[id]?.days ?? [], after[id]?.days ?? [])
            guard old != new else { continue }
            var line = found[lesson.course] ?? Line(course: lesson.course, title: lesson.title)
            line.gone += old.subtracting(new).count
            line.added += new.subtracting(old).count
            found[lesson.course] = line
        }
        lines = found.values.sorted { ($1.gone + $1.added, $0.title) < ($0.gone + $0.added, $1.title) }
    }
}
