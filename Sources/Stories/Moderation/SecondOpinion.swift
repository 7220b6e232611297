import Accounts
import Foundation
import GRDB

/// A suspension for good, as long as a second moderator has not confirmed it; table `secondOpinion`. It is in force meanwhile, and ends by
/// itself when nobody looks.
struct SecondOpinion: Decodable, FetchableRecord, Equatable, Sendable {
    enum State: String, Codable, Sendable, DatabaseValueConvertible { case open, confirmed, refused }

    enum Problem: String, Error, Equatable, Sendable {
        /// Whoever proposed it asks for another's eyes, not for his own.
        case own
        /// Decided meanwhile, or the suspension is over.
        case changed
    }

    let suspension: Int64
    let until: Date
    let state: State
    let deciderName: String?
    let decidedAt: Date?

    /// How long a proposed suspension waits.
    static let waits: TimeInterval = 14 * 86_400

    static func of(_ suspension: Int64, _ db: Database) throws -> SecondOpinion? {
        try fetchOne(db, sql: "SELECT * FROM secondOpinion WHERE suspension = ?", arguments: [suspension])
    }

    /// The one that the suspension of a decision waits for, or waited for.
    static func about(_ decision: Int64, _ db: Database) throws -> SecondOpinion? {
        let sql = """
            SELECT secondOpinion.* FROM secondOpinion JOIN suspension ON suspension.id = suspension WHERE decision = ? ORDER BY suspension DESC
            """
        return try fetchOne(db, sql: sql, arguments: [decision])
    }

    static func ask(about suspension: Int64, until: Date, _ db: Database) throws {
        try db.execute(sql: "INSERT INTO secondOpinion (suspension, until) VALUES (?, ?)", arguments: [suspension, until])
    }

    /// How many wait for somebody.
    static func waiting(at now: Date, _ db: Database) throws -> Int {
        let sql = """
            SELECT count(*) FROM secondOpinion JOIN suspension ON suspension.id = suspension
            WHERE state = 'open' AND endedAt IS NULL AND suspension.until > ?
            """
        return try Int.fetchOne(db, sql: sql, arguments: [now]) ?? 0
    }

    /// Makes a suspension one for good, or ends it.
    static func give(_ confirms: Bool, on id: Int64, by actor: Actor, at now: Date, _ db: Database) throws {
        guard let opinion = try of(id, db), opinion.state == .open, let suspension = try Suspension.find(id, db),
            suspension.endedAt == nil, let end = suspension.until, end > now
        else { throw Problem.changed }
        if try CaseDecision.find(suspension.decision, db)?.moderator == actor.accountID,
            try SecondReviewer.areThere(beside: actor.accountID, db)
        {
            throw Problem.own
        }
        if confirms {
            try db.execute(sql: "UPDATE suspension SET until = NULL WHERE id = ?", arguments: [id])
        } else {
            try Suspension.end(id, by: actor.name, at: now, db)
        }
        try db.execute(
            sql: "UPDATE secondOpinion SET state = ?, decider = ?, deciderName = ?, decidedAt = ? WHERE suspension = ?",
            arguments: [confirms ? State.confirmed : .refused, actor.accountID, actor.name, now, id])
        let act = confirms ? "stories.suspensions.confirm" : "stories.suspensions.refuse"
        try AuditEntry.write(db, act, by: actor, on: ("stories.writers", suspension.writer, String(suspension.writer)))
    }

    /// Takes an opinion back: the suspension waits as it did before.
    /// - Returns: whether there was anything to take back.
    static func undo(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        guard let opinion = try of(id, db), opinion.state != .open, let suspension = try Suspension.find(id, db),
            opinion.state == .refused || suspension.endedAt == nil, try CaseDecision.find(suspension.decision, db)?.undoneAt == nil
        else { return false }
        if opinion.state == .refused, try Suspension.active(of: suspension.writer, at: now, db) != nil { return false }
        // One that ran out by itself meanwhile still stands as if it went on.
        try db.execute(
            sql: "UPDATE suspension SET endedAt = until, endedBy = '' WHERE writer = ? AND endedAt IS NULL AND until <= ?",
            arguments: [suspension.writer, now])
        try db.execute(
            sql: "UPDATE suspension SET until = ?, endedAt = NULL, endedBy = NULL WHERE id = ?", arguments: [opinion.until, id])
        try db.execute(
            sql: "UPDATE secondOpinion SET state = 'open', decider = NULL, deciderName = NULL, decidedAt = NULL WHERE suspension = ?",
            arguments: [id])
        try db.execute(sql: "DELETE FROM writerSession WHERE writer = ?", arguments: [suspension.writer])
        try AuditEntry.write(
            db, "stories.suspensions.reconsider", by: actor, on: ("stories.writers", suspension.writer, String(suspension.writer)))
        return true
    }
}
