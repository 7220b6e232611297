import Accounts
import Foundation
import GRDB

/// Everything that one writer brought to the site: how much a single act would hide and leave out, and that act.
struct WriterContentRemoval: Equatable, Sendable {
    /// Fragments that readers see now; those of one act are the newest.
    let fragments: Int
    let votes: Int

    static let most = 500

    /// What an act would do: nothing is changed.
    init(_ writer: Int64, _ db: Database) throws {
        let sql = """
            SELECT (SELECT count(*) FROM fragment WHERE writer = :id AND isHidden = 0) AS fragments,
              (SELECT count(*) FROM vote WHERE writer = :id AND isCounted = 1) AS votes
            """
        let row = try Row.fetchOne(db, sql: sql, arguments: ["id": writer])!
        (fragments, votes) = (row["fragments"], row["votes"])
    }

    /// What came of an act: its first decision, and how many fragments it hid and left to others.
    struct Outcome: Equatable, Sendable {
        var first: Int64?
        var hidden = 0
        var left = 0
    }

    /// Hides the newest visible fragments of a writer and leaves out all their votes, as decisions of one act that one undoing ends. The
    /// writer is told once. `first` is the decision of the act that came before, such as a suspension.
    static func hide(
        _ writer: Int64, fragments hides: Bool, votes leavesOut: Bool, _ reason: Reason, message: String, by actor: Actor,
        first: Int64? = nil, at now: Date, _ db: Database
    ) throws -> Outcome {
        var outcome = Outcome(first: first)
        if leavesOut {
            let measures = Sanctions(leavesOut: .all, reason: reason, message: message)
            let decision = try CaseDecision.impose(measures, on: writer, by: actor, batch: outcome.first, at: now, db)
            outcome.first = outcome.first ?? decision.id
        }
        guard hides else { return outcome }
        let sql = "SELECT id FROM fragment WHERE writer = ? AND isHidden = 0 ORDER BY id DESC LIMIT \(most)"
        for fragment in try Int64.fetchAll(db, sql: sql, arguments: [writer]) {
            do {
                let measures = Sanctions(hides: true, reason: reason, message: message)
                let decision = try CaseDecision.impose(
                    measures, on: writer, fragment: fragment, by: actor, batch: outcome.first, at: now, db)
                outcome.first = outcome.first ?? decision.id
                outcome.hidden += 1
            } catch is Collision {
                outcome.left += 1
            }
        }
        return outcome
    }
}
