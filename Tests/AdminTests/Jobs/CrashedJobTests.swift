import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Logging
import Testing

@testable import Admin

/// What was in hand when the server crashed.
@Suite struct CrashedJobTests {
    let site: SampleSite
    let now = Date.now + 3_600

    init() async throws { site = try await SampleSite() }

    private func runner(_ names: String..., timetable: JobSchedule? = nil) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let kinds = names.map { JobKind(name: $0, every: timetable) { _ in [:] } }
        return JobRunner(admin: site.portal.admin, own: kinds, logger: logger, pause: .seconds(3_600))
    }

    /// A job that a process has in hand, in a moment long gone.
    private func begin(_ kind: String, run: String, recurs: Bool = false) async throws -> Int64 {
        try await site.database.write { db in
            let job = try Jobs.insert(
                db, kind: kind, payload: "{}", title: LocalizedMessage("jobs.kinds.cleaning"), accountID: nil, actor: "", scopeID: nil,
                runAt: .now, attempts: 3, recurs: recurs, now: .now)
            let id = try #require(job.id)
            try Self.hold(id, run, db)
            return id
        }
    }

    private static func hold(_ id: Int64, _ run: String, _ db: Database) throws {
        let sql = "UPDATE job SET state = 'running', worker = ?, leaseUntil = ?, attempts = attempts + 1 WHERE id = ?"
        try db.execute(sql: sql, arguments: [run, Date.now + 60, id])
    }

    private func crash(_ run: String) async throws {
        try await site.database.write { db in
            _ = try CrashNotes.take("1790000000 11 \(run) 1\n", db)
        }
    }

    private func state(_ id: Int64) async throws -> Job.State {
        try await site.database.read { try #require(try Job.fetchOne($0, key: id)) }.state
    }

    @Test func runsAgainLastAndBeginsAlone() async throws {
        let first = try await begin("first", run: "a")
        try await crash("a")
        let second = try await site.database.write { db in
            try #require(try Jobs.enqueue(db, "second", at: .now + 60, by: .system("test")).id)
        }
        let queue = JobQueue(database: site.database)
        let kinds = ["first", "second"]
        let claimed = try await queue.claim(kinds, now: now)
        #expect(claimed?.id == second)
        let beside = try await queue.claim(kinds, now: now)
        #expect(beside == nil, "another is at work")
        try await queue.finish(try #require(claimed), [:], now: now)
        let alone = try await queue.claim(kinds, now: now)
        #expect(alone?.id == first)
    }

    @Test func isNotTriedAgainByItselfAfterTwoCrashes() async throws {
        let id = try await begin("first", run: "a")
        try await crash("a")
        let waiting = try await site.database.read { try #require(try Job.fetchOne($0, key: id)) }
        #expect(waiting.isInterrupted)
        try await site.database.write { try Self.hold(id, "b", $0) }
        let innocent = try await begin("second", run: "b")
        try await crash("b")
        let states = [try await state(id), try await state(innocent)]
        #expect(states == [.failed, .waiting], "the one beside it did nothing")
        let runner = runner("first", "second")
        try await runner.runDue(now: now)
        let after = [try await state(id), try await state(innocent)]
        #expect(after == [.failed, .done])
        // Somebody may try it again; one more crash is enough then.
        try await site.database.write { db in
            let isBegun = try Jobs.retry(id, db, by: .system("test"))
            #expect(isBegun)
            try Self.hold(id, "c", db)
        }
        try await crash("c")
        let last = try await state(id)
        #expect(last == .failed)
    }

    @Test func theTimetableMakesNoOtherUntilSomebodyLooked() async throws {
        let id = try await begin("first", run: "a", recurs: true)
        try await crash("a")
        try await site.database.write { try Self.hold(id, "b", $0) }
        try await crash("b")
        let runner = runner("first", timetable: .hours(1))
        try await runner.runDue(now: now)
        let sql = "SELECT count(*) FROM job WHERE kind = 'first'"
        let held = try await site.value(sql, as: Int.self)
        #expect(held == 1)
        try await site.database.write { db in _ = try Jobs.cancel(id, db, by: .system("test")) }
        try await runner.runDue(now: now)
        let again = try await site.value(sql, as: Int.self)
        #expect(again == 2)
    }

    @Test func administratorsReadWhenAndWhatWasInHand() async throws {
        _ = try await begin("first", run: "a")
        let note = "\(Int(Date.now.timeIntervalSince1970)) 4 a 1\n"
        try await site.database.write { db in
            let new = try CrashNotes.take("no line of ours\n" + note, db)
            let known = try CrashNotes.take(note, db)
            #expect(new == 1)
            #expect(known == 0)
        }
        let audited = try await site.value("SELECT detail FROM audit WHERE action = 'server.crashed'", as: String.self)
        #expect(audited?.contains("first ") ?? false)
        try await site.browse(as: "admin", "librarian") { browsers in
            let title = try SamplePortal.texts.words(in: .italian)("jobs.kinds.cleaning")
            let admin = try await browsers[0].get("/admin")
            #expect(admin.contains("interruzione del programma"))
            #expect(admin.contains(title))
            let page = try await browsers[0].get("/admin/jobs/incidents")
            #expect(page.contains("mentre rispondeva"))
            #expect(page.contains(title))
            let jobs = try await browsers[0].get("/admin/jobs")
            #expect(jobs.contains("interrotto dal programma che si è fermato"))
            let refused = try await browsers[1].get("/admin/jobs/incidents")
            #expect(refused.status == 403)
        }
    }

    @Test func administratorsReadWhichRequestsWereCut() async throws {
        try await site.browse(as: "admin", "") { browsers in
            let long = try await browsers[1].post("/sign-in", [("name", String(repeating: "x", count: 70_000))])
            #expect(long.status == 413)
            let page = try await browsers[0].get("/admin/jobs/incidents")
            #expect(page.contains("POST /sign-in"))
            #expect(page.contains("era troppo grande"))
        }
    }
}
