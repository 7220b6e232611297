import Accounts
import Admin
import GRDB
import Web

struct RefusedElement: Sendable {
    var excesses: [OverlongText] = []
    /// Another person changed it, and the page does not say what it was drawn with.
    var isChanged = false
    var unanswered: [String] = []
    var form: Form?
    var faults: [ElementFault] = []
}

struct ElementFault: Sendable {
    let field: String
    /// Nil for the fields of every question.
    var label: String?
    let reason: String
}

/// The form of a question, page or paragraph, on a page of its own or open in the tree.
struct ElementForm {
    let heading: DesignHeading
    let version: QuestionnaireVersion
    let stored: Structure
    let person: SignedIn
    let id: Int64
    let languages: [Language]
    var isInside = false

    var isQuestion: Bool { stored.question(id) != nil }

    /// Nil without the element. `form` is what was typed and refused.
    func values(_ form: Form?, _ refused: RefusedElement, _ context: FormContext, _ db: Database) throws -> Values? {
        let words = context.words
        let isDisputed = refused.form != nil
        let mayEdit = version.state == .draft && person.grants.may(DesignContext.editing, in: nil)
        let copy = form == nil && mayEdit ? try DesignCopy.elements.find(id, of: person, db) : nil
        let shown = form ?? copy?.form
        let typed = shown.flatMap { stored.changing(id, by: $0, set: nil) } ?? stored
        let (action, seen) = ("\(heading.structure)/elements/\(id)", stored.fingerprint(of: id) ?? "")
        let opened = copy.map { $0.form["seen"] } ?? seen
        let edition = shown?.number("edition", in: .versions)
        let texts = ElementTexts(stored, of: id, in: languages)
        let labels = try stored.question(id).map { ElementLabels($0, try Tag.all(.element, db)) }
        let saved = (stored.typed(id, words.language) ?? [:]).merging(texts.typed) { $1 }.merging(labels?.typed ?? [:]) { $1 }
        let names = Self.names(texts, labels, words)
        let wrong = Set(refused.faults.map(\.field))
        func rule(_ name: String) -> String { shown?.has(name) == true ? shown?.exact(name) ?? "" : saved[name]?.first ?? "" }
        let codes = ElementRules(structure: stored, language: words.language).codes(before: id).map {
            ["code": $0.code, "text": $0.text] as Values
        }
        let isQuestion = self.isQuestion
        let common: Values = [
            "show": rule("show"), "hide": rule("hide"), "mayHaveRules": stored.pages.first?.id != id,
            "back": heading.structure + "#e-\(id)", "isInside": isInside,
            "action": action, "seen": form == nil ? opened : seen, "isChanged": refused.isChanged, "mayEdit": mayEdit,
            "edition": String(isDisputed ? version.edition : edition ?? version.edition),
            "drawn": SettingsMerge.hiddenValue(saved, shown),
            "questions": try SettingsMerge.questions(
                shown, by: shown.map { _ in try heading.changes(since: edition, version, db) }, context,
                label: { names[$0] ?? Self.label(of: $0, isQuestion, words) },
                localized: { labels?.isMark($0) == true ? words($1.isEmpty ? "admin.no" : "admin.yes") : Self.localized($0, $1, words) }),
            "errors": Self.errors(refused, words),
            "codes": codes, "translations": texts.values(shown, refused: wrong, heading.structure, words),
            "ownTags": labels?.values(shown, refused: wrong, words) ?? [], "tagSheet": heading.structure + "/tags",
            "openedCopy": DesignCopy.notice(copy, at: action, isOutdated: opened != seen, words, context.zone),
        ]
        if let question = typed.question(id) {
            let drawing = QuestionForm(
                question: question, words: words, sets: try AnswerSet.all(db), set: form?.recordID("set"),
                rows: typed.rows(below: id).map(\.text), typed: shown)
            return common.merging(drawing.values) { $1 }
        }
        guard let (text, note) = typed.texts(of: id) else { return nil }
        return common.merging(["title": words("questionnaires.design.change"), "text": text, "note": note]) { $1 }
    }

    /// What the fields are called that other questions do not have: translations and own tags.
    static func names(_ texts: ElementTexts, _ labels: ElementLabels?, _ words: Words) -> [String: String] {
        let translations = texts.rows.map { row in (row.name, "\(texts.label(row, words)) (\(row.language.ownName))") }
        return Dictionary(translations) { first, _ in first }.merging(labels?.labels(words) ?? [:]) { $1 }
    }

    static func label(of name: String, _ isQuestion: Bool, _ words: Words) -> String {
        let key =
            switch name {
            case "text": isQuestion ? "text" : "title"
            case "answers": "lines"
            case "tag": "tags"
            default: name
            }
        return words("questionnaires.design.fields.\(key)")
    }

    private static func localized(_ name: String, _ values: [String], _ words: Words) -> String {
        switch name {
        case "format": values.first.map { words("questionnaires.format.\($0)") } ?? ""
        case "written": values.first.map { words("questionnaires.answerFormat.\($0)") } ?? ""
        case "mandatory", "shuffled": words(values.isEmpty ? "admin.no" : "admin.yes")
        default: values.joined(separator: ", ").replacing("\r\n", with: "\n").replacing("\n", with: "; ")
        }
    }

    private static func errors(_ refused: RefusedElement, _ words: Words) -> any Sendable {
        var fields: Set<String> = []
        var items = refused.excesses.compactMap { excess -> Values? in
            guard let field = excess.field, fields.insert(field).inserted else { return nil }
            let tooLong = words("questionnaires.refused.tooLong", ["limit": words.language.number(excess.limit)])
            let label = field == "text" && excess.kind != .question ? "title" : field
            return ["href": "#f-\(field)", "text": words("questionnaires.design.fields.\(label)").introducing(tooLong)]
        }
        items += refused.faults.map { fault -> Values in
            let label = fault.label ?? words("questionnaires.design.fields.\(fault.field)")
            return ["href": "#f-" + fault.field.replacing(".", with: "-"), "text": label.introducing(fault.reason)]
        }
        if items.isEmpty { return false }
        return ["title": words("admin.errors", count: items.count), "items": items] as Values
    }
}
