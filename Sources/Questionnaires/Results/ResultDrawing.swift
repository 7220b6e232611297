import Admin
import GRDB
import Web

struct ResultDrawing {
    private let asked: ResultPages.Asked
    private let words: Words
    private let outline: StructureOutline
    private let voices: Voices
    private let disclosed: DisclosedQuestions

    enum Voices {
        case all
        case reviewed
        /// Neither students' texts nor teachers' replies.
        case none
    }

    init(_ asked: ResultPages.Asked, _ words: Words, voices: Voices, _ db: Database) throws {
        (self.asked, self.words, self.voices) = (asked, words, voices)
        outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
        disclosed = asked.reading.disclosed(outline)
    }

    private var language: Language { words.language }

    /// As many parts are listed at once; more are unfolded.
    private static let fewParts = 8

    func frame(_ db: Database) throws -> Values {
        let (heading, path) = (asked.heading, asked.path)
        let parts = asked.isReady ? try partValues(asked.reading.parts(of: path), db) : []
        let why =
            asked.mayShow
            ? ""
            : !asked.isReady
                ? heading.waitingText(asked.version, now: .now, words)
                : words("questionnaires.results.tooFew", ["threshold": String(heading.threshold)])
        return [
            "title": try heading.title(in: language, db), "isNone": false, "hasVersion": true, "mayShow": asked.mayShow,
            "why": why.isEmpty ? false : why, "missing": heading.missing(asked.version, words) ?? false,
            "breadcrumbs": [["label": words("questionnaires.questionnaires.many"), "href": Questionnaire.address] as Values],
            "versions": asked.versions.map { version -> Values in
                [
                    "label": words("questionnaires.design.version", ["number": String(version.number)]),
                    "href": heading.address + "?version=\(version.number)", "isCurrent": version.id == asked.version.id,
                ]
            },
            "place": try place(db), "parts": parts, "hasFewParts": parts.count <= Self.fewParts, "tags": try tags(db),
            "hasTag": asked.label != nil,
        ]
    }

    private func place(_ db: Database) throws -> [Values] {
        try asked.path.indices.compactMap { index -> Values? in
            let path = Array(asked.path[...index])
            guard path == asked.path || !asked.reading.isPassedOver(path) else { return nil }
            return ["label": try name(path, db), "href": href(path), "isCurrent": index == asked.path.count - 1]
        }
    }

    private func name(_ path: [String], _ db: Database) throws -> String {
        let key = path.last ?? ""
        if path == ResultPlace.whole { return words("questionnaires.results.everybody") }
        if let answer = path.last?.first == "g" ? outline.answers[Int64(recordID: key.dropFirst()) ?? 0] : nil { return answer.text }
        if key.first == "c", key != "c0" { return words("questionnaires.results.courseYear", ["year": String(key.dropFirst())]) }
        return try ResultReading.name(key, in: language, db) ?? words("questionnaires.results.\(key == "g0" ? "unanswered" : "unknown")")
    }

    private func partValues(_ parts: [(path: [String], count: Int)], _ db: Database) throws -> [Values] {
        let named = try parts.map { (part: $0, name: try name($0.path, db)) }
        let isByName = named.first.map { ["y", "d", "a"].contains($0.part.path.last?.first) } ?? false
        let sorted = isByName ? named.sorted { ($0.name, $0.part.path.joined()) < ($1.name, $1.part.path.joined()) } : named
        return try sorted.map { try part($0.part.path, $0.name, $0.part.count, db) }
    }

    private func part(_ path: [String], _ name: String, _ count: Int, _ db: Database) throws -> Values {
        [
            "label": name, "href": href(path), "count": language.number(count),
            "mean": try satisfaction(path, db).map { language.mean($0) } ?? "–",
        ]
    }

    private func satisfaction(_ path: [String], _ db: Database) throws -> Double? {
        guard let question = outline.structure.questions.first(where: { $0.tags.contains(.satisfaction) }) else { return nil }
        let tallies = try asked.reading.tallies(of: path, question: question.id, outline, disclosed, db)
        return Statistics(tallies[question.id].scores)?.mean
    }

    private func href(_ path: [String]) -> String { href(path, tag: asked.label) }

