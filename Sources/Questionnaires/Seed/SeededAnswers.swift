import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Stored answers in the seed: `{ count: 3, activity: in04-2025, said: { q1: a1, q2: [a1, a4], q7: "12" } }`. Equal answers are merged into
/// a count, and an export sorts by content. It therefore reveals no more about people than the database.
struct SeededAnswers {
    private static let given = SeedSchema("string", ["items": SeedSchema("string")], also: ["number", "boolean", "array"])

    static let schema = SeedSchema.map(
        [("count", SeedSchema("integer", ["minimum": 1]), false)] + SeededOccasion.members + [
            ("student", .key(of: Student.self), false), ("said", SeedSchema("object", ["additionalProperties": given]), true),
        ] + ReviewDecision.allCases.map { ($0.rawValue, SeedSchema("array", ["items": SeedSchema("string")]), false) })

    private struct Said: Equatable {
        let question: String
        let answer: String
        let value: String?
    }

    private static let most = 10_000_000

    private let count: Int
    private let occasion: SeededOccasion
    private let student: Int64?
    private let said: [Said]
    private let decided: [String: ReviewDecision]

    init?(_ node: SeedNode, _ outline: StructureOutline) {
        let codes = outline.structure.questions.map(\.code)
        guard
            let mapping = SeedMapping(
                node, known: ["count", "student", "said"] + SeededOccasion.known + ReviewDecision.allCases.map(\.rawValue)),
            let occasion = SeededOccasion(mapping), let saidNode = mapping.required("said"),
            let words = SeedMapping(saidNode, known: codes)
        else { return nil }
        let count = mapping["count"].map { $0.integer() } ?? 1
        guard let count else { return nil }
        guard (1...Self.most).contains(count) else {
            mapping["count"]?.refuse("range", ["from": "1", "to": String(Self.most)])
            return nil
        }
        self.count = count
        self.occasion = occasion
        student = mapping["student"]?.record(of: Student.self)
        if mapping["student"] != nil, student == nil { return nil }
        var said: [Said] = []
        for question in outline.structure.questions {
            guard let node = words[question.code] else { continue }
            guard let part = Self.read(node, question) else { return nil }
            said += part
        }
        self.said = said
        var decided: [String: ReviewDecision] = [:]
        for decision in ReviewDecision.allCases {
            for node in mapping[decision.rawValue]?.list() ?? [] {
                guard let code = node.text() else { return nil }
                guard said.contains(where: { $0.question == code && $0.value != nil }) else {
                    node.unknown(code, among: codes)
                    return nil
                }
                decided[code] = decision
            }
        }
        self.decided = decided
    }

    private static func read(_ node: SeedNode, _ question: Question) -> [Said]? {
        if question.format == .free {
            guard let text = node.scalar(), let answer = question.free.first else { return nil }
            guard case .success(let value?) = answer.read(text) else {
                node.refuse("answer")
                return nil
            }
            return [Said(question: question.code, answer: answer.code, value: value)]
        }
        let isList = question.format.isMultiple
        guard let nodes = isList ? node.list() : [node] else { return nil }
        var said: [Said] = []
        for node in nodes {
            guard let text = node.text() else { return nil }
            // `a4: something else` for a written answer.
            let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
            guard let answer = question.answers.first(where: { $0.code == parts[0] }), (answer.format == .fixed) == (parts.count == 1)
            else {
                node.unknown(text, among: question.answers.map(\.code))
                return nil
            }
            let value = parts.count == 2 ? String(parts[1].drop { $0 == " " }) : nil
            said.append(Said(question: question.code, answer: answer.code, value: value))
        }
        return said
    }

    func write(of questionnaire: Int64, version: Int64, _ outline: StructureOutline, _ db: Database) throws {
        let isAnonymous = try Questionnaire.isAnonymous(questionnaire, db)
        let offer = try occasion.offer("", questionnaire, student: student ?? 0, db)
        let given = said.compactMap { said -> GivenAnswer? in
            let question = outline.structure.questions.first { $0.code == said.question }
            guard let question, let answer = question.answers.first(where: { $0.code == said.answer }) else { return nil }
            return GivenAnswer(question: question.id, answer: answer.id, value: said.value)
        }
        for _ in 0..<count {
            let id = try Sending.store(given, of: offer, version: version, outline, isAnonymous: isAnonymous, db)
            for question in outline.structure.questions {
                if let decision = decided[question.code] { try WrittenAnswer.decide(decision, on: id, question.id, db) }
            }
        }
    }

    static func exported(
        of version: Int64, _ outline: StructureOutline, without made: Set<String>, _ export: SeedExport, _ db: Database
    ) throws -> [SeedValue] {
        let tags = try Row.fetchAll(
            db,
            sql: """
                SELECT compilation.id, student,
                  max(CASE tag WHEN 'activity' THEN value END) AS activity, max(CASE tag WHEN 'academicYear' THEN value END) AS year,
                  max(CASE tag WHEN 'mobility' THEN value END) AS mobility, max(CASE tag WHEN 'competition' THEN value END) AS competition
                FROM compilation LEFT JOIN compilationTag ON compilationTag.compilation = compilation.id
                WHERE version = ? GROUP BY compilation.id
                """, arguments: [version])
        let answers = try ResultReading.answers(of: version, db)
        let verdicts = try Verdicts(of: version, db)
        var counts: [String: (count: Int, pairs: [(String, SeedValue)])] = [:]
        for row in tags {
            let id: String = row["id"]
            if made.contains(id) { continue }
            func number(_ column: String) -> Int64? { (row[column] as String?).flatMap { Int64(recordID: $0) } }
            let occasion = SeededOccasion(
                activity: number("activity"), year: number("year"), mobility: number("mobility"), competition: number("competition"))
            let student = try (row["student"] as Int64?).flatMap { try export.key(of: $0, Student.self) }
            let pairs =
                try occasion.exported(export) + (student.map { [("student", .text($0))] } ?? [])
                + [("said", .map(seedValues(answers[id] ?? [], outline)))]
                + ReviewDecision.allCases.compactMap { decision -> (String, SeedValue)? in
                    let codes = outline.structure.questions.filter { verdicts[id, $0.id] == decision }.map(\.code)
                    return codes.isEmpty ? nil : (decision.rawValue, .list(codes.map { .text($0) }))
                }
            counts["\(pairs)", default: (0, pairs)].count += 1
        }
        return counts.sorted { $0.key < $1.key }.map { _, entry in
            .map((entry.count == 1 ? [] : [("count", .number(String(entry.count)))]) + entry.pairs)
        }
    }

    private static func seedValues(_ given: [GivenAnswer], _ outline: StructureOutline) -> [(String, SeedValue)] {
        let byQuestion = Dictionary(grouping: given, by: \.question)
        return outline.structure.questions.compactMap { question -> (String, SeedValue)? in
            guard let own = byQuestion[question.id] else { return nil }
            if question.format == .free { return own.first?.value.map { (question.code, .text($0)) } }
            let texts = question.answers.compactMap { answer -> SeedValue? in
                guard let chosen = own.first(where: { $0.answer == answer.id }) else { return nil }
                return .text(chosen.value.map { "\(answer.code): \($0)" } ?? answer.code)
            }
            guard question.format.isSingle else { return (question.code, .list(texts)) }
            return texts.first.map { (question.code, $0) }
        }
    }
}
