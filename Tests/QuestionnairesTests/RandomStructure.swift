import Admin
import Web

@testable import Questionnaires

/// A questionnaire as nobody would write it: any sound tree, with rules from any answer to anything that comes after it.
struct RandomStructure {
    private(set) var structure = Structure()
    private var lastID: Int64 = 0

    init(_ numbers: inout SeededRandomGenerator, pages: Int = 4, rules: Int = 8) {
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
        for _ in 0..<Int.random(in: 0...rules / 2, using: &numbers) { addTest(&numbers) }
    }

    private mutating func id() -> Int64 {
        lastID += 1
        return lastID
    }

    private mutating func question(_ numbers: inout SeededRandomGenerator) -> Question {
        let format = QuestionFormat.allCases.randomElement(using: &numbers) ?? .single
        var question = Question(id: id(), text: "What?", format: format, isMandatory: Bool.random(using: &numbers))
        if Bool.random(using: &numbers) { question.translations["text", .english] = .init("Which one?", of: "What?") }
        if Bool.random(using: &numbers) { question.labels = [Label("dimension", "\(lastID)"), Label("mark")] }
        if format == .free {
            let kinds: [AnswerFormat] = [.text, .day, .number, .time, .dateTime, .email]
            question.answers = [Answer(id: id(), format: kinds.randomElement(using: &numbers) ?? .text)]
            if question.answers[0].format == .number, Bool.random(using: &numbers) {
                question.answers[0].text = "hours"
                if Bool.random(using: &numbers) {
                    question.look = .slider
                    question.answers[0].limits = Limits(least: "0", greatest: "10", decimals: 1)
                }
            }
            question.settle()
            return question
        }
        for _ in 0..<Int.random(in: 2...3, using: &numbers) { question.answers.append(Answer(id: id(), text: "\(lastID)")) }
        if !format.isAcross, Int.random(in: 0..<4, using: &numbers) == 0 {
            var other = Answer(id: id(), text: "Other", format: .text)
            other.translations["text", .english] = .init("Something else", of: "Other")
            other.labels = [Label("weight", "1")]
            question.answers.append(other)
        } else if format == .single, Bool.random(using: &numbers) {
            question.look = [.scale, .stars, .nps].randomElement(using: &numbers) ?? .scale
            for index in question.answers.indices { question.answers[index].score = Double(index) }
        } else if format == .multiple, Bool.random(using: &numbers) {
            question.look = .ranking
        }
        question.isShuffled = Int.random(in: 0..<3, using: &numbers) == 0
        question.settle()
        return question
    }

    private mutating func addRule(_ numbers: inout SeededRandomGenerator) {
        let outline = StructureOutline(structure)
        let triggers = structure.questions.flatMap(\.fixed).map(\.id)
        let targets = outline.places.filter { $0.kind != .answer }.map(\.id)
        guard let trigger = triggers.randomElement(using: &numbers), let target = targets.randomElement(using: &numbers) else { return }
        let action = Bool.random(using: &numbers) ? Condition.Action.show : .hide
        let rule = Condition(id: id(), trigger: trigger, target: target, action: action)
        if ConditionCheck.kinds(rule, outline).isEmpty { structure.conditions.append(rule) }
    }
}

extension RandomStructure {
    /// A rule of several answers, numbers and days, with every kind of part.
    fileprivate mutating func addTest(_ numbers: inout SeededRandomGenerator) {
        let outline = StructureOutline(structure)
        let targets = outline.places.filter { $0.kind != .answer }.map(\.id)
        guard let target = targets.randomElement(using: &numbers), let test = test(&numbers, before: target, outline, depth: 3) else {
            return
        }
        if case .chosen = test { return }
        let rule = CompoundRule(id: id(), target: target, action: Bool.random(using: &numbers) ? .show : .hide, test: test)
        if ConditionCheck.kinds(rule, outline).isEmpty { structure.rules.append(rule) }
    }

