import Accounts
import Admin
import Foundation
import GRDB
import Web

/// An author's objection to a decision about them, possible once, and another moderator's verdict; table `appeal`.
struct Appeal: Decodable, FetchableRecord, Equatable, Sendable {
    enum State: String, Codable, Sendable, DatabaseValueConvertible { case open, upheld, refused }

    enum Problem: String, Error, Equatable, Sendable {
        case textMissing, textTooLong, tooLate, twice
        case nothing
        /// A moderator does not judge their own decision where there is another.
        case own
        case changed
        case marks, hidden, direction, unbalanced, unknown

        var textKey: String { TextRule.Flaw(rawValue: rawValue)?.textKey ?? "stories.appeals.problems.\(rawValue)" }
    }

    let id: Int64
    let decision: Int64
    let text: String
    let at: Date
    let state: State
    let answer: String
    let deciderName: String?
    let decidedAt: Date?

    /// Seconds after a decision, and characters of the text.
    static let lasts: TimeInterval = 20 * 86_400
    static let longest = 1000

    static func find(_ id: Int64, _ db: Database) throws -> Appeal? {
        try fetchOne(db, sql: "SELECT * FROM appeal WHERE id = ?", arguments: [id])
    }

    static func against(_ decision: Int64, _ db: Database) throws -> Appeal? {
        try fetchOne(db, sql: "SELECT * FROM appeal WHERE decision = ?", arguments: [decision])
    }

    /// Callers check that `decision` concerns the writer. `mayHaveEnded` accepts decisions without effects, as in exports.
    static func file(_ text: String, against decision: CaseDecision, at now: Date, mayHaveEnded: Bool = false, _ db: Database) throws {
        if let known = try against(decision.id, db) {
            // The first answer may have been lost; other words are not a repeat.
            guard known.text == text else { throw Problem.twice }
            return
        }
        guard decision.undoneAt == nil, decision.isMeasure || mayHaveEnded else { throw Problem.nothing }
        guard now < decision.at + lasts else { throw Problem.tooLate }
        guard !TextRule.isBlank(text) else { throw Problem.textMissing }
        try check(text)
        try db.execute(sql: "INSERT INTO appeal (decision, text, at) VALUES (?, ?, ?)", arguments: [decision.id, text, now])
        let facts: [(key: String, value: JSON)] = [
            ("appeal", .number(Int(db.lastInsertedRowID))), ("decision", .number(Int(decision.id))),
        ]
        try WebhookEvent.note("appeal.created", facts, db)
        try ModeratorCalls.announce(db)
    }

    private static func check(_ text: String) throws {
        if let problem = TextRule.flaw(in: text, as: .text).flatMap({ Problem(rawValue: $0.rawValue) }) { throw problem }
        guard TextRule.length(text) <= longest else { throw Problem.textTooLong }
    }

    /// Undoes or keeps the decision and notifies the author. `isOther`: the caller knows that another moderator decided.
    static func decide(
        _ id: Int64, upholds: Bool, answer: String, by actor: Actor, at now: Date, isOther: Bool = false, _ db: Database
    ) throws -> CaseDecision {
        guard let appeal = try find(id, db), appeal.state == .open, let decision = try CaseDecision.find(appeal.decision, db) else {
            throw Problem.changed
        }
        if !isOther, decision.moderator == actor.accountID, try SecondReviewer.areThere(beside: actor.accountID, db) { throw Problem.own }
        try check(answer)
        try db.execute(
            sql: "UPDATE appeal SET state = ?, answer = ?, decider = ?, deciderName = ?, decidedAt = ? WHERE id = ?",
            arguments: [upholds ? State.upheld : .refused, answer, actor.accountID, actor.name, now, id])
        if upholds { try decision.undo(by: actor, at: now, wasWrong: true, db) }
        try StoryNotice.tellAppealed(decision, at: now, db)
        let act = upholds ? "stories.appeals.uphold" : "stories.appeals.refuse"
        try AuditEntry.write(db, act, by: actor, on: ("stories.appeals", id, String(decision.id)))
        return decision
    }

    /// Reopens an appeal; an undone decision applies again. Returns whether there was a verdict to undo.
    static func undo(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        guard let appeal = try find(id, db), appeal.state != .open, let decision = try CaseDecision.find(appeal.decision, db) else {
            return false
        }
        if appeal.state == .upheld { try decision.redo(by: actor, at: now, db) }
        try db.execute(
            sql: "UPDATE appeal SET state = 'open', answer = '', decider = NULL, deciderName = NULL, decidedAt = NULL WHERE id = ?",
            arguments: [id])
        let sql = "DELETE FROM storyNotice WHERE decision = ? AND kind = 'appealDecided' AND readAt IS NULL"
        try db.execute(sql: sql, arguments: [decision.id])
        try AuditEntry.write(db, "stories.appeals.reopen", by: actor, on: ("stories.appeals", id, String(decision.id)))
        return true
    }
}

extension StoryNotice {
    /// Notifies the author of the outcome; again when they have read an outcome that was withdrawn.
    static func tellAppealed(_ decision: CaseDecision, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM storyNotice WHERE decision = ? AND writer = ? AND kind = 'decisionUndone'",
            arguments: [decision.id, decision.writer])
        try db.execute(
            sql: "UPDATE storyNotice SET readAt = NULL, at = ? WHERE decision = ? AND kind = 'appealDecided'",
            arguments: [now, decision.id])
        try tell(decision.writer, .appealDecided, of: decision.id, about: decision.fragment, at: now, db)
    }
}
