import Accounts
import Foundation
import GRDB

/// An unconfirmed suspension for good; table `secondOpinion`. It applies, and ends by itself unless a second moderator confirms it.
struct SecondOpinion: Decodable, FetchableRecord, Equatable, Sendable {
    enum State: String, Codable, Sendable, DatabaseValueConvertible { case open, confirmed, refused }

    enum Problem: String, Error, Equatable, Sendable {
        case own
        case changed
    }

    let suspension: Int64
    let until: Date
    let state: State
    let deciderName: String?
    let decidedAt: Date?

    static let waits: TimeInterval = 14 * 86_400

    static func of(_ suspension: Int64, _ db: Database) throws -> SecondOpinion? {
        try fetchOne(db, sql: "SELECT * FROM secondOpinion WHERE suspension = ?", arguments: [suspension])
    }

    static func about(_ decision: Int64, _ db: Database) throws -> SecondOpinion? {
        let sql = """
            SELECT secondOpinion.* FROM secondOpinion JOIN suspension ON suspension.id = suspension WHERE decision = ? ORDER BY suspension DESC
            """
        return try fetchOne(db, sql: sql, arguments: [decision])
    }

    static func ask(about suspension: Int64, until: Date, _ db: Database) throws {
        try db.execute(sql: "INSERT INTO secondOpinion (suspension, until) VALUES (?, ?)", arguments: [suspension, until])
    }

    static func waiting(at now: Date, _ db: Database) throws -> Int {
        let sql = """
            SELECT count(*) FROM secondOpinion JOIN suspension ON suspension.id = suspension
            WHERE state = 'open' AND endedAt IS NULL AND suspension.until > ?
            """
        return try Int.fetchOne(db, sql: sql, arguments: [now]) ?? 0
    }

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

    /// Undoes an opinion, so that the suspension waits again. Returns whether there was one to undo.
    static func undo(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        guard let opinion = try of(id, db), opinion.state != .open, let suspension = try Suspension.find(id, db),
            opinion.state == .refused || suspension.endedAt == nil, try CaseDecision.find(suspension.decision, db)?.undoneAt == nil
        else { return false }
        if opinion.state == .refused, try Suspension.active(of: suspension.writer, at: now, db) != nil { return false }
        // An expired suspension's row still says that it continues.
        try db.execute(
            sql: "UPDATE suspension SET endedAt = until, endedBy = '' WHERE writer = ? AND endedAt IS NULL AND until <= ?",
            arguments: [suspension.writer, now])
        try db.execute(
            sql: "UPDATE suspension SET until = ?, endedAt = NULL, endedBy = NULL WHERE id = ?", arguments: [opinion.until, id])
        try db.execute(
            sql: "UPDATE secondOpinion SET state = 'open', decider = NULL, deciderName = NULL, decidedAt = NULL WHERE suspension = ?",
            arguments: [id])
        try WriterSession.endAll(ofSuspended: suspension.writer, db)
        try AuditEntry.write(
            db, "stories.suspensions.reconsider", by: actor, on: ("stories.writers", suspension.writer, String(suspension.writer)))
        return true
    }
}
