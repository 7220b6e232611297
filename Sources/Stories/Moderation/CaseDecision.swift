import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A moderator's decision, with all its effects in one transaction; table `decision`.
struct CaseDecision: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let caseID: Int64?
    let fragment: Int64?
    let writer: Int64
    /// The moderator's account while it exists; nil in the seed.
    let moderator: Int64?
    let moderatorName: String
    let hides: Bool
    let warns: Bool
    let suspends: Bool
    let unvotes: Bool
    let hidesFace: Bool
    let hidesName: Bool
    let reason: Reason?
    let message: String
    let batch: Int64?
    let at: Date
    let undoneAt: Date?
    /// Why it was decided automatically; nil where a person decided.
    let automatic: HoldReason?
    let replaces: Int64?

    /// Whether a person decided something that affected the fragment or its author; a friendly message does not.
    var isMeasure: Bool { automatic == nil && (hides || warns || suspends || unvotes || hidesFace || hidesName) }

    static let measureCount = "hides + warns + suspends + unvotes + hidesFace + hidesName"
    static let strikeLasts: TimeInterval = 180 * 86400

    static func find(_ id: Int64, _ db: Database) throws -> CaseDecision? {
        try fetchOne(db, sql: "SELECT * FROM decision WHERE id = ?", arguments: [id])
    }

    static func kept(_ fragment: Int64, _ reason: Reason, _ db: Database) throws -> CaseDecision? {
        let sql = """
            SELECT * FROM decision WHERE fragment = :fragment AND automatic IS NULL AND undoneAt IS NULL AND message = ''
              AND \(measureCount) = 0
              AND EXISTS (SELECT 1 FROM fragmentReport WHERE caseID = decision.caseID AND reason = :reason) ORDER BY id DESC LIMIT 1
            """
        return try fetchOne(db, sql: sql, arguments: ["fragment": fragment, "reason": reason])
    }

    /// Decides an open case, if it is still the version that the moderator saw. `batch` is the first decision of an act on many cases.
    @discardableResult
    static func decide(
        _ caseID: Int64, version: Int, _ measures: Sanctions, by actor: Actor, batch: Int64? = nil, at now: Date, _ db: Database
    ) throws -> CaseDecision {
        guard let known = try ModerationCase.find(caseID, db), let fragment = try Fragment.find(known.fragment, db) else {
            throw StoryRefusal.notFound
        }
        guard known.state == .open, known.version == version else { throw Collision.changed }
        if known.isClaimed(byOtherThan: actor.accountID, at: now) { throw Collision.claimed }
        let held = try holding(fragment.id, db)
        try measures.check(canHide: held != nil || !fragment.isHidden, at: now)
        var taken = measures
        // What is held is shown again only where nothing is done about it.
        if held != nil, measures.areTaken { taken.hides = true }
        let decision = try insert(
            taken, caseID, fragment.id, fragment.writer, by: actor, batch, replaces: held?.id, at: now, db)
        try held?.giveWay(to: decision, by: actor, at: now, db)
        try decision.take(taken, by: actor, at: now, db)
        try decision.close(known, outcome: measures.outcome, at: now, db)
        let facts: [(key: String, value: JSON)] = [
            ("case", .number(Int(caseID))), ("post", .number(Int(fragment.id))), ("decision", .number(Int(decision.id))),
            ("outcome", .text(measures.outcome.rawValue)), ("reason", .optional(measures.reason?.rawValue)),
        ]
        try WebhookEvent.note("case.decided", facts, db)
        return decision
    }

    /// Decides without a report, or decides the fragment's open case. `held` is an automatic decision that gives way.
    @discardableResult
    static func impose(
        _ measures: Sanctions, on writer: Int64, fragment: Int64? = nil, by actor: Actor, batch: Int64? = nil, held: CaseDecision? = nil,
        at now: Date, _ db: Database
    ) throws -> CaseDecision {
        if let fragment, let known = try ModerationCase.openOne(of: fragment, db) {
            return try decide(known.id, version: known.version, measures, by: actor, batch: batch, at: now, db)
        }
        guard let whom = try Writer.find(writer, db) else { throw StoryRefusal.notFound }
        // A writer who has left cannot sign in anyway.
        if measures.suspension != nil, whom.deletedAt != nil { throw StoryRefusal.notFound }
        let its = try fragment.flatMap { try Fragment.find($0, db) }
        guard fragment == nil || its?.writer == writer else { throw StoryRefusal.notFound }
        try measures.check(canHide: its?.isHidden == false, at: now)
        let decision = try insert(measures, nil, fragment, writer, by: actor, batch, replaces: held?.id, at: now, db)
        try held?.giveWay(to: decision, by: actor, at: now, db)
        try decision.take(measures, by: actor, at: now, db)
        return decision
    }

    static func insert(
        _ measures: Sanctions, _ caseID: Int64?, _ fragment: Int64?, _ writer: Int64, by actor: Actor, _ batch: Int64?,
        automatic: HoldReason? = nil, replaces: Int64? = nil, at now: Date, _ db: Database
    ) throws -> CaseDecision {
        try db.execute(
            sql: """
                INSERT INTO decision (caseID, fragment, writer, moderator, moderatorName, hides, warns, suspends, unvotes, hidesFace,
                  hidesName, reason, message, batch, automatic, replaces, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                caseID, fragment, writer, actor.accountID, actor.name, measures.hides, measures.warns, measures.suspension != nil,
                measures.leavesOut != nil, measures.hidesParts.contains(.face), measures.hidesParts.contains(.name), measures.reason,
                measures.message, batch, automatic, replaces, now,
            ])
        let decision = try find(db.lastInsertedRowID, db)!
        try AuditEntry.write(
            db, "stories.decisions.make", by: actor, on: ("stories.decisions", decision.id, String(fragment ?? writer)),
            detail: decision.auditDetail)
        return decision
    }

    /// Numbers and rules, never the words of either side.
    private var auditDetail: [String: String] {
        let measures = [hides ? "hide" : nil, warns ? "warn" : nil, suspends ? "suspend" : nil].compactMap { $0 }
        let rest = unvotes ? "unvote" : hidesFace || hidesName ? "profile" : "keep"
        var detail = ["writer": String(writer), "measures": measures.isEmpty ? rest : measures.joined(separator: " ")]
        if let fragment { detail["fragment"] = String(fragment) }
        if let reason { detail["reason"] = reason.rawValue }
        if unvotes { detail["votes"] = "yes" }
        if hidesFace { detail["hidesFace"] = "yes" }
        if hidesName { detail["hidesName"] = "yes" }
        if let automatic { detail["ground"] = automatic.rawValue }
        if !message.isEmpty { detail["message"] = "yes" }
        return detail
    }

    func take(_ measures: Sanctions, by actor: Actor, at now: Date, _ db: Database) throws {
        if measures.hides, let fragment {
            try Hiding.begin(fragment, decision: id, at: now, db)
            if automatic == nil { try PhotoHashJob.ask(for: fragment, db) }
        }
        let isRepeated = try isRepeated(db)
        if measures.warns, !isRepeated { try strike(at: now, db) }
        if let term = measures.suspension {
            let isProposed =
                try measures.isProposed
                || term == .forGood && actor.accountID != nil && SecondReviewer.areThere(beside: actor.accountID, db)
            try Suspension.begin(term, unlists: measures.unlists, isProposed: isProposed, of: writer, decision: id, by: actor, at: now, db)
        }
        switch measures.leavesOut {
        case .all?: try VoteExclusion.begin(writer, for: nil, decision: id, at: now, db)
        case .of(let author)?: try VoteExclusion.begin(writer, for: author, decision: id, at: now, db)
        case nil: break
        }
        for part in ProfilePart.allCases where measures.hidesParts.contains(part) {
            try ProfileHiding.begin(part, of: writer, decision: id, at: now, db)
        }
        if isRepeated { return }
        if measures.areTaken {
            try StoryNotice.tell(writer, .measureTaken, of: id, about: fragment, at: now, db)
        } else if !measures.message.isEmpty {
            try StoryNotice.tell(writer, .message, of: id, about: fragment, at: now, db)
        }
    }

    /// Whether the same act has warned and told the same writer already.
    private func isRepeated(_ db: Database) throws -> Bool {
        guard let batch else { return false }
        let sql = "SELECT EXISTS (SELECT 1 FROM decision WHERE (id = :batch OR batch = :batch) AND writer = :writer AND id < :id)"
        return try Bool.fetchOne(db, sql: sql, arguments: ["batch": batch, "writer": writer, "id": id]) ?? false
    }

    func strike(at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO strike (writer, decision, since, expiresAt) VALUES (?, ?, ?, ?)",
            arguments: [writer, id, now, now + Self.strikeLasts])
    }

    func close(_ known: ModerationCase, outcome: Report.Outcome, at now: Date, _ db: Database) throws {
        let sql = "UPDATE moderationCase SET state = 'decided', version = version + 1, claimant = NULL, claimedUntil = NULL WHERE id = ?"
        try db.execute(sql: sql, arguments: [known.id])
        try db.execute(
            sql: "UPDATE fragmentReport SET outcome = ?, decision = ? WHERE caseID = ?", arguments: [outcome, id, known.id])
        for report in try Report.all(of: known.id, db) {
            try StoryNotice.tell(report.writer, .reportDecided, of: id, about: known.fragment, at: now, db)
        }
    }
}

enum Collision: Error, Equatable, Sendable {
    case changed
    case claimed
}
