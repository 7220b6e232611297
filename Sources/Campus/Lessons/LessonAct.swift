import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

struct LessonAct {
    let lesson: WeeklyLesson
    let usual: DateInterval
    let day: String
    let form: Form
    let rendering: RenderContext
    let now: Date

    func read(_ before: LessonChange?, _ db: Database) throws -> (LessonChange, FieldErrors) {
        var change = before ?? LessonChange(timetable: lesson.timetable, slot: lesson.id, day: day, kind: .held, at: now)
        var errors = FieldErrors()
        let words = rendering.words
        (change.starts, change.ends, change.area) = (nil, nil, nil)
        change.note = form["note"]
        if TextRule.length(change.note) > 160 { errors.add("note", words("campus.lessons.refused.note")) }
        guard let kind = LessonChange.Kind(rawValue: form["kind"]) else {
            errors.add("kind", words("campus.lessons.refused.kind"))
            return (change, errors)
        }
        change.kind = kind
        if usual.end <= now, (before?.time?.end ?? .distantPast) <= now { errors.add("kind", words("campus.lessons.refused.over")) }
        if kind == .moved { try readTime(into: &change, &errors, db) }
        return (change, errors)
    }

    private func readTime(into change: inout LessonChange, _ errors: inout FieldErrors, _ db: Database) throws {
        let words = rendering.words
        guard let midnight = TypedMoment.day(form["on"], in: rendering.zone) else {
            return errors.add("on", words("campus.lessons.refused.day"))
        }
        guard let from = ClockTime.minutes(TypedTime.iso(form["from"])) else { return errors.add("from", words("registry.refused.time")) }
        guard let to = ClockTime.minutes(TypedTime.iso(form["to"])) else { return errors.add("to", words("registry.refused.time")) }
        guard from < to else { return errors.add("to", words("registry.refused.order")) }
        let calendar = AgendaSpan.calendar(rendering.zone)
        func moment(_ minutes: Int) -> Date? {
            calendar.date(bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: midnight)
        }
        guard let starts = moment(from), let ends = moment(to), starts < ends else {
            return errors.add("from", words("registry.refused.time"))
        }
        if starts <= now { errors.add("on", words("campus.lessons.refused.past")) }
        (change.starts, change.ends) = (starts, ends)
        if !form["area"].isEmpty {
            let sql = "SELECT id FROM campusArea WHERE id = ? AND \(Area.notTrashed)"
            change.area = try Int64.fetchOne(db, sql: sql, arguments: [form.recordID("area")])
            if change.area == nil { errors.add("area", words("campus.lessons.refused.room")) }
        }
        guard errors.isEmpty, let room = change.area ?? lesson.area else { return }
        let time = DateInterval(start: starts, end: ends)
        let lectures = try Booking.lectures(in: time, rendering, db)
        if let other = try Booking.rooms(in: time, lectures, rendering, db).first(where: { $0.subject == room && $0.uid != lesson.uid }) {
            errors.add("area", words("campus.lessons.refused.taken", ["title": other.title]))
        }
    }

    func keep(_ change: LessonChange, _ before: LessonChange?, by actor: Actor, _ db: Database) throws -> LessonChange {
        var kept = change
        kept.changedAt = now
        if before == nil {
            try kept.insert(db)
        } else {
            kept.version += 1
            try kept.update(db)
        }
        var detail = ["lesson": WrittenTime.iso(usual.start), "kind": kept.kind.rawValue, "note": kept.note]
        if let time = kept.time { detail["to"] = WrittenTime.iso(time.start) }
        try AuditEntry.write(
            db, "campus.timetables.lesson", by: actor, on: ("campus.timetables", lesson.timetable, lesson.title), detail: detail)
        return kept
    }
}
