import GRDB

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

    var outline: StructureOutline { StructureOutline(structure) }
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

extension Tallies {
    /// Counted one by one, in other words than those of the database.
    init(counting compilations: [Compilation], _ outline: StructureOutline) {
        var counted: [CountedAnswer] = []
        var alike: [Set<Int64>: Int] = [:]
        for compilation in compilations {
            alike[Set(compilation.answers.map(\.answer)).intersection(outline.triggers), default: 0] += 1
            for question in Set(compilation.answers.map(\.question)) {
                counted.append(CountedAnswer(question: question, answer: 0, count: 1))
            }
            for given in compilation.answers {
                let isCounted = [.number, .day, .time, .dateTime].contains(outline.answers[given.answer]?.format)
                counted.append(
                    CountedAnswer(
                        question: given.question, answer: given.answer, value: isCounted ? given.value ?? "" : "", count: 1))
            }
        }
        self.init(counted, alike, outline)
    }
}

/// Everything that is counted, row by row.
func countedRows(_ db: Database) throws -> [String] {
    try String.fetchAll(
        db,
        sql: """
            SELECT version || ' ' || place || ' ' || chosen || ' ' || count FROM resultGroup
            UNION ALL SELECT version || ' ' || place || ' ' || question || ' ' || answer || ' ' || value || ' ' || count FROM resultCount
            UNION ALL SELECT id || ' ' || place FROM compilation ORDER BY 1
            """)
}

/// Moves what was sent to the other answers, also groups that are too small: what the job does once a version has ended.
func mix(_ db: Database) throws { try Mixing.mix(db, now: Faculty.now, everything: true) }
