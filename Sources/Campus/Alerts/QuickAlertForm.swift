import Admin
import Foundation
import GRDB
import Web

struct QuickAlertForm {
    let template: AlertTemplate?
    let typed: Form?
    let words: Words
    let zone: TimeZone
    /// The language of templates.
    let original: Language
    let asksEnglish: Bool
    let now: Date

    private static let limits = ["title": 120, "text": 4_000, "instruction": 1_000, "position": 160]
    private static let names = ["title", "text", "instruction", "position"]

    private struct Question {
        let name: String
        let field: String
        let language: Language
    }

    private var questions: [Question] {
        Self.names.flatMap { field in
            let english = Question(name: field + "En", field: field, language: .english)
            return [Question(name: field, field: field, language: original)] + (asksEnglish ? [english] : [])
        }
    }

    private func value(_ question: Question) -> String {
        if let typed { return typed[question.name] }
        guard let template, question.field != "position" else { return "" }
        let field = question.field == "title" ? "headline" : question.field
        return template.localized(field, question.language, original: original)
    }

    private var severity: AlertSeverity {
        typed.flatMap { AlertSeverity(rawValue: $0["severity"]) } ?? template?.severity ?? .emergency
    }

    private var usualEnd: Date {
        if let template { return now + Double(template.hours) * 3_600 }
        var alert = Alert()
        alert.severity = severity
        return alert.usualEnd(from: now)
    }

    func read(_ db: Database) throws -> (alert: Alert, until: Date?, errors: FieldErrors) {
        let form = typed ?? Form()
        var (alert, errors) = (Alert(), FieldErrors())
        var said: [String: String] = [:]
        for question in questions {
            let text = form[question.name].trimmingSpaces()
            said[question.name] = text
            if let limit = Self.limits[question.field], text.unicodeScalars.count > limit {
                errors.add(question.name, words("campus.own.refused.long", ["limit": String(limit)]))
            } else if let flaw = TextRule.flaw(in: text, as: TextRule.use(of: question.name)) {
                errors.add(question.name, words(flaw.textKey))
            } else if question.field == "title", text.isEmpty {
                errors.add(question.name, words("campus.notices.refused.title"))
            }
        }
        for field in ["text", "instruction"] where asksEnglish && said[field]?.isEmpty != said[field + "En"]?.isEmpty {
            errors.add(said[field]?.isEmpty == true ? field : field + "En", words("campus.notices.refused.both"))
        }
        put(said, in: &alert)
        (alert.severity, alert.drill) = (severity, form["drill"] == "yes")
        alert.category = try category(form, db)
        if alert.category == nil { errors.add("category", words("campus.quick.refused.category")) }
        let until = TypedMoment.date(form["until"], in: zone)
        if !(until.map { $0 > now } ?? false) { errors.add("until", words("campus.publication.refused.end")) }
        return (alert, until, errors)
    }

    private func put(_ said: [String: String], in alert: inout Alert) {
        (alert.title, alert.text) = (said["title"] ?? "", said["text"] ?? "")
        (alert.instruction, alert.position) = (said["instruction"] ?? "", said["position"] ?? "")
        for field in Self.names {
            let text = said[field + "En"] ?? ""
            if !text.isEmpty { alert.translations[field, .english] = .init(text, of: said[field]) }
        }
        guard let template else { return }
        alert.easy = template.localized("easy", original, original: original)
        for (field, own) in [("title", "headline"), ("text", "text"), ("instruction", "instruction"), ("easy", "easy")] {
            // A text that was changed here has no translation yet.
            let isSame = field == "easy" || said[field] == template.localized(own, original, original: original)
            let asked: Set<Language> = field == "easy" || !asksEnglish ? [original] : [original, .english]
            for language in Language.allCases where isSame && !asked.contains(language) {
                let text = template.localized(own, language, original: original)
                if !text.isEmpty { alert.translations[field, language] = .init(text, of: nil) }
            }
        }
    }

    private func category(_ form: Form, _ db: Database) throws -> Int64? {
        guard let id = form.recordID("category"), let found = try AlertCategory.fetch(db, id: id), found.stamp.deletedAt == nil else {
            return nil
        }
        return id
    }

    func values(_ errors: FieldErrors, _ db: Database) throws -> Values {
        let (form, category) = (typed ?? Form(), typed.map { $0.recordID("category") } ?? template?.category)
        let drawn = questions.map { question(for: $0, errors) }
        let items = errors.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
        return [
            "template": String(template?.id ?? 0), "fields": drawn.filter { $0["field"] as? String != "position" },
            "places": drawn.filter { $0["field"] as? String == "position" },
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "categories": try AlertCategory.all(db).map { one -> Values in
                let name = one.translations.reading("name", one.name, in: words.language).text
                return .option(String(one.id ?? 0), name, selected: one.id == category)
            },
            "severities": AlertSeverity.allCases.map { one -> Values in
                .option(one.rawValue, words("campus.severity.\(one.rawValue)"), selected: one == severity)
            },
            "isDrill": form["drill"] == "yes", "zone": zone.identifier,
            "until": typed.map { $0["until"] } ?? words.language.typed(CivilTime(usualEnd, in: zone).inputValue),
            "untilError": errors["until"] ?? false, "categoryError": errors["category"] ?? false,
            "isOpen": template == nil || !errors.isEmpty, "isEmergency": severity == .emergency,
        ]
    }

    private func question(for question: Question, _ errors: FieldErrors) -> Values {
        [
            "name": question.name, "field": question.field, "lang": question.language.rawValue, "value": value(question),
            "label": words("campus.alerts.fields.\(question.name)"), "limit": String(Self.limits[question.field] ?? 120),
            "isLong": ["text", "instruction"].contains(question.field), "isOwed": question.field == "title",
            "flaw": errors[question.name] ?? false,
        ]
    }
}
