import Admin
import Web

/// Changes in the order of the newer version. Questions and answers match by code, pages and paragraphs by their questions.
struct StructureDifference {
    /// Message key: `questionnaires.difference.<key>`.
    struct Change: Equatable {
        let key: String
        var values: [String: String] = [:]
    }

    private(set) var changes: [Change] = []

    private let old: StructureOutline
    private let new: StructureOutline
    private let before: [String: Question]

    init(from old: Structure, to new: Structure) {
        (self.old, self.new) = (StructureOutline(old), StructureOutline(new))
        before = Dictionary(old.questions.map { ($0.code, $0) }) { first, _ in first }
        for page in new.pages { compare(page) }
        let kept = Set(new.questions.map(\.code))
        for question in old.questions where !kept.contains(question.code) { add("removedQuestion", question) }
        let order = { (structure: Structure, codes: Set<String>) in structure.questions.map(\.code).filter(codes.contains) }
        if order(old, kept) != order(new, Set(before.keys)) { add("order") }
        compareRules()
        compareTranslations()
    }

    private mutating func add(_ key: String, _ values: [String: String] = [:]) { changes.append(Change(key: key, values: values)) }

    private mutating func add(_ key: String, _ question: Question, _ values: [String: String] = [:]) {
        add(key, values.merging(["code": question.code, "text": question.text]) { first, _ in first })
    }

    private mutating func compare(_ page: Page) {
        let questions = page.paragraphs.flatMap(\.questions)
        let was = first(of: questions).flatMap { question in old.place(question.id)?.page }
        compare(page, with: old.structure.pages.first { $0.id == was }, "Page")
        for paragraph in page.paragraphs {
            let was = first(of: paragraph.questions).flatMap { question in old.place(question.id)?.parent }
            compare(paragraph, with: old.structure.paragraphs.first { $0.id == was }, "Paragraph")
            for question in paragraph.questions { compare(question) }
        }
    }

    private func first(of questions: [Question]) -> Question? { questions.lazy.compactMap { before[$0.code] }.first }

    private mutating func compare<Element: LabeledElement>(_ element: Element, with was: Element?, _ name: String) {
        guard let was else {
            if !element.text.isEmpty { add("added" + name, ["new": element.text]) }
            return
        }
        if was.text != element.text { add("title" + name, ["old": was.text, "new": element.text]) }
        if was.note != element.note { add("noteOf" + name, ["text": element.text, "old": was.note, "new": element.note]) }
    }

    private mutating func compare(_ question: Question) {
        guard let was = before[question.code] else { return add("addedQuestion", question) }
        func differ(_ key: String, _ old: String, _ new: String) {
            if old != new { add(key, question, ["old": old, "new": new]) }
        }
        differ("wording", was.text, question.text)
        differ("note", was.note, question.note)
        differ("category", was.category, question.category)
        if was.kind != question.kind { add("format." + question.kind, question) }
        if was.isShuffled != question.isShuffled { add(question.isShuffled ? "shuffled" : "ordered", question) }
        if was.isMandatory != question.isMandatory { add(question.isMandatory ? "mandatory" : "optional", question) }
        let tags = { (question: Question) in (question.tags.map(\.rawValue) + question.labels.map(\.text)).joined(separator: "; ") }
        differ("tags", tags(was), tags(question))
        compareAnswers(of: question, with: was)
    }

    private mutating func compareAnswers(of question: Question, with was: Question) {
        let before = Dictionary(was.answers.map { ($0.code, $0) }) { first, _ in first }
        for answer in question.answers {
            guard let old = before[answer.code] else {
                add("addedAnswer", question, ["answer": answer.text])
                continue
            }
            if old.text != answer.text { add("answer", question, ["old": old.text, "new": answer.text]) }
            let points = { (answer: Answer) in answer.score.map { Language.english.decimal($0) } ?? "–" }
            if old.score != answer.score { add("score", question, ["answer": answer.text, "old": points(old), "new": points(answer)]) }
            if old.format != answer.format || old.limits != answer.limits { add("limits", question) }
            if old.labels != answer.labels { add("answerTags", question, ["answer": answer.text, "new": Label.list(answer.labels)]) }
        }
        let kept = Set(question.answers.map(\.code))
        for answer in was.answers where !kept.contains(answer.code) { add("removedAnswer", question, ["answer": answer.text]) }
    }

    private mutating func compareRules() {
        let (old, new) = (Self.rules(old), Self.rules(new))
        let same = { (rules: [Rule], rule: Rule) in rules.contains { $0.key == rule.key } }
        for rule in new where !same(old, rule) { add("added." + rule.kind, rule.values) }
        for rule in old where !same(new, rule) { add("removed." + rule.kind, rule.values) }
    }

    private struct Rule {
        /// Below `added` and `removed`: the action, in `tests` for a rule of several answers.
        let kind: String
        /// Codes, so that rewording does not change a rule.
        let key: [String]
        let values: [String: String]
    }

    private static func rules(_ outline: StructureOutline) -> [Rule] {
        let names = Dictionary(outline.structure.sayings.map { ($0.id, $0.text) }) { first, _ in first }
        let simple = outline.structure.conditions.map { condition -> Rule in
            let question = outline.questionOfAnswer[condition.trigger].flatMap { outline.questions[$0] }
            // A page or paragraph is identified by its first question.
            let target = outline.order[condition.target].flatMap { outline.places[$0...].first { $0.kind == .question } }
            return Rule(
                kind: condition.action.rawValue,
                key: [
                    condition.action.rawValue, question?.code ?? "", outline.answers[condition.trigger]?.code ?? "",
                    outline.place(condition.target)?.kind.rawValue ?? "", target.flatMap { outline.questions[$0.id] }?.code ?? "",
                ],
                values: [
                    "question": question?.text ?? "", "answer": names[condition.trigger] ?? "", "target": names[condition.target] ?? "",
                ])
        }
        let compound = outline.structure.rules.map { rule -> Rule in
            let target = outline.order[rule.target].flatMap { outline.places[$0...].first { $0.kind == .question } }
            // By codes too: a test is too long to repeat every text.
            let test = RuleText.text(rule.test, outline.reference)
            return Rule(
                kind: "tests." + rule.action.rawValue,
                key: [
                    rule.action.rawValue, test, outline.place(rule.target)?.kind.rawValue ?? "",
                    target.flatMap { outline.questions[$0.id] }?.code ?? "",
                ], values: ["test": test, "target": names[rule.target] ?? ""])
        }
        return simple + compound
    }

    private mutating func compareTranslations() {
        for language in Language.allCases {
            let said = { (structure: Structure) in
                structure.sayings.flatMap { saying in ElementWords.Part.allCases.compactMap { saying.translation($0, language)?.text } }
            }
            let difference = said(new.structure).difference(from: said(old.structure))
            if !difference.isEmpty {
                add(
                    "translations",
                    ["language": language.ownName, "count": String(max(difference.insertions.count, difference.removals.count))])
            }
        }
    }
}
