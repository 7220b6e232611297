import Admin
import Foundation
import GRDB
import Web

struct NoticeForm {
    let found: FoundNotice
    let typed: Form?
    let rendering: RenderContext
    let now: Date

    /// Default and longest validity, in seconds.
    private static let (usual, longest) = (7.0 * 86_400, 180.0 * 86_400)
    private static let texts = [("name", 120), ("text", 2_000), ("nameEn", 120), ("textEn", 2_000)]

    private var words: Words { rendering.words }
    private var form: Form { typed ?? Form() }

    func read() -> (Alert, FieldErrors) {
        var (alert, errors) = (found.alert, FieldErrors())
        alert.severity = .info
        (alert.title, alert.text) = (form["name"].trimmingSpaces(), form["text"].trimmingSpaces())
        (alert.titleEn, alert.textEn) = (form["nameEn"].trimmingSpaces(), form["textEn"].trimmingSpaces())
        if let course = found.courses.first(where: { String($0.id) == form["course"] }) {
            alert.courses = [course.id]
        } else if found.bulletin == nil {
            errors.add("course", words("campus.notices.refused.course"))
        }
        for (name, limit) in Self.texts where form[name].trimmingSpaces().unicodeScalars.count > limit {
            errors.add(name, words("campus.own.refused.long", ["limit": String(limit)]))
        }
        for (name, _) in Self.texts {
            if let flaw = TextRule.flaw(in: form[name], as: TextRule.use(of: name)) { errors.add(name, words(flaw.textKey)) }
        }
        if alert.title.isEmpty { errors.add("name", words("campus.notices.refused.title")) }
        if alert.titleEn.isEmpty { errors.add("nameEn", words("campus.notices.refused.title")) }
        if !alert.text.isEmpty, alert.textEn.isEmpty { errors.add("textEn", words("campus.notices.refused.both")) }
        if alert.text.isEmpty, !alert.textEn.isEmpty { errors.add("text", words("campus.notices.refused.both")) }
        alert.expires = endOfDay(form["until"])
        if !(alert.expires.map { $0 > now && $0 < now + Self.longest } ?? false) {
            errors.add("until", words("campus.notices.refused.until"))
        }
        if errors.isEmpty, found.bulletin != nil, isSame(alert) { errors.add("name", words("campus.notices.refused.same")) }
        return (alert, errors)
    }

    private func endOfDay(_ typed: String) -> Date? {
        guard typed.utf8.count == 10, let day = TypedMoment.date(typed, in: rendering.zone) else { return nil }
        return AgendaSpan.calendar(rendering.zone).date(bySettingHour: 23, minute: 59, second: 0, of: day)
    }

    private func isSame(_ alert: Alert) -> Bool {
        let known = found.alert
        return alert.title == known.title && alert.text == known.text && alert.titleEn == known.titleEn && alert.textEn == known.textEn
            && alert.expires == known.expires
    }

    /// `errors` is nil before any input. After valid input the form includes a preview.
    func values(_ errors: FieldErrors?, _ both: [Words], _ db: Database) throws -> Values {
        let (known, reasons) = (found.alert, errors ?? FieldErrors())
        func value(_ name: String, _ known: String) -> String { typed?[name] ?? known }
        let items = reasons.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
        let chosen = typed?["course"] ?? known.courses.first.map(String.init) ?? ""
        var values: Values = [
            "title": words(found.bulletin == nil ? "campus.notices.new" : "campus.notices.correct"), "isNew": found.bulletin == nil,
            "breadcrumbs": [
                ["label": words("campus.lessons.title"), "href": LessonPages.address] as Values,
                ["label": words("campus.notices.title"), "href": NoticePages.address] as Values,
            ],
            "back": NoticePages.address,
            "courses": found.courses.map { course -> Values in
                ["value": String(course.id), "label": course.label, "selected": String(course.id) == chosen]
            },
            "name": value("name", known.title), "text": value("text", known.text), "nameEn": value("nameEn", known.titleEn),
            "textEn": value("textEn", known.textEn),
            "until": value("until", AgendaSpan.text(known.expires ?? now + Self.usual, rendering.zone)),
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "preview": false,
        ]
        for name in ["course", "until"] + Self.texts.map(\.0) { values[name + "Error"] = reasons[name] ?? false }
        if let errors, errors.isEmpty { values["preview"] = try preview(read().0, both, db) }
        return values
    }

    private func preview(_ alert: Alert, _ both: [Words], _ db: Database) throws -> Values {
        let bulletin = Bulletin(seen: alert, at: now)
        let pages = try both.filter { bulletin.languages.contains($0.language) }.map { words -> Values in
            try AlertSheet(words: words, zone: rendering.zone, now: now).values(bulletin, db).merging([
                "lang": words.language.rawValue, "label": self.words.channel(words.language),
            ]) { $1 }
        }
        let sql = "SELECT count(*) FROM campusVisitorCourse WHERE course = ?"
        let followers = try Int.fetchOne(db, sql: sql, arguments: [alert.courses.first]) ?? 0
        return ["pages": pages, "audience": words("campus.notices.audience", count: followers)]
    }
}
