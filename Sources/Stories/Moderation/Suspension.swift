import Accounts
import Foundation
import GRDB

/// A period in which a writer may only read; table `suspension`. Their fragments stay, because others have built on them.
struct Suspension: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let writer: Int64
    let decision: Int64
    let since: Date
    let until: Date?
    let unlists: Bool
    let replaced: Int64?
    let endedAt: Date?
    let endedBy: String?

    static func find(_ id: Int64, _ db: Database) throws -> Suspension? {
        try fetchOne(db, sql: "SELECT * FROM suspension WHERE id = ?", arguments: [id])
    }

    static func active(of writer: Int64, at now: Date, _ db: Database) throws -> Suspension? {
        let sql = "SELECT * FROM suspension WHERE writer = ? AND endedAt IS NULL AND (until IS NULL OR until > ?)"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [writer, now])
    }

    static func all(at now: Date, _ db: Database) throws -> [Suspension] {
        let sql = "SELECT * FROM suspension WHERE endedAt IS NULL AND (until IS NULL OR until > ?) ORDER BY since DESC, id DESC"
        return try fetchAll(db, sql: sql, arguments: [now])
    }

    /// Ends the writer's sessions. `isProposed` means that it ends by itself unless a second moderator confirms it.
    static func begin(
        _ term: Sanctions.Term, unlists: Bool, isProposed: Bool, of writer: Int64, decision: Int64, by actor: Actor, at now: Date,
        _ db: Database
    ) throws {
        // An expired suspension's row still says that it continues.
        try db.execute(
            sql: "UPDATE suspension SET endedAt = until, endedBy = '' WHERE writer = ? AND endedAt IS NULL AND until <= ?",
            arguments: [writer, now])
        let replaced = try active(of: writer, at: now, db)
        try end(replaced?.id, by: actor.name, at: now, db)
        try db.execute(
            sql: "INSERT INTO suspension (writer, decision, since, until, unlists, replaced) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [writer, decision, now, term.date ?? (isProposed ? now + SecondOpinion.waits : nil), unlists, replaced?.id])
        if isProposed { try SecondOpinion.ask(about: db.lastInsertedRowID, until: now + SecondOpinion.waits, db) }
        try WriterSession.endAll(ofSuspended: writer, db)
    }

    static func undo(_ decision: Int64, by actor: Actor, at now: Date, _ db: Database) throws {
        let sql = "SELECT * FROM suspension WHERE decision = ? AND endedAt IS NULL"
        guard let own = try fetchOne(db, sql: sql, arguments: [decision]) else { return }
        try end(own.id, by: actor.name, at: now, db)
        // Replaced suspensions whose own decision was undone stay ended.
        var before = own.replaced
        while let id = before, let older = try fetchOne(db, sql: "SELECT * FROM suspension WHERE id = ?", arguments: [id]) {
            guard try CaseDecision.find(older.decision, db)?.undoneAt != nil else { break }
            before = older.replaced
        }
        try db.execute(sql: "UPDATE suspension SET endedAt = NULL, endedBy = NULL WHERE id = ?", arguments: [before])
    }

    static func end(_ id: Int64?, by name: String, at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE suspension SET endedAt = ?, endedBy = ? WHERE id = ?", arguments: [now, name, id])
    }

    /// Ends a writer's suspension at once, whatever the decision said. Returns whether there was one.
    @discardableResult
    static func lift(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        let sql = "SELECT * FROM suspension WHERE id = ? AND endedAt IS NULL"
        guard let own = try fetchOne(db, sql: sql, arguments: [id]) else { return false }
        try end(id, by: actor.name, at: now, db)
        try AuditEntry.write(db, "stories.suspensions.end", by: actor, on: ("stories.writers", own.writer, String(own.writer)))
        return true
    }

    /// Undoes the early end of a suspension. Returns false when it is over or the writer is suspended by another decision now.
    static func resume(_ id: Int64, by actor: Actor, at now: Date, _ db: Database) throws -> Bool {
        guard let own = try find(id, db), own.endedAt != nil, own.until ?? .distantFuture > now,
            try CaseDecision.find(own.decision, db)?.undoneAt == nil, try active(of: own.writer, at: now, db) == nil
        else { return false }
        try db.execute(
            sql: "UPDATE suspension SET endedAt = until, endedBy = '' WHERE writer = ? AND endedAt IS NULL", arguments: [own.writer])
        try db.execute(sql: "UPDATE suspension SET endedAt = NULL, endedBy = NULL WHERE id = ?", arguments: [id])
        try WriterSession.endAll(ofSuspended: own.writer, db)
        try AuditEntry.write(db, "stories.suspensions.resume", by: actor, on: ("stories.writers", own.writer, String(own.writer)))
        return true
    }
}
