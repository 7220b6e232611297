import Admin
import Foundation
import GRDB
import Registry
import Web

struct OwnEventForm {
    let form: Form
    let rendering: RenderContext

    static let names =
        ["title", "kind", "on", "from", "to", "last", "weekly"] + RepetitionForm.names + ["place", "note", "reminder", "course"]

    private var words: Words { rendering.words }

    func read(_ known: OwnEvent, _ reader: Int64?, _ db: Database) throws -> (OwnEvent, FieldErrors) {
        var (event, errors) = (known, FieldErrors())
        event.title = form["title"].trimmingSpaces()
        if event.title.isEmpty { errors.add("title", words("campus.own.refused.title")) }
        (event.place, event.note) = (form["place"].trimmingSpaces(), form["note"].trimmingSpaces())
        for (name, text, most) in [("title", event.title, 120), ("place", event.place, 160), ("note", event.note, 1_000)]
        where text.unicodeScalars.count > most {
            errors.add(name, words("campus.own.refused.long", ["limit": String(most)]))
        }
        for (name, use) in [("title", .name), ("place", .name), ("note", .text)] as [(String, TextRule.Use)] {
            if let flaw = TextRule.flaw(in: form[name], as: use) { errors.add(name, words(flaw.textKey)) }
        }
        event.kind = OwnEvent.Kind(rawValue: form["kind"]) ?? .personal
        event.reminder = form.number("reminder", in: .whole).flatMap { OwnEvent.reminders.contains($0) ? $0 : nil }
        let sql = "SELECT course FROM campusVisitorCourse WHERE visitorID = ? AND course = ?"
        event.course = try Int64.fetchOne(db, sql: sql, arguments: [reader, form.recordID("course")])
        if let time = time(&errors) {
            (event.starts, event.ends) = (time.start, time.end)
            readRepetition(into: &event, &errors)
        }
        return (event, errors)
    }

    private var repetition: RepetitionForm { RepetitionForm(form: form, words: words, zone: rendering.zone, most: Self.mostTimes) }

    private func readRepetition(into event: inout OwnEvent, _ errors: inout FieldErrors) {
        let read = repetition.read(first: event.starts, latest: event.starts + Self.longestRepetition, &errors)
        (event.repetition, event.repeatsUntil) = (read?.rule, read?.until)
        let times = event.occurrences([:], zone: rendering.zone).map(\.usual)
        if zip(times, times.dropFirst()).contains(where: { $0.end > $1.start }) {
            errors.add("last", words("campus.own.refused.last"))
        }
    }

    /// From the day, the hours and the last day; nil after an error.
    func time(_ errors: inout FieldErrors) -> DateInterval? {
        guard let midnight = TypedMoment.day(form["on"], in: rendering.zone) else {
            errors.add("on", words("campus.lessons.refused.day"))
            return nil
        }
        guard let from = ClockTime.minutes(TypedTime.iso(form["from"])) else {
            errors.add("from", words("registry.refused.time"))
            return nil
        }
        guard let to = ClockTime.minutes(TypedTime.iso(form["to"])) else {
            errors.add("to", words("registry.refused.time"))
            return nil
        }
        let calendar = AgendaSpan.calendar(rendering.zone)
        guard let last = lastDay(midnight, from, to, calendar, &errors) else { return nil }
        func moment(_ minutes: Int, of day: Date) -> Date {
            calendar.date(bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day) ?? day
        }
        let starts = moment(from, of: midnight)
        return DateInterval(start: starts, end: max(starts, moment(to, of: last)))
    }

    /// The day of the end: the typed one; without it the same day, or the next one for a night. nil after an error.
    private func lastDay(_ first: Date, _ from: Int, _ to: Int, _ calendar: Calendar, _ errors: inout FieldErrors) -> Date? {
        guard form["last"].isEmpty else {
            guard let last = TypedMoment.day(form["last"], in: rendering.zone), last >= first,
                last <= first + Self.longest
            else {
                errors.add("last", words("campus.own.refused.last"))
                return nil
            }
            if last > first || from < to { return last }
            errors.add("to", words("registry.refused.order"))
            return nil
        }
        if from < to { return first }
        guard from != to, to + 1_440 - from <= Self.longestNight else {
            errors.add("to", words("registry.refused.order"))
            return nil
        }
        return calendar.date(byAdding: .day, value: 1, to: first)
    }

    private static let (longest, longestRepetition, longestNight) = (60 * 86_400.0, 1_100 * 86_400.0, 12 * 60)
    private static let mostTimes = 400

    func values(_ event: OwnEvent, _ isTyped: Bool, _ errors: FieldErrors, _ reader: Int64?, _ db: Database) throws -> Values {
        func value(_ name: String, _ known: String) -> String { isTyped ? form[name] : known }
        let clock = { (date: Date) -> String in String(CivilTime(date, in: rendering.zone).inputValue.suffix(5)) }
        let items = errors.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
        let (kind, reminder) = (value("kind", event.kind.rawValue), value("reminder", event.reminder.map(String.init) ?? ""))
        let (day, lastDay) = (AgendaSpan.text(event.starts, rendering.zone), AgendaSpan.text(event.ends, rendering.zone))
        let isNew = event.id == nil
        let own: Values = [
            "title": words(isNew ? "campus.own.new" : "campus.own.change"), "isNew": isNew,
            "action": isNew ? "/campus/mine/events" : OwnEventPages.address(event), "name": value("title", event.title),
            "on": value("on", words.language.typed(day)), "last": value("last", day == lastDay ? "" : words.language.typed(lastDay)),
            "from": value("from", clock(event.starts)),
            "to": value("to", clock(event.ends)), "place": value("place", event.place), "note": value("note", event.note),
            "dates": false, "sentence": isTyped ? false : event.sentence(rendering).map { $0 as any Sendable } ?? false,
            "kinds": options(OwnEvent.Kind.allCases.map { ($0.rawValue, words("campus.own.kinds.\($0.rawValue)")) }, kind),
            "courses": options(try courses(reader, db), value("course", event.course.map(String.init) ?? "")),
            "reminders": options(OwnEvent.reminders.map { (String($0), words("campus.own.reminders.m\($0)")) }, reminder),
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "titleError": errors["title"] ?? false, "onError": errors["on"] ?? false, "fromError": errors["from"] ?? false,
            "toError": errors["to"] ?? false, "lastError": errors["last"] ?? false,
            "placeError": errors["place"] ?? false,
            "noteError": errors["note"] ?? false,
        ]
        let repeated = repetition.values(isTyped, event.repetition, until: event.repeatsUntil, errors, mayBeNone: true)
        return own.merging(repeated) { one, _ in one }
    }

    private func options(_ all: [(String, String)], _ chosen: String) -> [Values] {
        all.map { ["value": $0.0, "label": $0.1, "selected": $0.0 == chosen] }
    }

    private func courses(_ reader: Int64?, _ db: Database) throws -> [(String, String)] {
        let sql = """
            SELECT c.id, \(rendering.text("c")) AS name FROM campusVisitorCourse v JOIN course c ON c.id = v.course
            WHERE v.visitorID = ? AND \(Course.notTrashed("c")) ORDER BY c.folded
            """
        return try Row.fetchAll(db, sql: sql, arguments: [reader]).map { (String($0["id"] as Int64), $0["name"]) }
    }
}
