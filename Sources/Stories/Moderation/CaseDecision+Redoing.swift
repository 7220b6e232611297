import Accounts
import Foundation
import GRDB

extension CaseDecision {
    /// Reapplies a decision that an appeal had undone, with its effects. Later decisions stay.
    func redo(by actor: Actor, at now: Date, _ db: Database) throws {
        guard let undoneAt else { return }
        try db.execute(sql: "UPDATE decision SET undoneAt = NULL, undoneBy = NULL WHERE id = ?", arguments: [id])
        // Excludes fragments that a moderator had shown again before the decision was undone.
        let hid = "SELECT EXISTS (SELECT 1 FROM hiding WHERE decision = ? AND endedAt = ?)"
        if let fragment, try Bool.fetchOne(db, sql: hid, arguments: [id, undoneAt]) == true {
            try Hiding.begin(fragment, decision: id, at: now, db)
        }
        try db.execute(sql: "UPDATE strike SET endedAt = NULL WHERE decision = ? AND endedAt = ?", arguments: [id, undoneAt])
        try Suspension.redo(id, undoneAt: undoneAt, by: actor, at: now, db)
        if hidesFace || hidesName { try ProfileHiding.redo(self, undoneAt: undoneAt, at: now, db) }
        if unvotes { try VoteExclusion.redo(id, undoneAt: undoneAt, db) }
        if let caseID { try close(caseID, at: now, db) }
        try StoryNotice.tell(writer, .measureTaken, of: id, about: fragment, at: now, db)
        try AuditEntry.write(db, "stories.decisions.redo", by: actor, on: ("stories.decisions", id, String(fragment ?? writer)))
    }

    private func close(_ caseID: Int64, at now: Date, _ db: Database) throws {
        guard let known = try ModerationCase.find(caseID, db), known.state == .open else { return }
        try close(known, outcome: .upheld, at: now, db)
        try db.execute(
            sql: "DELETE FROM storyNotice WHERE decision = ? AND kind = 'decisionUndone' AND readAt IS NULL", arguments: [id])
    }
}

extension Suspension {
    /// Continues a decision's suspension, unless the writer is suspended by another decision now.
    static func redo(_ decision: Int64, undoneAt: Date, by actor: Actor, at now: Date, _ db: Database) throws {
        let sql = "SELECT * FROM suspension WHERE decision = ? AND endedAt = ?"
        guard let own = try fetchOne(db, sql: sql, arguments: [decision, undoneAt]) else { return }
        let current = try active(of: own.writer, at: now, db)
        if let current, current.id != own.replaced { return }
        try end(current?.id, by: actor.name, at: now, db)
        try db.execute(
            sql: "UPDATE suspension SET endedAt = until, endedBy = '' WHERE writer = ? AND endedAt IS NULL", arguments: [own.writer])
        try db.execute(sql: "UPDATE suspension SET endedAt = NULL, endedBy = NULL WHERE id = ?", arguments: [own.id])
        try WriterSession.endAll(ofSuspended: own.writer, db)
    }
}