    private func test(_ numbers: inout SeededRandomGenerator, before target: Int64, _ outline: StructureOutline, depth: Int) -> RuleTest? {
        func several() -> [RuleTest] {
            (0..<Int.random(in: 2...3, using: &numbers)).compactMap { _ in test(&numbers, before: target, outline, depth: depth - 1) }
        }
        switch depth == 0 ? 0 : Int.random(in: 0..<6, using: &numbers) {
        case 1: return RuleTest.joined(all: several())
        case 2: return RuleTest.joined(any: several())
        case 3:
            let tests = several()
            return tests.isEmpty ? nil : .atLeast(Int.random(in: 1...tests.count, using: &numbers), tests)
        case 4: return test(&numbers, before: target, outline, depth: depth - 1).map { .not($0) }
        default: return leaf(&numbers, before: target, outline)
        }
    }

    /// Bounds as EveryWay tries what is around them.
    static let bounds: [AnswerFormat: [String]] = [
        .number: ["0", "1", "2"], .day: ["2026-01-01", "2026-01-02"], .time: ["09:30", "10:00"],
        .dateTime: ["2026-01-01T09:30", "2026-01-02T10:00"],
    ]

    private func leaf(_ numbers: inout SeededRandomGenerator, before target: Int64, _ outline: StructureOutline) -> RuleTest? {
        let end = outline.order[target] ?? 0
        let before = outline.places[..<end].filter { $0.kind == .question }.compactMap { outline.questions[$0.id] }
        guard let question = before.randomElement(using: &numbers) else { return nil }
        if let fixed = question.fixed.randomElement(using: &numbers) { return .chosen(fixed.id) }
        guard question.format == .free, let answer = question.free.first else { return nil }
        guard let bound = Self.bounds[answer.format]?.randomElement(using: &numbers), Int.random(in: 0..<5, using: &numbers) > 0 else {
            return .compared(AnswerComparison(answer: answer.id, sign: .answered))
        }
        let sign = AnswerComparison.Sign.allCases.filter { $0 != .answered }.randomElement(using: &numbers) ?? .equal
        return .compared(AnswerComparison(answer: answer.id, sign: sign, value: bound))
    }
}

/// What is shown by the words of the rule, asked from the inside out: nothing of the program's own way of working it out.
struct PlainRule {
    let structure: Structure
    let chosen: (Int64) -> Set<Int64>
    /// What was written in answer to a question, as it would be stored.
    var written: (Int64) -> String? = { _ in nil }

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
        let tests = structure.rules.filter { $0.target == id }
        let showing =
            rules.filter { $0.action == .show }.map { isActive($0.trigger) }
            + tests.filter { $0.action == .show }.map { isTrue($0.test) }
        let isShown = showing.isEmpty || showing.contains(true)
        return isShown && !rules.contains { $0.action == .hide && isActive($0.trigger) }
            && !tests.contains { $0.action == .hide && isTrue($0.test) }
    }

    private func isTrue(_ test: RuleTest) -> Bool {
        switch test {
        case .chosen(let answer): return isActive(answer)
        case .not(let inner): return !isTrue(inner)
        case .all(let tests): return !tests.map(isTrue).contains(false)
        case .any(let tests): return tests.map(isTrue).contains(true)
        case .atLeast(let count, let tests): return tests.map(isTrue).filter { $0 }.count >= count
        case .compared(let comparison):
            guard let question = structure.questions.first(where: { $0.answers.contains { $0.id == comparison.answer } }), shows(question),
                let said = written(question.id)
            else { return false }
            // Days and times in stored form are in order as texts, numbers are not.
            let order =
                Double(said).map { $0 - (Double(comparison.value) ?? 0) }
                ?? (said == comparison.value ? 0 : said < comparison.value ? -1 : 1)
            return switch comparison.sign {
            case .answered: true
            case .equal: order == 0
            case .notEqual: order != 0
            case .less: order < 0
            case .atMost: order <= 0
            case .greater: order > 0
            case .atLeast: order >= 0
            }
        }
    }

    func isActive(_ answer: Int64) -> Bool {
        guard let question = structure.questions.first(where: { $0.answers.contains { $0.id == answer } }) else { return false }
        return chosen(question.id).contains(answer) && shows(question)
    }
}
