import Accounts
import Foundation
import GRDB

extension CaseDecision {
    /// Undoes hidings, strike, suspension and notices, and reopens the case. A fragment that was held before is held again, unless the
    /// decision was found wrong. Returns whether there was anything to undo.
    @discardableResult
    func undo(by actor: Actor, at now: Date, wasWrong: Bool = false, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE decision SET undoneAt = ?, undoneBy = ? WHERE id = ? AND undoneAt IS NULL", arguments: [now, actor.name, id])
        guard db.changesCount == 1 else { return false }
        let hidden = "SELECT fragment FROM hiding WHERE decision = ? AND endedAt IS NULL"
        for fragment in try Int64.fetchAll(db, sql: hidden, arguments: [id]) { try Hiding.end(fragment, at: now, db) }
        try db.execute(sql: "UPDATE strike SET endedAt = ? WHERE decision = ? AND endedAt IS NULL", arguments: [now, id])
        try Suspension.undo(id, by: actor, at: now, db)
        if unvotes { try VoteExclusion.end(id, at: now, db) }
        if hidesFace || hidesName { try ProfileHiding.end(id, at: now, db) }
        if fragment == nil { try ProfileReport.reopen(id, db) }
        try StoryNotice.takeBack(id, at: now, db)
        try passOn(at: now, db)
        try db.execute(sql: "UPDATE fragmentReport SET outcome = NULL, decision = NULL WHERE decision = ?", arguments: [id])
        if automatic != nil {
            try dropCase(db)
        } else if let caseID {
            try Self.reopen(caseID, db)
        }
        if !wasWrong, let held = try replaces.flatMap({ try Self.find($0, db) }) { try held.holdAgain(at: now, db) }
        try AuditEntry.write(db, "stories.decisions.undo", by: actor, on: ("stories.decisions", id, String(fragment ?? writer)))
        return true
    }

    /// The other decisions of the same act about the same writer that stand, the oldest first.
    func others(_ db: Database) throws -> [CaseDecision] {
        let sql = """
            SELECT * FROM decision WHERE (id = :first OR batch = :first) AND writer = :writer AND id <> :id AND undoneAt IS NULL ORDER BY id
            """
        return try Self.fetchAll(db, sql: sql, arguments: ["first": batch ?? id, "writer": writer, "id": id])
    }

    static func count(ofAct first: Int64, _ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM decision WHERE (id = :first OR batch = :first) AND undoneAt IS NULL"
        return try Int.fetchOne(db, sql: sql, arguments: ["first": first]) ?? 0
    }

    /// An act warns and tells a writer once. When that decision is undone alone, the next one of the act warns and tells.
    private func passOn(at now: Date, _ db: Database) throws {
        guard isMeasure, let heir = try others(db).first else { return }
        let struck = """
            SELECT EXISTS (SELECT 1 FROM strike JOIN decision ON decision.id = strike.decision
              WHERE (decision.id = :first OR batch = :first) AND strike.writer = :writer AND endedAt IS NULL)
            """
        if heir.warns, try Bool.fetchOne(db, sql: struck, arguments: ["first": batch ?? id, "writer": writer]) == false {
            try heir.strike(at: now, db)
        }
        try StoryNotice.tell(writer, .measureTaken, of: heir.id, about: heir.fragment, at: now, db)
    }

    static func undo(batch first: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Int {
        let sql = "SELECT * FROM decision WHERE (id = :first OR batch = :first) AND undoneAt IS NULL ORDER BY id DESC"
        return try fetchAll(db, sql: sql, arguments: ["first": first]).count { try $0.undo(by: actor, at: now, db) }
    }

    /// A fragment has one open case, so a case whose fragment was reported again hands over its reports.
    private static func reopen(_ caseID: Int64, _ db: Database) throws {
        guard let known = try ModerationCase.find(caseID, db) else { return }
        let other = try ModerationCase.openOne(of: known.fragment, db)
        try db.execute(
            sql: "UPDATE moderationCase SET state = ?, version = version + 1 WHERE id = ?",
            arguments: [other == nil ? ModerationCase.State.open : .merged, caseID])
        if let other {
            try db.execute(sql: "UPDATE fragmentReport SET caseID = ? WHERE caseID = ? AND outcome IS NULL", arguments: [other.id, caseID])
        }
        try ModerationCase.weigh(other?.id ?? caseID, db)
    }
}
