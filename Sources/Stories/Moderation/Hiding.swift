import Accounts
import Foundation
import GRDB

/// A fragment hidden by a decision, and when that ended; table `hiding`. A hidden end makes its predecessor the branch's end. A hidden
/// inner fragment removes its descendants from voting and the best branch, and shows as a placeholder to readers with a direct link. A
/// hidden first fragment hides the story.
enum Hiding {
    /// Returns whether the fragment was visible before.
    @discardableResult
    static func begin(_ fragment: Int64, decision: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard try set(fragment, hidden: true, db) else { return false }
        try db.execute(sql: "INSERT INTO hiding (fragment, decision, since) VALUES (?, ?, ?)", arguments: [fragment, decision, now])
        return true
    }

    /// Restores a fragment; text and votes added around it in the meantime stay.
    @discardableResult
    static func end(_ fragment: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard try set(fragment, hidden: false, db) else { return false }
        try db.execute(sql: "UPDATE hiding SET endedAt = ? WHERE fragment = ? AND endedAt IS NULL", arguments: [now, fragment])
        return true
    }

    /// Restores a fragment; the rest of the decision stays. Returns whether it was hidden before.
    @discardableResult
    static func lift(_ fragment: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT decision FROM hiding WHERE fragment = ? AND endedAt IS NULL"
        let decision = try Int64.fetchOne(db, sql: sql, arguments: [fragment])
        guard try end(fragment, at: now, db) else { return false }
        if let decision, let author = try Fragment.find(fragment, db)?.writer {
            try StoryNotice.tell(author, .decisionUndone, of: decision, about: fragment, at: now, db)
        }
        try AuditEntry.write(db, "stories.hidings.end", by: actor, on: ("stories.fragments", fragment, String(fragment)))
        return true
    }

    /// Undoes the early end of a hiding. Returns false when its decision was undone or another hiding applies.
    static func resume(_ id: Int64, by actor: Actor, _ db: Database) throws -> Bool {
        let sql = """
            SELECT hiding.fragment, hiding.decision FROM hiding JOIN decision ON decision.id = hiding.decision
            WHERE hiding.id = ? AND hiding.endedAt IS NOT NULL AND undoneAt IS NULL
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [id]), try set(row["fragment"], hidden: true, db) else { return false }
        let (fragment, decision): (Int64, Int64) = (row["fragment"], row["decision"])
        try db.execute(sql: "UPDATE hiding SET endedAt = NULL WHERE id = ?", arguments: [id])
        try db.execute(
            sql: "DELETE FROM storyNotice WHERE decision = ? AND kind = 'decisionUndone' AND readAt IS NULL", arguments: [decision])
        try AuditEntry.write(db, "stories.hidings.resume", by: actor, on: ("stories.fragments", fragment, String(fragment)))
        return true
    }

    private static func set(_ id: Int64, hidden: Bool, _ db: Database) throws -> Bool {
        guard let fragment = try Fragment.find(id, db) else { throw StoryRefusal.notFound }
        guard fragment.isHidden != hidden else { return false }
        let step = hidden ? 1 : -1
        // The cover comes first, because no fragment may be hidden without one.
        let cover = " UPDATE fragment SET cover = cover + :step WHERE id IN (SELECT id FROM below)"
        let coverBelow = try db.cachedStatement(sql: Fragment.below + cover)
        if hidden { try coverBelow.execute(arguments: ["id": id, "step": step]) }
        try db.execute(sql: "UPDATE fragment SET isHidden = ? WHERE id = ?", arguments: [hidden, id])
        if !hidden { try coverBelow.execute(arguments: ["id": id, "step": step]) }
        try db.execute(sql: "UPDATE fragment SET continuations = continuations - ? WHERE id = ?", arguments: [step, fragment.parent])
        try BestBranch.recompute(fragment.story, db)
        return true
    }
}
