import Accounts
import Admin
import Foundation
import GRDB

/// An appeal in the seed: `{ at: 3 days ago, text: …, outcome: refused, by: …, decided: 2 days ago, answer: … }`; open without `outcome`.
struct SeededAppeal: Sendable {
    static let schema = SeedSchema.map([
        ("at", SeededMoment.schema, true), ("text", SeedSchema("string", ["maxLength": Appeal.longest]), true),
        ("outcome", SeedSchema("string", ["enum": ["upheld", "refused"]]), false), ("by", SeedSchema("string"), false),
        ("decided", SeededMoment.schema, false), ("answer", SeedSchema("string", ["maxLength": Appeal.longest]), false),
    ])

    private let at: Date
    private let text: String
    private let isUpheld: Bool?
    private let by: String
    /// By default a day after the appeal.
    private let decidedAt: Date
    private let answer: String

    init?(_ node: SeedNode) {
        guard let mapping = SeedMapping(node, known: ["at", "text", "outcome", "by", "decided", "answer"]), let at = mapping.moment("at"),
            let said = mapping.required("text"), let text = mapping.text("text", limit: Appeal.longest),
            let answer = mapping.text("answer", limit: Appeal.longest), let by = mapping.text("by", limit: 200)
        else { return nil }
        if text.isEmpty { said.refuse("blank") }
        (self.at, self.text, self.by, self.answer) = (at, text, by, answer)
        decidedAt = mapping["decided"].flatMap { SeededMoment.read($0) } ?? at + 86_400
        guard let outcome = mapping["outcome"] else {
            isUpheld = nil
            return
        }
        let named = outcome.text() ?? ""
        guard ["upheld", "refused"].contains(named) else {
            outcome.unknown(named, among: ["upheld", "refused"])
            return nil
        }
        isUpheld = named == "upheld"
    }

    func write(against decision: CaseDecision, _ db: Database) throws {
        try Appeal.file(text, against: decision, at: at, mayHaveEnded: true, db)
        guard let isUpheld, let filed = try Appeal.against(decision.id, db) else { return }
        let actor = Actor(accountID: nil, name: by, address: "", requestID: "")
        // The moderator of a seeded decision has no account, so no verdict is on an own decision.
        _ = try Appeal.decide(filed.id, upholds: isUpheld, answer: answer, by: actor, at: decidedAt, isOther: true, db)
    }

    static func exported(of decision: Int64, _ db: Database) throws -> [(String, SeedValue)] {
        guard let appeal = try Appeal.against(decision, db), !appeal.text.isEmpty else { return [] }
        let sql = "SELECT at, decidedAt FROM appeal WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [appeal.id]) else { return [] }
        let (at, decidedAt): (String, String?) = (row["at"], row["decidedAt"])
        var pairs: [(String, SeedValue)] = [("at", .text(at)), ("text", .text(appeal.text))]
        if appeal.state != .open {
            pairs += [
                ("outcome", .text(appeal.state.rawValue)), ("by", .text(appeal.deciderName ?? "")), ("decided", .text(decidedAt ?? at)),
            ]
            if !appeal.answer.isEmpty { pairs.append(("answer", .text(appeal.answer))) }
        }
        return [("appeal", .map(pairs))]
    }
}
