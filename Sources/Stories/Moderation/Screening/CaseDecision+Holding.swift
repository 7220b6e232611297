import Accounts
import Foundation
import GRDB

extension CaseDecision {
    static let deskName = "Portico"

    /// Hides a visible fragment until a moderator decides its case, and tells its author. The case stays open.
    @discardableResult
    static func hold(_ fragment: Fragment, _ ground: HoldReason, _ reason: Reason, at now: Date, _ db: Database) throws -> CaseDecision {
        let opened = try ModerationCase.open(for: fragment, at: now, db)
        let measures = Sanctions(hides: true, reason: reason)
        let actor = Actor.system(deskName)
        let decision = try insert(measures, opened.id, fragment.id, fragment.writer, by: actor, nil, automatic: ground, at: now, db)
        try decision.take(measures, by: actor, at: now, db)
        try ModerationCase.weigh(opened.id, db)
        try ModeratorCalls.announce(db)
        return decision
    }

    static func holding(_ fragment: Int64, _ db: Database) throws -> CaseDecision? {
        let sql = """
            SELECT decision.* FROM hiding JOIN decision ON decision.id = hiding.decision
            WHERE hiding.fragment = ? AND endedAt IS NULL AND automatic IS NOT NULL
            """
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [fragment])
    }

    /// Ends a hold, because a moderator has decided. An author whose fragment stays hidden hears of that decision alone.
    func giveWay(to decision: CaseDecision, by actor: Actor, at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE decision SET undoneAt = ?, undoneBy = ? WHERE id = ?", arguments: [now, actor.name, id])
        if let fragment { try Hiding.end(fragment, at: now, db) } else { try ProfileHiding.end(id, at: now, db) }
        if decision.hides || decision.hidesFace || decision.hidesName {
            try db.execute(sql: "DELETE FROM storyNotice WHERE decision = ? AND readAt IS NULL", arguments: [id])
        } else {
            try StoryNotice.takeBack(id, at: now, db)
        }
    }

    /// Holds a fragment, face or name again after the decision that took this one's place was undone, unless it is hidden for another reason.
    func holdAgain(at now: Date, _ db: Database) throws {
        guard undoneAt != nil, try hideAgain(at: now, db) else { return }
        try db.execute(sql: "UPDATE decision SET undoneAt = NULL, undoneBy = NULL WHERE id = ?", arguments: [id])
        try db.execute(
            sql: "DELETE FROM storyNotice WHERE decision = ? AND kind = 'decisionUndone' AND readAt IS NULL", arguments: [id])
        try StoryNotice.tell(writer, .measureTaken, of: id, about: fragment, at: now, db)
        if let caseID { try ModerationCase.weigh(caseID, db) }
    }

    private func hideAgain(at now: Date, _ db: Database) throws -> Bool {
        if let fragment { return try Hiding.begin(fragment, decision: id, at: now, db) }
        return try ProfileHiding.begin(hidesFace ? .face : .name, of: writer, decision: id, at: now, db)
    }

    /// Closes a hold's case that readers have not reported: without the hold there is nothing to look at.
    func dropCase(_ db: Database) throws {
        guard let caseID else { return }
        try db.execute(
            sql: """
                UPDATE moderationCase SET state = 'merged', version = version + 1, claimant = NULL, claimedUntil = NULL
                WHERE id = :id AND state = 'open' AND NOT EXISTS (SELECT 1 FROM fragmentReport WHERE caseID = :id)
                """, arguments: ["id": caseID])
        try ModerationCase.weigh(caseID, db)
    }
}
