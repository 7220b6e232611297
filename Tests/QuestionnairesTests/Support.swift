@testable import Questionnaires

/// Makes structures for tests in few words; ids are given by hand where a test names them.
struct Sketch {
    var structure = Structure()
    private var lastID: Int64 = 10_000

    mutating func id() -> Int64 {
        lastID += 1
        return lastID
    }

    /// Adds a page of one paragraph.
    mutating func page(_ id: Int64, _ questions: [Question]) {
        structure.pages.append(Page(id: id, text: "Page \(id)", paragraphs: [Paragraph(id: self.id(), text: "", questions: questions)]))
    }

    mutating func rule(_ trigger: Int64, _ action: Condition.Action, _ target: Int64) {
        structure.conditions.append(Condition(id: id(), trigger: trigger, target: target, action: action))
    }

    var outline: Outline { Outline(structure) }
}

extension Question {
    /// A question whose answers are `id * 10 + 1`, `id * 10 + 2` …
    static func choice(_ id: Int64, _ format: QuestionFormat = .single, _ count: Int64 = 2, mandatory: Bool = false) -> Question {
        let answers = (1...count).map { Answer(id: id * 10 + $0, text: "Answer \($0)") }
        return Question(id: id, text: "Question \(id)?", format: format, isMandatory: mandatory, answers: answers)
    }

    static func written(_ id: Int64, _ format: AnswerFormat = .text, _ limits: Limits = Limits(), mandatory: Bool = false) -> Question {
        let answer = Answer(id: id * 10 + 1, format: format, limits: limits)
        return Question(id: id, text: "Question \(id)?", format: .free, isMandatory: mandatory, answers: [answer])
    }
}
