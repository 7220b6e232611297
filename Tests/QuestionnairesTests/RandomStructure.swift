import Admin
import Web

@testable import Questionnaires

/// A questionnaire as nobody would write it: any sound tree, with rules from any answer to anything that comes after it.
struct RandomStructure {
    private(set) var structure = Structure()
    private var lastID: Int64 = 0

    init(_ numbers: inout SeededChance, pages: Int = 4, rules: Int = 8) {
        for _ in 0..<Int.random(in: 1...pages, using: &numbers) {
            var page = Page(id: id())
            for _ in 0..<Int.random(in: 1...2, using: &numbers) {
                var paragraph = Paragraph(id: id())
                for _ in 0..<Int.random(in: 1...2, using: &numbers) { paragraph.questions.append(question(&numbers)) }
                page.paragraphs.append(paragraph)
            }
            structure.pages.append(page)
        }
        for _ in 0..<Int.random(in: 0...rules, using: &numbers) { addRule(&numbers) }
    }

    private mutating func id() -> Int64 {
        lastID += 1
        return lastID
    }

    private mutating func question(_ numbers: inout SeededChance) -> Question {
        let format = QuestionFormat.allCases.randomElement(using: &numbers) ?? .single
        var question = Question(id: id(), text: "What?", format: format, isMandatory: Bool.random(using: &numbers))
        if Bool.random(using: &numbers) { question.translations["text", .english] = .init("Which one?", of: "What?") }
        if Bool.random(using: &numbers) { question.labels = [Label("dimension", "\(lastID)"), Label("mark")] }
        if format == .free {
            let kinds: [AnswerFormat] = [.text, .day, .number]
            question.answers = [Answer(id: id(), format: kinds.randomElement(using: &numbers) ?? .text)]
            return question
        }
        for _ in 0..<Int.random(in: 2...3, using: &numbers) { question.answers.append(Answer(id: id(), text: "\(lastID)")) }
        if !format.isAcross, Int.random(in: 0..<4, using: &numbers) == 0 {
            var other = Answer(id: id(), text: "Other", format: .text)
            other.translations["text", .english] = .init("Something else", of: "Other")
            other.labels = [Label("weight", "1")]
            question.answers.append(other)
        }
        return question
    }

    private mutating func addRule(_ numbers: inout SeededChance) {
        let outline = StructureOutline(structure)
        let triggers = structure.questions.flatMap(\.fixed).map(\.id)
        let targets = outline.places.filter { $0.kind != .answer }.map(\.id)
        guard let trigger = triggers.randomElement(using: &numbers), let target = targets.randomElement(using: &numbers) else { return }
        let action = Bool.random(using: &numbers) ? Condition.Action.show : .hide
        let rule = Condition(id: id(), trigger: trigger, target: target, action: action)
        if ConditionCheck.kinds(rule, outline).isEmpty { structure.conditions.append(rule) }
    }
}

/// What is shown by the words of the rule, asked from the inside out: nothing of the program's own way of working it out.
struct PlainRule {
    let structure: Structure
    let chosen: (Int64) -> Set<Int64>

    func shows(_ page: Page) -> Bool { allows(page.id) }
    func shows(_ paragraph: Paragraph, in page: Page) -> Bool { shows(page) && allows(paragraph.id) }

    func shows(_ question: Question) -> Bool {
        for page in structure.pages {
            for paragraph in page.paragraphs where paragraph.questions.contains(where: { $0.id == question.id }) {
                return shows(paragraph, in: page) && allows(question.id)
            }
        }
        return false
    }

    private func allows(_ id: Int64) -> Bool {
        let rules = structure.conditions.filter { $0.target == id }
        let showing = rules.filter { $0.action == .show }
        let isShown = showing.isEmpty || showing.contains { isActive($0.trigger) }
        return isShown && !rules.contains { $0.action == .hide && isActive($0.trigger) }
    }

    func isActive(_ answer: Int64) -> Bool {
        guard let question = structure.questions.first(where: { $0.answers.contains { $0.id == answer } }) else { return false }
        return chosen(question.id).contains(answer) && shows(question)
    }
}
