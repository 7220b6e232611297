import Foundation
import GRDB
import Web

/// A lease reserves a job for a time, so several processes can share one file and jobs of a dead process restart.
struct JobQueue: Sendable {
    let database: any DatabaseWriter
    var urgent: UrgentWrites?
    let worker = Supervision.current?.run ?? UUID().uuidString
    /// In seconds.
    static let lease = 60.0

    /// The kinds that may start another job. Jobs of dead processes do not count; a quiet site sends nothing.
    func open(_ kinds: [JobKind], now: Date) async throws -> [JobKind] {
        try await database.read { db in
            let isQuiet = try SiteIdentity.isQuiet(db)
            return try kinds.filter { kind in
                guard !isQuiet || !kind.reachesOut else { return false }
                guard let most = try kind.most(db) else { return true }
                let sql = "SELECT count(*) FROM job WHERE kind = ? AND state = 'running' AND leaseUntil > ?"
                return try Int.fetchOne(db, sql: sql, arguments: [kind.name, now]) ?? 0 < most
            }
        }
    }

    /// Takes the oldest due job with a free receiver; nil for none. `isUrgent` lets one that survived a crash begin beside others.
    func claim(_ kinds: [String], isUrgent: Bool = false, now: Date) async throws -> Job? {
        guard !kinds.isEmpty else { return nil }
        let due = """
            kind IN (\(kinds.indices.map { ":kind\($0)" }.joined(separator: ",")))
            AND (state = 'waiting' AND runAt <= :now OR state = 'running' AND leaseUntil <= :now) AND \(JobReceiver.isFree)
            AND \(isUrgent ? "1" : CrashedJobs.mayBegin)
            """
        var named: [String: (any DatabaseValueConvertible)?] = ["now": now]
        for (place, kind) in kinds.enumerated() { named["kind\(place)"] = kind }
        let arguments = StatementArguments(named)
        // Reads first, because polling must not take the writer each time.
        let isAny = try await database.read {
            try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM job WHERE \(due))", arguments: arguments) ?? false
        }
        guard isAny else { return nil }
        let take: @Sendable (Database) throws -> Job? = { [worker] db in
            try Self.giveUpLost(db, now: now)
            guard
                let id = try Int64.fetchOne(
                    db, sql: "SELECT id FROM job WHERE \(due) ORDER BY crashes > 0, runAt, id LIMIT 1", arguments: arguments)
            else { return nil }
            try db.execute(
                sql: """
                    UPDATE job SET state = 'running', worker = ?, leaseUntil = ?, attempts = attempts + 1, startedAt = ?, endedAt = NULL,
                        done = 0, total = 0 WHERE id = ?
                    """, arguments: [worker, now + Self.lease, now, id])
            return try Job.fetchOne(db, key: id)
        }
        guard isUrgent, let urgent else { return try await database.write(take) }
        return try await urgent.write(take)
    }

    /// A job that ended with its process every time may be the cause.
    private static func giveUpLost(_ db: Database, now: Date) throws {
        try db.execute(
            sql: """
                UPDATE job SET state = 'failed', worker = NULL, leaseUntil = NULL, endedAt = ?, error = ?
                WHERE state = 'running' AND leaseUntil <= ? AND attempts >= maxAttempts
                """, arguments: [now, LocalizedMessage("jobs.errors.lost").json, now])
    }

    func tend(_ ids: [Int64], now: Date) async throws -> Set<Int64> {
        let ours = try await database.read { [worker] db in
            try Row.fetchAll(db, sql: "SELECT id, leaseUntil FROM job WHERE worker = ? AND state = 'running'", arguments: [worker])
                .map { (id: $0[0] as Int64, until: $0[1] as Date) }
        }
        if ours.contains(where: { $0.until < now + Self.lease * 2 / 3 }) {
            try await database.write { [worker] db in
                try db.execute(
                    sql: "UPDATE job SET leaseUntil = ? WHERE worker = ? AND state = 'running'", arguments: [now + Self.lease, worker])
            }
        }
        return Set(ours.map(\.id)).intersection(ids)
    }

    func finish(_ job: Job, _ result: [String: String], now: Date) async throws {
        try await settle(
            job, "state = 'done', done = total, error = NULL, result = :result, endedAt = :now", ["result": Jobs.json(result)], now)
    }

    func fail(_ job: Job, _ failure: JobFailure, now: Date) async throws {
        let error = failure.saying.json
        guard failure.mayRetry, job.attempts < job.maxAttempts else {
            return try await settle(job, "state = 'failed', error = :error, endedAt = :now", ["error": error], now)
        }
        let delay = min(30 * pow(4, Double(job.attempts - 1)), 6 * 3_600)
        try await settle(
            job, "state = 'waiting', error = :error, runAt = :next, endedAt = :now", ["error": error, "next": now + delay], now)
    }

    func release(_ job: Job) async throws {
        try await settle(job, "state = 'waiting', attempts = attempts - 1", [:], nil)
    }

    func releaseAll() async throws {
        try await database.write { [worker] db in
            try db.execute(
                sql: """
                    UPDATE job SET state = 'waiting', attempts = attempts - 1, worker = NULL, leaseUntil = NULL
                    WHERE worker = ? AND state = 'running'
                    """, arguments: [worker])
        }
    }

    /// Changes a job that is still ours; a cancelled or reassigned job stays as it is.
    private func settle(_ job: Job, _ changes: String, _ values: [String: (any DatabaseValueConvertible & Sendable)?], _ now: Date?)
        async throws
    {
        try await database.write { [worker] db in
            var all = values
            all["id"] = job.id
            all["worker"] = worker
            if let now { all["now"] = now }
            try db.execute(
                sql:
                    "UPDATE job SET \(changes), worker = NULL, leaseUntil = NULL WHERE id = :id AND worker = :worker AND state = 'running'",
                arguments: StatementArguments(all.mapValues { $0 as (any DatabaseValueConvertible)? }))
        }
    }
}