    private func href(_ path: [String], tag: Label?) -> String {
        asked.heading.address + "?version=\(asked.version.number)&part=" + path.dropFirst().joined(separator: ".")
            + (tag.map { "&tag=\($0.text.queryEscaped)" } ?? "")
    }

    private func tags(_ db: Database) throws -> [Values] {
        let names = try Tag.names(in: language, db)
        let labels = Set(outline.structure.questions.flatMap(\.labels)).map { (label: $0, said: $0.localized(names)) }
        return labels.sorted { $0.said < $1.said }.map { label, said in
            let isCurrent = label == asked.label
            return ["label": said, "href": href(asked.path, tag: isCurrent ? nil : label), "isCurrent": isCurrent]
        }
    }

    private var questions: [Question] {
        guard let label = asked.label else { return outline.structure.questions }
        return outline.structure.questions.filter { $0.labels.contains(label) }
    }

    /// The figures in question order. `answering` is the address below which a teacher replies; nil for other readers.
    func body(answering: String? = nil, _ db: Database) throws -> Values {
        let nested = try asked.reading.tallies(around: asked.path, outline, disclosed, db)
        let replies = voices == .none ? [] : try asked.activity.map { try TeacherAnswer.all(of: $0, version: asked.version.id, db) } ?? []
        let labelled = try nested.enumerated().compactMap { outwards, tallies -> (label: String, tallies: Tallies)? in
            let path = Array(asked.path.dropLast(outwards))
            guard outwards == 0 || !asked.reading.isPassedOver(path) && asked.maySee(path) else { return nil }
            return (label: try name(path, db), tallies: tallies)
        }
        let (own, around) = (labelled[0], Array(labelled.dropFirst()))
        let names = try voices == .all ? Tag.names(in: language, db) : [:]
        let questions = try self.questions.map { question in
            QuestionResult(
                threshold: asked.heading.threshold, question: question, tally: own.tallies[question.id], words: words, around: around,
                voices: try texts(question, db), voicesHref: voices == .all ? asked.address("/voices") + "&question=\(question.id)" : nil,
                filesHref: voices == .all ? asked.address("/files") + "&question=\(question.id)" : nil,
                replies: replies.filter { $0.question == question.id }, replyHref: answering.map { "\($0)/\(question.id)" },
                labels: voices == .all ? question.labels.map { $0.localized(names) } : []
            ).values
        }
        let profile = voices == .none ? nil : ResultProfile(self.questions, own.tallies, words)
        let comparisons = [
            Comparison("comparison", parts: [own] + around, questions: self.questions, words: words),
            Comparison("split", parts: try groups(db), questions: self.questions, words: words),
        ]
        return [
            "count": words("questionnaires.results.compilations", count: own.tallies.count), "questions": questions,
            "profile": profile?.chart.values ?? false,
            "contents": contents(questions),
            "heats": voices == .all ? ResultHeat(self.questions, own.tallies, words).charts.map(\.values) : [],
            "comparisons": comparisons.compactMap(\.values),
        ]
    }

    /// The questions, to jump to.
    private func contents(_ questions: [Values]) -> [Values] {
        guard questions.count > 3 else { return [] }
        return questions.map { ["href": "#\($0["id"] ?? "")", "label": $0["text"] ?? ""] }
    }

    private func texts(_ question: Question, _ db: Database) throws -> [String] {
        guard asked.mayShow, disclosed.mayShow(question.id, in: asked.path) else { return [] }
        switch voices {
        case .all: return try WrittenAnswer.texts(to: question, in: asked.path, of: asked.reading, most: QuestionResult.mostVoices, db)
        case .none: return []
        case .reviewed: return try WrittenAnswer.texts(to: question, in: asked.path, of: asked.reading, decided: .shown, db)
        }
    }

    private func groups(_ db: Database) throws -> [(label: String, tallies: Tallies)] {
        try asked.reading.groups(in: asked.path).map { key, paths in
            let tallies = try asked.reading.tallies(together: paths, outline, disclosed, db)
            return (label: "\(try name([key], db)) (\(language.number(tallies.count)))", tallies: tallies)
        }
    }
}
