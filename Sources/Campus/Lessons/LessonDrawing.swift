import Admin
import Foundation
import GRDB
import Web

struct LessonDrawing {
    let lesson: WeeklyLesson
    let rendering: RenderContext

    private var words: Words { rendering.words }

    func values(_ time: LessonTime) -> Values {
        let tones: [LessonChange.Kind: String] = [.cancelled: "bad", .moved: "warn"]
        return [
            "when": formatted(time.time), "place": time.place.isEmpty ? false : time.place, "note": time.note.isEmpty ? false : time.note,
            "state": tones[time.kind] == nil ? false : words("campus.lessons.states.\(time.kind.rawValue)"),
            "tone": tones[time.kind] ?? "info", "isCancelled": time.kind == .cancelled,
            "usual": time.kind == .moved ? words("campus.lessons.usual", ["when": formatted(time.usual)]) : false,
            "href": "\(Timetable.address)/\(lesson.timetable)/lessons/\(lesson.id)/\(time.day)",
        ]
    }

    func formatted(_ time: DateInterval) -> String {
        let weekday = words("registry.weekday.\(AgendaSpan.weekday(time.start, rendering.zone).rawValue)")
        return "\(weekday) \(words.language.moment(time.start, in: rendering.zone))–\(words.language.time(time.end, in: rendering.zone))"
    }

    func changes(from now: Date) -> [Values] {
        lesson.times(in: DateInterval(start: now, duration: 90 * 86_400), zone: rendering.zone).filter { $0.kind != .held }.map(values)
    }
}

struct LessonForm {
    let found: FoundLesson
    let rendering: RenderContext
    let typed: Form?
    let errors: FieldErrors

    private var words: Words { rendering.words }

    func values(_ db: Database) throws -> Values {
        let (change, drawing) = (found.change, LessonDrawing(lesson: found.lesson, rendering: rendering))
        let kind = typed?["kind"] ?? change?.kind.rawValue ?? ""
        let time = change?.time ?? found.usual
        func value(_ name: String, _ known: String) -> String { typed?[name] ?? known }
        let clock = { (date: Date) -> String in String(CivilTime(date, in: rendering.zone).inputValue.suffix(5)) }
        let area = typed.map { Int64(recordID: $0["area"]) } ?? change?.area
        let items = errors.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
        return [
            "title": found.lesson.title, "when": drawing.formatted(found.usual), "back": found.back,
            "usualPlace": found.lesson.place.isEmpty ? false : found.lesson.place,
            "kinds": LessonChange.Kind.allCases.filter { $0 != .held || change != nil }.map { option -> Values in
                [
                    "value": option.rawValue, "label": words("campus.lessons.kinds.\(option.rawValue)"), "checked": option.rawValue == kind,
                    "id": option == LessonChange.Kind.cancelled ? "kind" : "kind-\(option.rawValue)",
                ]
            },
            "on": value("on", words.language.typed(AgendaSpan.text(time.start, rendering.zone))), "from": value("from", clock(time.start)),
            "to": value("to", clock(time.end)), "note": value("note", change?.note ?? ""), "areas": try areas(area, db),
            "tell": typed == nil || typed?["tell"] == "yes", "wasTold": change?.alert != nil,
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "kindError": error("kind"), "onError": error("on"), "fromError": error("from"), "toError": error("to"),
            "areaError": error("area"), "noteError": error("note"),
            "breadcrumbs": [["label": words("campus.lessons.title"), "href": found.back] as Values],
        ]
    }

    private func error(_ name: String) -> any Sendable { errors[name] ?? false }

    private func areas(_ chosen: Int64?, _ db: Database) throws -> [Values] {
        let sql = """
            SELECT a.id, \(rendering.text("a")) AS name, \(rendering.text("b")) AS building FROM campusArea a JOIN campusBuilding b ON b.id = a.building
            WHERE \(Area.notTrashed("a")) AND \(Building.notTrashed("b")) ORDER BY b.folded, a.folded LIMIT 2000
            """
        return try Row.fetchAll(db, sql: sql).map { row -> Values in
            let id: Int64 = row["id"]
            return ["value": String(id), "label": "\(row["building"] as String) · \(row["name"] as String)", "selected": id == chosen]
        }
    }
}
