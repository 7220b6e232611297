import Foundation
import GRDB

/// Jobs that a process had in hand when it crashed, one of which is perhaps what it crashed of: they run again last and begin alone, and
/// after a second crash not by themselves.
enum CrashedJobs {
    /// Crashes after which a job is not tried again by itself.
    static let most = 2

    /// SQL that is true for a job that may begin now.
    static let mayBegin = "(crashes = 0 OR NOT EXISTS (SELECT 1 FROM job other WHERE other.state = 'running' AND other.id <> job.id))"

    /// The kinds of which the timetable makes no other job until a person has retried the one that crashed.
    static let heldKinds = "SELECT DISTINCT kind FROM job WHERE state = 'failed' AND recurs = 1 AND crashes >= \(most)"

    /// Puts the jobs of a crashed process aside.
    /// - Parameter run: the process, as `JobQueue.worker` names it.
    /// - Returns: the jobs that it may have crashed of.
    static func putAside(_ run: String, _ db: Database, now: Date) throws -> [Job] {
        let sql = "SELECT * FROM job WHERE state = 'running' AND worker = ?"
        let suspicious = try Job.fetchAll(db, sql: sql + " AND crashes > 0", arguments: [run])
        // Others beside one that has crashed before are most likely innocent.
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
    /// Whether it waits because the program crashed while it was in hand.
    var isInterrupted: Bool { state == .waiting && error.map { LocalizedMessage(json: $0).key == "jobs.errors.interrupted" } ?? false }
}
