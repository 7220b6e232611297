import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Cancellation takes effect at the next comparison. Results are written at the end, so a restart after a crash is safe.
enum RunJob {
    static let name = "citations"

    /// At most two, so that the lane has room for backups.
    static let kind = JobKind(
        name: name, title: "citations.job.kind", lane: .long, most: { try CitationSettings.current($0).mostAtOnce == 1 ? 1 : 2 }, run: run)

    @Sendable private static func run(_ work: JobWork) async throws -> [String: String] {
        guard let id = try work.payload([String: String].self)["run"].flatMap({ Int64(recordID: $0) }) else { return [:] }
        guard let question = try await work.admin.database.read({ try Question(id, $0) }) else { return [:] }
        let run = question.run
        let done = try await calculate(question, work)
        try await work.admin.database.write { db in
            // The stored version shows whether documents changed during the calculation.
            try Outcome.store(done, of: run, at: db.transactionDate, db)
            try Outcome.recordFigures(of: id, db)
            try Snapshot.take(of: id, in: work.admin.site.zone, db)
        }
        return ["href": "\(Run.address)/\(id)/results", "label": "citations.results.link"]
    }

    private struct Question: Sendable {
        let run: Run
        let method: Method
        let apart: [String: Set<String>]
        let page: [String: WorkDecision]
        let mostMinutes: Int

        init?(_ id: Int64, _ db: Database) throws {
            guard let run = try Run.fetch(db, id: id), run.stamp.deletedAt == nil, let author = try Author.fetch(db, id: run.author ?? 0)
            else { return nil }
            let settings = try CitationSettings.current(db)
            var method = run.method(surnames: author.surnames)
            (method.author, method.orcid) = (author.name, ORCID(author.orcid))
            (method.layouts, method.mostWorks) = (try Layout.active(db), settings.mostWorks)
            (self.run, self.method, mostMinutes) = (run, method, settings.mostMinutes)
            (apart, page) = (try WorkDecision.apart(of: id, db), try WorkDecision.ofPage(of: id, db))
        }
    }

    private static func calculate(_ question: Question, _ work: JobWork) async throws -> Analysis {
        let phases: [@Sendable (inout Analysis, () throws -> Void) throws -> Void] = [
            { try $0.readLists(question.run.texts(of: .list), step: $1) },
            { analysis, step in
                try analysis.readPages(question.run.texts(of: .page), step: step)
                analysis.correctPages(question.page)
            },
            { try $0.match(step: $1) },
        ]
        let end = ContinuousClock.now + .seconds(60 * question.mostMinutes)
        var analysis = Analysis(question.method, apart: question.apart)
        do {
            for (number, phase) in phases.enumerated() {
                try await work.progress(number, of: phases.count)
                analysis = try await DedicatedThread.run(until: end) { [analysis] step in
                    var analysis = analysis
                    try phase(&analysis, step)
                    return analysis
                }
            }
        } catch is DedicatedThread.TooLong {
            throw JobFailure("citations.job.tooLong", ["minutes": String(question.mostMinutes)], mayRetry: false)
        }
        try await work.progress(phases.count, of: phases.count)
        return analysis
    }

    /// Starts the job in the caller's transaction and cancels an active one.
    static func begin(_ run: Run, _ db: Database, by actor: Actor) throws {
        guard let id = run.id else { return }
        try stop(id, db, by: actor)
        try enqueue(run, id, db, by: actor)
    }

    static func enqueue(_ run: Run, _ id: Int64, _ db: Database, by actor: Actor) throws {
        let job = try Jobs.enqueue(
            db, name, payload: ["run": String(id)], title: LocalizedMessage("citations.job.title", ["name": run.name], about: Run.self, id),
            by: actor
        )
        try Outcome.begin(id, job: job.id, db)
        try AuditEntry.write(db, "citations.runs.begin", by: actor, on: (Run.name, id, run.name))
    }

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
