import Accounts
import Foundation
import GRDB

/// A signed-in browser or program; table `writerSession`.
struct WriterSession: Decodable, FetchableRecord, Sendable {
    enum Kind: String, Codable, Sendable, DatabaseValueConvertible { case browser, program }

    let id: Int64
    let writer: Int64
    let kind: Kind
    let device: String
    let createdAt: Date
    let message: String?

    /// A month, because a story is all that is at risk.
    static let lasts: TimeInterval = 30 * 86400

    /// Begins a session and records the sign-in; throws for a suspended writer.
    static func begin(
        for writer: Int64, _ kind: Kind, device: String, access: String, at now: Date, _ db: Database
    ) throws -> Token {
        if let suspension = try Suspension.active(of: writer, at: now, db) { throw StoryRefusal.suspended(until: suspension.until) }
        let token = Token()
        try db.execute(sql: "DELETE FROM writerSession WHERE expiresAt <= ?", arguments: [now])
        try db.execute(
            sql: "INSERT INTO writerSession (tokenHash, writer, kind, device, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [token.hash, writer, kind, device, now, now + lasts])
        try db.execute(sql: "INSERT INTO signIn (writer, access, at) VALUES (?, ?, ?)", arguments: [writer, access, now])
        return token
    }

    static func find(_ token: Token, at now: Date, _ db: Database) throws -> WriterSession? {
        let sql = "SELECT * FROM writerSession WHERE tokenHash = ? AND expiresAt > ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [token.hash, now])
    }

    /// Ends all sessions of a suspended writer. Tokens of programs are remembered, so that they hear of the suspension.
    static func endAll(ofSuspended writer: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO suspendedSession (tokenHash, writer, expiresAt)
                SELECT tokenHash, writer, expiresAt FROM writerSession WHERE writer = ? AND kind = 'program'
                """, arguments: [writer])
        try db.execute(sql: "DELETE FROM writerSession WHERE writer = ?", arguments: [writer])
    }

    static func suspension(thatEnded token: Token, at now: Date, _ db: Database) throws -> Suspension? {
        let sql = "SELECT writer FROM suspendedSession WHERE tokenHash = ? AND expiresAt > ?"
        let writer = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [token.hash, now])
        return try writer.flatMap { try Suspension.active(of: $0, at: now, db) }
    }

    func end(_ db: Database) throws { try db.execute(sql: "DELETE FROM writerSession WHERE id = ?", arguments: [id]) }
}
