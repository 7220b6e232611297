import Crypto
import Foundation
import GRDB

/// What has been decided of a written answer. As long as nothing is, teachers do not see it.
enum Verdict: String, Sendable, CaseIterable { case shown, withheld }

/// The decisions on the written answers of one version.
struct Verdicts: Sendable, Equatable {
    private var all: [String: [Int64: Verdict]] = [:]

    init(of version: Int64, _ db: Database) throws {
        let sql = """
            SELECT textReview.compilation, question, decision FROM textReview JOIN compilation ON compilation.id = textReview.compilation
            WHERE version = ?
            """
        for row in try Row.fetchAll(db, sql: sql, arguments: [version]) {
            all[row["compilation"], default: [:]][row["question"]] = Verdict(rawValue: row["decision"] as String)
        }
    }

    subscript(compilation: String, question: Int64) -> Verdict? { all[compilation]?[question] }
}

/// Something that somebody wrote in his own words.
struct Voice: Sendable, Equatable {
    let question: Int64
    let text: String
    let decision: Verdict?
    private let compilation: String

    /// What was written in some compilations, sorted by what it says: whose it is and who came first is nowhere to be seen.
    static func all(_ compilations: [Compilation], _ outline: Outline, _ decisions: Verdicts) -> [Voice] {
        compilations.flatMap { compilation in
            compilation.answers.compactMap { given -> Voice? in
                guard outline.answers[given.answer]?.format == .text, let text = given.value else { return nil }
                return Voice(
                    question: given.question, text: text, decision: decisions[compilation.id, given.question], compilation: compilation.id)
            }
        }.sorted { ($0.text, $0.handle) < ($1.text, $1.handle) }
    }

    /// What a page calls it: two texts of one person have nothing in common there, not even for those who may read both.
    var handle: String {
        SHA256.hash(data: Data("\(compilation) \(question)".utf8)).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// - Parameter decision: nil to leave it undecided again.
    func decide(_ decision: Verdict?, _ db: Database) throws { try Self.decide(decision, on: compilation, question, db) }

    static func decide(_ decision: Verdict?, on compilation: String, _ question: Int64, _ db: Database) throws {
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
