import Admin
import GRDB
import Web

/// The results of one part as their template wants them.
struct ResultDrawing {
    private let asked: ResultPages.Asked
    private let words: Words
    private let outline: Outline
    private let answers: [String: [GivenAnswer]]
    private let voices: Voices
    private let decisions: Verdicts
    private let disclosed: DisclosedQuestions

    /// Which of the written answers are shown.
    enum Voices {
        case all
        /// Only those of which somebody has decided that teachers shall see them.
        case reviewed
    }

    init(_ asked: ResultPages.Asked, _ words: Words, voices: Voices, _ db: Database) throws {
        (self.asked, self.words, self.voices) = (asked, words, voices)
        decisions = try Verdicts(of: asked.version.id, db)
        outline = Outline(try StructureStore.read(asked.version.id, db))
        // Nothing is even read before it may be shown.
        answers = asked.isReady ? try asked.reading.answers(db) : [:]
        disclosed = asked.reading.disclosed(answers, outline)
    }

    private var language: Language { words.language }

    /// What stands around the figures, whether they may be shown or not.
    func frame(_ db: Database) throws -> Values {
        let (heading, path) = (asked.heading, asked.path)
        let parts = asked.isReady ? try asked.reading.parts(of: path).map { try part($0.path, $0.count, db) } : []
        let why =
            !asked.isReady
            ? words("questionnaires.results.notOver")
            : asked.mayShow ? "" : words("questionnaires.results.tooFew", ["threshold": String(heading.threshold)])
        return [
            "title": heading.title, "isNone": false, "hasVersion": true, "mayShow": asked.mayShow, "why": why.isEmpty ? false : why,
            "breadcrumbs": [["label": words("questionnaires.questionnaires.many"), "href": Questionnaire.address] as Values],
            "versions": asked.versions.map { version -> Values in
                [
                    "label": words("questionnaires.design.version", ["number": String(version.number)]),
                    "href": heading.address + "?version=\(version.number)", "isCurrent": version.id == asked.version.id,
                ]
            },
            "place": try place(db), "parts": parts,
        ]
    }

    /// The part that is shown and those it lies in, each a link.
    private func place(_ db: Database) throws -> [Values] {
        try asked.path.indices.map { index -> Values in
            let path = Array(asked.path[...index])
            let name = index == 0 ? words("questionnaires.results.everybody") : try name(path, db)
            return ["label": name, "href": href(path), "isCurrent": index == asked.path.count - 1]
        }
    }

    private func name(_ path: [String], _ db: Database) throws -> String {
        let key = path.last ?? ""
        if key.first == "c", key != "c0" { return words("questionnaires.results.courseYear", ["year": String(key.dropFirst())]) }
        return try ResultReading.name(key, db) ?? words("questionnaires.results.\(key == "g0" ? "unanswered" : "unknown")")
    }

    private func part(_ path: [String], _ count: Int, _ db: Database) throws -> Values {
        [
            "label": try name(path, db), "href": href(path), "count": language.number(count),
            "mean": satisfaction(path).map { language.short($0) } ?? "–",
        ]
    }

    /// The mean of the question on the whole; nil where none is marked as such.
    private func satisfaction(_ path: [String]) -> Double? {
        guard let question = outline.structure.questions.first(where: { $0.tags.contains(.satisfaction) }),
            disclosed.mayShow(question.id, in: path)
        else { return nil }
        let given = asked.reading.compilations(of: path, in: answers).flatMap(\.answers).filter { $0.question == question.id }
        return Statistics(given.compactMap { outline.answers[$0.answer]?.score })?.mean
    }

    private func href(_ path: [String]) -> String {
        asked.heading.address + "?version=\(asked.version.number)&part=" + path.dropFirst().joined(separator: ".")
    }

    /// The figures, question by question, in the order of the questionnaire.
    /// - Parameter answering: below which a teacher answers to a question; nil for whoever only reads.
    func body(answering: String? = nil, _ db: Database) throws -> Values {
        let tallies = tallies(asked.path)
        let texts = Voice.all(asked.reading.compilations(of: asked.path, in: answers), outline, decisions)
            .filter { disclosed.mayShow($0.question, in: asked.path) }
        let replies = try asked.activity.map { try TeacherAnswer.all(of: $0, version: asked.version.id, db) } ?? []
        // The parts around this one, for comparison: the nearest first.
        let around = try asked.path.indices.dropLast().reversed().map { index -> (label: String, tallies: Tallies) in
            let path = Array(asked.path[...index])
            let label = index == 0 ? words("questionnaires.results.everybody") : try name(path, db)
            return (label: label, tallies: self.tallies(path))
        }
        let questions = outline.structure.questions.map { question in
            let own = texts.filter { $0.question == question.id && (voices == .all || $0.decision == .shown) }
            return QuestionResult(
                threshold: asked.heading.threshold, question: question, tally: tallies[question.id], words: words, around: around,
                voices: own.map(\.text),
                replies: replies.filter { $0.question == question.id }, replyHref: answering.map { "\($0)/\(question.id)" }
            ).values
        }
        let own = (label: try asked.path.count == 1 ? words("questionnaires.results.everybody") : name(asked.path, db), tallies: tallies)
        let comparisons = [
            Comparison("comparison", parts: [own] + around, questions: outline.structure.questions, words: words),
            Comparison("split", parts: try groups(db), questions: outline.structure.questions, words: words),
        ]
        return [
            "count": words("questionnaires.results.compilations", count: tallies.count), "questions": questions,
            "comparisons": comparisons.compactMap(\.values),
        ]
    }

    /// Those who gave each answer to the question on attendance, as far as they may be shown.
    private func groups(_ db: Database) throws -> [(label: String, tallies: Tallies)] {
        try asked.reading.groups(in: asked.path).map { key, paths in
            let tallies = Tallies(paths.map(self.tallies))
            return (label: "\(try name([key], db)) (\(language.number(tallies.count)))", tallies: tallies)
        }
    }

    private func tallies(_ path: [String]) -> Tallies {
        Tallies(asked.reading.compilations(of: path, in: answers), outline, withholding: disclosed.withheld(in: path))
    }
}
