import Accounts
import Admin
import Foundation
import GRDB

/// A run in the background. It stops at the next comparison when somebody cancels it, writes only when everything is worked out, and
/// is safe to begin again after a crash.
enum RunJob {
    static let name = "citations"

    static let kind = JobKind(name: name, title: "citations.job.kind", run: run)

    @Sendable private static func run(_ work: JobWork) async throws -> [String: String] {
        guard let id = try work.payload([String: String].self)["run"].flatMap({ Int64($0) }) else { return [:] }
        let found = try await work.desk.database.read { db in
            try Run.fetch(db, id: id).map {
                (
                    run: $0, author: try Author.fetch(db, id: $0.author ?? 0), apart: try Decision.apart(of: id, db),
                    page: try Decision.ofPage(of: id, db)
                )
            }
        }
        guard let run = found?.run, let author = found?.author, run.stamp.deletedAt == nil else { return [:] }
        try await work.progress(0, of: 3)
        var analysis = Analysis(run.method(surnames: author.surnames), apart: found?.apart ?? [:])
        let step = { @Sendable in try Task.checkCancellation() }
        try analysis.readLists(run.texts(of: .list), step: step)
        try await work.progress(1, of: 3)
        try analysis.readPages(run.texts(of: .page), step: step)
        analysis.correctPages(found?.page ?? [:])
        try await work.progress(2, of: 3)
        try analysis.match(step: step)
        try await work.progress(3, of: 3)
        let done = analysis
        try await work.desk.database.write { db in
            // Whoever changed the documents meanwhile is told that the result is of before.
            try Outcome.store(done, of: run, at: db.transactionDate, db)
            try Snapshot.take(of: id, in: work.desk.site.zone, db)
        }
        return ["href": "\(Run.address)/\(id)/results", "label": "citations.results.link"]
    }

    /// Asks for it, in the transaction of the caller. One that is still at work is cancelled first.
    static func begin(_ run: Run, _ db: Database, by actor: Actor) throws {
        guard let id = run.id else { return }
        try stop(id, db, by: actor)
        try enqueue(run, id, db, by: actor)
    }

    /// Asks for it after whatever is at work for the run.
    static func enqueue(_ run: Run, _ id: Int64, _ db: Database, by actor: Actor) throws {
        let job = try Jobs.enqueue(
            db, name, payload: ["run": String(id)], title: Saying("citations.job.title", ["name": run.name]), by: actor)
        try Outcome.begin(id, job: job.id, db)
        try AuditEntry.write(db, "citations.runs.begin", by: actor, on: (Run.name, id, run.name))
    }

    /// Stops the job of a run, if one waits or runs.
    @discardableResult
    static func stop(_ run: Int64, _ db: Database, by actor: Actor) throws -> Bool {
        guard try isWorking(run, db), let id = try job(of: run, db)?.id else { return false }
        return try Jobs.cancel(id, db, by: actor)
    }

    static func isWorking(_ run: Int64, _ db: Database) throws -> Bool {
        try job(of: run, db).map { $0.state == .waiting || $0.state == .running } ?? false
    }

    static func job(of run: Int64, _ db: Database) throws -> Job? {
        try Job.fetchOne(db, sql: "SELECT job.* FROM job JOIN citationOutcome ON job.id = jobID WHERE runID = ?", arguments: [run])
    }
}
