import Foundation
import GRDB

/// Jobs that ran during a crash and may have caused it. They run again last and alone; after a second crash only by hand.
enum CrashedJobs {
    static let most = 2

    static let mayBegin = "(crashes = 0 OR NOT EXISTS (SELECT 1 FROM job other WHERE other.state = 'running' AND other.id <> job.id))"

    /// Kinds without new timetable jobs until a person retries the crashed one.
    static let heldKinds = "SELECT DISTINCT kind FROM job WHERE state = 'failed' AND recurs = 1 AND crashes >= \(most)"

    /// Suspends the jobs of a crashed process (`run` as in `JobQueue.worker`) and returns those that may have caused the crash.
    static func putAside(_ run: String, _ db: Database, now: Date) throws -> [Job] {
        let sql = "SELECT * FROM job WHERE state = 'running' AND worker = ?"
        let suspicious = try Job.fetchAll(db, sql: sql + " AND crashes > 0", arguments: [run])
        // Jobs that ran beside an earlier suspect are probably innocent.
        let suspects = suspicious.isEmpty ? try Job.fetchAll(db, sql: sql, arguments: [run]) : suspicious
        let again = ", attempts = max(attempts - 1, 0), worker = NULL, leaseUntil = NULL WHERE state = 'running' AND worker = :run"
        let own = " AND id IN (\(suspects.map { String($0.id ?? 0) }.joined(separator: ",")))"
        try db.execute(sql: "UPDATE job SET crashes = crashes + 1 WHERE state = 'running' AND worker = ?" + own, arguments: [run])
        try db.execute(
            sql: "UPDATE job SET state = 'failed', error = :error, endedAt = :now" + again + " AND crashes >= \(most)",
            arguments: ["error": LocalizedMessage("jobs.errors.crashed").json, "now": now, "run": run])
        try db.execute(
            sql: "UPDATE OR IGNORE job SET state = 'waiting', error = :error, runAt = :now" + again + " AND crashes > 0",
            arguments: ["error": LocalizedMessage("jobs.errors.interrupted").json, "now": now, "run": run])
        try db.execute(sql: "UPDATE OR IGNORE job SET state = 'waiting'" + again, arguments: ["run": run])
        return suspects
    }
}

extension Job {
    var isInterrupted: Bool { state == .waiting && error.map { LocalizedMessage(json: $0).key == "jobs.errors.interrupted" } ?? false }
}
