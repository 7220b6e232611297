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
    private static let (longestTitle, longestText) = (120, 2_000)

    private var words: Words { rendering.words }
    private var form: Form { typed ?? Form() }

    func read() -> (Alert, FieldErrors) {
        var (alert, errors) = (found.alert, FieldErrors())
        alert.severity = .info
        (alert.title, alert.text) = (form["name"].trimmingSpaces(), form["text"].trimmingSpaces())
        if let course = found.courses.first(where: { String($0.id) == form["course"] }) {
            alert.courses = [course.id]
        } else if found.bulletin == nil {
            errors.add("course", words("campus.notices.refused.course"))
        }
        judge("name", as: "name", Self.longestTitle, &errors)
        judge("text", as: "text", Self.longestText, &errors)
        if alert.title.isEmpty { errors.add("name", words("campus.notices.refused.title")) }
        for language in languages { read(language, into: &alert, &errors) }
        alert.expires = endOfDay(form["until"])
        if !(alert.expires.map { $0 > now && $0 < now + Self.longest } ?? false) {
            errors.add("until", words("campus.notices.refused.until"))
        }
        if errors.isEmpty, found.bulletin != nil, isSame(alert) { errors.add("name", words("campus.notices.refused.same")) }
        return (alert, errors)
    }

    private func judge(_ input: String, as name: String, _ limit: Int, _ errors: inout FieldErrors) {
        if form[input].trimmingSpaces().unicodeScalars.count > limit {
            errors.add(input, words("campus.own.refused.long", ["limit": String(limit)]))
        }
        if let flaw = TextRule.flaw(in: form[input], as: TextRule.use(of: name)) { errors.add(input, words(flaw.textKey)) }
    }

    private var languages: [Language] {
        Language.allCases.filter { language in
            language != found.site.language
                && (found.site.languages.contains(language) || found.alert.translations["title", language] != nil)
        }
    }

    private static func input(_ name: String, _ language: Language) -> String { "\(name)-\(language.rawValue)" }

    /// English is needed, because readers of other languages without a translation get it; another language is needed whole or not at all.
    private func read(_ language: Language, into alert: inout Alert, _ errors: inout FieldErrors) {
        let (titled, written) = (Self.input("name", language), Self.input("text", language))
        judge(titled, as: "name", Self.longestTitle, &errors)
        judge(written, as: "text", Self.longestText, &errors)
        let (title, text) = (form[titled].trimmingSpaces(), form[written].trimmingSpaces())
        alert.translations["title", language] = .init(title, of: alert.title)
        alert.translations["text", language] = .init(text, of: alert.text)
        if alert.text.isEmpty, !text.isEmpty, errors["text"] == nil { errors.add("text", words("campus.notices.refused.both")) }
        guard language == .english || !title.isEmpty || !text.isEmpty else { return }
        if title.isEmpty { errors.add(titled, words("campus.notices.refused.title")) }
        if !alert.text.isEmpty, text.isEmpty { errors.add(written, words("campus.notices.refused.both")) }
    }

    private func endOfDay(_ typed: String) -> Date? {
        guard let day = TypedMoment.day(typed, in: rendering.zone) else { return nil }
        return AgendaSpan.calendar(rendering.zone).date(bySettingHour: 23, minute: 59, second: 0, of: day)
    }

    private func isSame(_ alert: Alert) -> Bool {
        let known = found.alert
        let isSaidTheSame = languages.allSatisfy { language in
            ["title", "text"].allSatisfy { alert.translations[$0, language]?.text == known.translations[$0, language]?.text }
        }
        return alert.title == known.title && alert.text == known.text && isSaidTheSame && alert.expires == known.expires
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
            "name": value("name", known.title), "text": value("text", known.text),
            "translations": languages.map { language -> Values in
                let (titled, written) = (Self.input("name", language), Self.input("text", language))
                let said = ["language": words.name(of: language, "translations.in")]
                return [
                    "lang": language.rawValue, "isNeeded": language == .english, "titled": titled, "written": written,
                    "titleLabel": words("campus.notices.nameIn", said), "textLabel": words("campus.notices.textIn", said),
                    "titleValue": value(titled, known.translations["title", language]?.text ?? ""),
                    "textValue": value(written, known.translations["text", language]?.text ?? ""),
                    "titleWrong": reasons[titled] ?? false, "textWrong": reasons[written] ?? false,
                ]
            },
            "until": value("until", words.language.typed(AgendaSpan.text(known.expires ?? now + Self.usual, rendering.zone))),
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "preview": false,
        ]
        for name in ["course", "until", "name", "text"] { values[name + "Error"] = reasons[name] ?? false }
        if let errors, errors.isEmpty { values["preview"] = try preview(read().0, both, db) }
        return values
    }

    private func preview(_ alert: Alert, _ both: [Words], _ db: Database) throws -> Values {
        let bulletin = Bulletin(seen: alert, in: found.site.language, at: now)
        let pages = try both.filter { bulletin.languages.contains($0.language) }.map { words -> Values in
            try AlertSheet(words: words, zone: rendering.zone, now: now, original: found.site.language).values(bulletin, db).merging([
                "lang": words.language.rawValue, "label": self.words.channel(words.language),
            ]) { $1 }
        }
        let sql = "SELECT count(*) FROM campusVisitorCourse WHERE course = ?"
        let followers = try Int.fetchOne(db, sql: sql, arguments: [alert.courses.first]) ?? 0
        return ["pages": pages, "audience": words("campus.notices.audience", count: followers)]
    }
}
