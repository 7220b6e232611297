import Foundation
import GRDB

enum Lectures {
    static func items(of visitor: Int64, in interval: DateInterval, _ rendering: RenderContext, _ db: Database) throws -> [AgendaItem] {
        let sql = "SELECT course, colour FROM campusVisitorCourse WHERE visitorID = ?"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [visitor])
        let colours = Dictionary(rows.map { ($0["course"] as Int64, $0["colour"] as String) }) { first, _ in first }
        return try lessons(of: visitor, rendering, db).flatMap { lesson in
            let colour = colours[lesson.course].flatMap { $0.isEmpty ? nil : $0 } ?? "green"
            return lesson.times(in: interval, zone: rendering.zone).map { item(lesson, $0, colour, rendering) }
        }
    }

    static func item(_ lesson: WeeklyLesson, _ time: LessonTime, _ colour: String, _ rendering: RenderContext) -> AgendaItem {
        var source = rendering.words("campus.calendar.lecture")
        if time.kind == .moved {
            let when = rendering.words.language.moment(time.usual.start, in: rendering.zone)
            source += " · " + rendering.words("campus.lessons.usual", ["when": when])
        }
        if !time.note.isEmpty { source += " · " + time.note }
        var item = AgendaItem(
            kind: .lecture, id: lesson.id, uid: lesson.uid, start: time.time.start, end: time.time.end, title: lesson.markedTitle,
            place: time.place, source: source, colour: colour, isCancelled: time.kind == .cancelled,
            href: "/campus/courses/\(lesson.course)", version: lesson.sequence, changedAt: lesson.touchedAt)
        item.details = CalendarDetails(room: time.area, point: time.area.flatMap { lesson.points[$0] })
        item.isChanged = time.kind != .held
        return item
    }

    /// Weekly entries; each changed week has an entry of its own.
    static func entries(of visitor: Int64, _ rendering: RenderContext, origin: String, host: String, _ db: Database) throws
        -> [CalendarEntry]
    {
        entries(try lessons(of: visitor, rendering, db), rendering, origin: origin, host: host)
    }

    static func entries(_ lessons: [WeeklyLesson], _ rendering: RenderContext, origin: String, host: String) -> [CalendarEntry] {
        lessons.flatMap { lesson -> [CalendarEntry] in
            let all = DateInterval(start: lesson.hours.validFrom, end: max(lesson.hours.validFrom, lesson.hours.validTo))
            let closed = lesson.exceptions(zone: rendering.zone)
            let limit = closed.count + 1
            // The first one must take place (RFC 5545, 3.8.2.4).
            guard
                let first = lesson.hours.occurrences(in: all, zone: rendering.zone, limit: limit).first(where: {
                    !closed.contains($0.start)
                })
            else { return [] }
            var entry = CalendarEntry(
                uid: "\(lesson.uid)@\(host)", start: first.start, end: first.end, summary: lesson.title, place: lesson.place,
                address: origin + "/campus/courses/\(lesson.course)", sequence: lesson.sequence, changedAt: lesson.touchedAt,
                repeatsUntil: lesson.hours.validTo)
            entry.category = rendering.words("campus.calendar.lecture")
            entry.except = closed.filter { $0 > first.start }
            entry.details = CalendarDetails(room: lesson.area, point: lesson.area.flatMap { lesson.points[$0] })
            return [entry] + exceptions(lesson, entry, rendering)
        }
    }

    private static func exceptions(_ lesson: WeeklyLesson, _ entry: CalendarEntry, _ rendering: RenderContext) -> [CalendarEntry] {
        lesson.changes.filter { $0.kind != .held }.compactMap { change in
            guard let usual = lesson.usual(on: change.day, zone: rendering.zone) else { return nil }
            var exception = entry
            (exception.repeatsUntil, exception.instead, exception.text) = (nil, usual.start, change.note)
            (exception.start, exception.end) = (usual.start, usual.end)
            if change.kind == .cancelled {
                exception.isCancelled = true
                exception.summary = CalendarFileAnswer.cancelled(entry.summary, rendering.words)
            } else if let time = change.time {
                (exception.start, exception.end) = (time.start, time.end)
                exception.place = change.area.flatMap { lesson.rooms[$0] } ?? entry.place
                if let area = change.area { exception.details = CalendarDetails(room: area, point: lesson.points[area]) }
            }
            return exception
        }
    }

    private static func lessons(of visitor: Int64, _ rendering: RenderContext, _ db: Database) throws -> [WeeklyLesson] {
        let condition = "c.id IN (SELECT course FROM campusVisitorCourse WHERE visitorID = :visitor)"
        return try WeeklyLesson.all(where: condition, ["visitor": visitor], limit: 400, rendering, db)
    }
}
