import Crypto
import Foundation
import GRDB

/// The decision on a written answer. Undecided texts stay hidden from teachers.
enum ReviewDecision: String, Sendable, CaseIterable { case shown, withheld }

struct Verdicts: Sendable, Equatable {
    private var all: [String: [Int64: ReviewDecision]] = [:]

    init(of version: Int64, _ db: Database) throws {
        let sql = """
            SELECT textReview.compilation, question, decision FROM textReview JOIN compilation ON compilation.id = textReview.compilation
            WHERE version = ?
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [version]) {
            all[row["compilation"], default: [:]][row["question"]] = ReviewDecision(rawValue: row["decision"] as String)
        }
    }

    subscript(compilation: String, question: Int64) -> ReviewDecision? { all[compilation]?[question] }
}

struct WrittenAnswer: Sendable, Equatable {
    let question: Int64
    let text: String
    let decision: ReviewDecision?
    private let compilation: String

    /// All written answers in a part, sorted by text so that neither author nor order of arrival shows.
    static func all(of version: Int64, in path: [String] = ResultPlace.whole, _ db: Database) throws -> [WrittenAnswer] {
        let (from, to) = ResultPlace.range(path)
        let sql = """
            SELECT compilationAnswer.compilation, compilationAnswer.question, value, decision
            FROM compilation CROSS JOIN compilationAnswer ON compilationAnswer.compilation = compilation.id
            JOIN element ON element.id = compilationAnswer.answer AND element.format = 'text' AND element.look = ''
              AND element.takesFile = 0
            LEFT JOIN textReview ON textReview.compilation = compilation.id AND textReview.question = compilationAnswer.question
            WHERE compilation.version = ? AND place >= ? AND place < ? AND value IS NOT NULL
            """
        return try Row.fetchAll(db, sql: sql, arguments: [version, from, to]).map { row in
            WrittenAnswer(
                question: row["question"], text: row["value"],
                decision: (row["decision"] as String?).flatMap { ReviewDecision(rawValue: $0) },
                compilation: row["compilation"])
        }.sorted { ($0.text, $0.handle) < ($1.text, $1.handle) }
    }

    /// Written answers to one question in a part, sorted by text. `decision` filters them, nil for all; `most` limits the count.
    static func texts(
        to question: Question, in path: [String], of reading: ResultReading, decided decision: ReviewDecision? = nil, most: Int? = nil,
        _ db: Database
    ) throws -> [String] {
        guard let answer = question.free.first(where: { $0.format == .text }) else { return [] }
        let (from, to) = ResultPlace.range(path)
        // The read by text finds matches sooner in a large part; the read by part is faster in a small one.
        let (count, everybody) = (reading.count(path), reading.cells.count)
        let isLarge = most.map { everybody * $0 < count * count } ?? (count * 2 > everybody)
        let tables =
            isLarge
            ? "compilationAnswer CROSS JOIN compilation ON compilation.id = compilationAnswer.compilation"
            : "compilation CROSS JOIN compilationAnswer ON compilation.id = compilationAnswer.compilation"
        let sql = """
            SELECT value FROM \(tables)
            LEFT JOIN textReview ON textReview.compilation = compilation.id AND textReview.question = compilationAnswer.question
            WHERE compilationAnswer.question = ? AND answer = ? AND value IS NOT NULL AND compilation.version = ? AND place >= ? AND place < ?
              AND (?6 IS NULL OR decision = ?6) ORDER BY value LIMIT ?7
            """
        return try String.fetchAll(
            db, sql: sql, arguments: [question.id, answer.id, reading.version, from, to, decision?.rawValue, most ?? -1])
    }

    /// Identifies a text on a page. Handles of one person's texts have nothing in common, even for reviewers of both.
    var handle: String {
        SHA256.hash(data: Data("\(compilation) \(question)".utf8)).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    func decide(_ decision: ReviewDecision?, _ db: Database) throws { try Self.decide(decision, on: compilation, question, db) }

    static func decide(_ decision: ReviewDecision?, on compilation: String, _ question: Int64, _ db: Database) throws {
        guard let decision else {
            return try db.execute(
                sql: "DELETE FROM textReview WHERE compilation = ? AND question = ?", arguments: [compilation, question])
        }
        try db.execute(
            sql: """
                INSERT INTO textReview (compilation, question, decision) VALUES (?, ?, ?)
                ON CONFLICT (compilation, question) DO UPDATE SET decision = excluded.decision
                """, arguments: [compilation, question, decision.rawValue])
    }
}
