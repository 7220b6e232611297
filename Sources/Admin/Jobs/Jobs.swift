import Accounts
import Foundation
import GRDB

public enum Jobs {
    /// Requests a job in the caller's transaction. `title` is nil for the kind's name, `moment` nil for now; `receiver`: see `JobReceiver`.
    @discardableResult
    public static func enqueue(
        _ db: Database, _ kind: String, payload: some Encodable = [:] as [String: String], title: LocalizedMessage? = nil,
        at moment: Date? = nil,
        attempts: Int = 3, scope: Int64? = nil, receiver: String = "", by actor: Actor
    ) throws -> Job {
        let now = try db.transactionDate
        return try insert(
            db, kind: kind, payload: json(payload), title: title ?? LocalizedMessage("jobs.kinds.\(kind)"), accountID: actor.accountID,
            actor: actor.accountID == nil ? "" : actor.name, scopeID: scope, runAt: moment ?? now.wholeSecond, attempts: attempts,
            receiver: receiver, recurs: false, now: now)
    }

    static func insert(
        _ db: Database, kind: String, payload: String, title: LocalizedMessage, accountID: Int64?, actor: String, scopeID: Int64?,
        runAt: Date,
        attempts: Int, receiver: String = "", recurs: Bool, now: Date
    ) throws -> Job {
        try Job(
            id: nil, kind: kind, payload: payload, title: title.json, accountID: accountID, actor: actor, scopeID: scopeID,
            receiver: receiver, generation: SiteIdentity.generation(db), state: .waiting,
            runAt: runAt, attempts: 0, maxAttempts: attempts, recurs: recurs, worker: nil, leaseUntil: nil, done: 0, total: 0, result: nil,
            error: nil, createdAt: now, startedAt: nil, endedAt: nil
        ).inserted(db)
    }

    public static func isUnderway(_ kind: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT EXISTS (SELECT 1 FROM job WHERE kind = ? AND recurs = 0 AND state = 'waiting' OR kind = ? AND state = 'running')",
            arguments: [kind, kind]) ?? false
    }

    /// Cancels a waiting, running or failed job; false for any other state.
    public static func cancel(_ id: Int64, _ db: Database, by actor: Actor) throws -> Bool {
        try change(
            id, "cancel", from: "'waiting', 'running', 'failed'", "state = 'cancelled', worker = NULL, leaseUntil = NULL, endedAt = :now",
            db,
            by: actor)
    }

    /// Restarts a failed job; false if it has not failed or the site was restored since its request.
    static func retry(_ id: Int64, _ db: Database, by actor: Actor) throws -> Bool {
        // A timetable job may be waiting already, so this one becomes an ordinary job.
        guard
            try change(
                id, "retry", from: "'failed', 'cancelled'", where: "generation = (SELECT generation FROM siteIdentity)",
                """
                state = 'waiting', attempts = 0, recurs = 0, crashes = min(crashes, 1), runAt = :now, error = NULL, done = 0, total = 0,
                endedAt = NULL
                """, db,
                by: actor)
        else { return false }
        // If the requester may no longer sign in, the person who retries becomes the requester.
        if let job = try Job.fetchOne(db, key: id), try !Account.mayAct(job.accountID, db) {
            try db.execute(sql: "UPDATE job SET accountID = ?, actor = ? WHERE id = ?", arguments: [actor.accountID, actor.name, id])
        }
        return true
    }

    private static func change(
        _ id: Int64, _ act: String, from states: String, where condition: String = "1", _ changes: String, _ db: Database, by actor: Actor
    ) throws -> Bool {
        try db.execute(
            sql: "UPDATE job SET \(changes) WHERE id = :id AND state IN (\(states)) AND \(condition)",
            arguments: ["id": id, "now": try db.transactionDate.wholeSecond])
        guard db.changesCount > 0, let job = try Job.fetchOne(db, key: id) else { return false }
        try AuditEntry.write(db, "job.\(act)", by: actor, on: ("job", id, job.kind), scope: job.scopeID)
        return true
    }

    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Date {
    /// Rows round to milliseconds: without the fraction, "from now on" is never slightly later.
    var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
