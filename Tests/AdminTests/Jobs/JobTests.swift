import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import Admin

@Suite struct JobTests {
    let site: SampleSite
    /// Later than any row of the test is made, on however busy a machine.
    let now = Date.now + 3_600

    init() async throws { site = try await SampleSite() }

    private func runner(_ kinds: JobKind...) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        // Found by being woken or not at all.
        return JobRunner(admin: site.portal.admin, own: kinds, logger: logger, pause: .seconds(3_600))
    }

    private func enqueue(_ kind: String, payload: [String: String] = [:], attempts: Int = 3) async throws -> Int64 {
        try await site.database.write { db in
            let actor = Actor(accountID: 1, name: "Amministratrice", address: "", requestID: "")
            return try #require(try Jobs.enqueue(db, kind, payload: payload, attempts: attempts, by: actor).id)
        }
    }

    private func job(_ id: Int64) async throws -> Job {
        try await site.database.read { try #require(try Job.fetchOne($0, key: id)) }
    }

    @Test func isDoneOnceWithItsPayloadAndKeepsItsResult() async throws {
        let seen = Mutex<[String]>([])
        let runner = runner(
            JobKind(name: "greet") { work in
                let payload = try work.payload([String: String].self)
                seen.withLock { $0.append(payload["name"] ?? "") }
                try await work.progress(1, of: 1)
                return ["text": "ciao"]
            })
        let id = try await enqueue("greet", payload: ["name": "Viola"])
        expect(try await runner.runDue(now: now) == 1)
        expect(try await runner.runDue(now: now) == 0)
        let job = try await job(id)
        #expect(seen.withLock { $0 } == ["Viola"])
        #expect(job.state == .done)
        #expect(job.results == ["text": "ciao"])
        #expect(job.done == 1)
        #expect(job.total == 1)
        #expect(job.worker == nil)
    }

    @Test func nothingIsDoneForSomebodyWhoMayNotComeInAnyMore() async throws {
        let runner = runner(JobKind(name: "greet") { work in ["text": work.actor.name] })
        let id = try await site.database.write { db in
            let actor = Actor(accountID: 2, name: "Bibliotecaria", address: "", requestID: "")
            return try #require(try Jobs.enqueue(db, "greet", by: actor).id)
        }
        try await site.database.write { try $0.execute(sql: "UPDATE account SET isActive = 0 WHERE id = 2") }
        expect(try await runner.runDue(now: now) == 1)
        var job = try await job(id)
        #expect(job.state == .failed)
        #expect(job.results.isEmpty)
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].get("/admin/jobs").contains("Chi lo aveva chiesto (Bibliotecaria) non può più entrare."))
            // Whoever repeats it asks for it himself.
            try await browsers[0].post("/admin/jobs/\(id)/repetition")
        }
        expect(try await runner.runDue(now: now) == 1)
        job = try await self.job(id)
        #expect(job.state == .done)
        #expect(job.results == ["text": "Amministratrice"])
        #expect(job.accountID == 1)
    }

    @Test func isNotThereWhenTheTransactionOfTheCallerFails() async throws {
        struct Stop: Error {}
        try? await site.database.write { db in
            try Jobs.enqueue(db, "greet", by: .system("test"))
            throw Stop()
        }
        expect(try await site.value("SELECT count(*) FROM job", as: Int.self) == 0)
    }

    @Test func isTriedAgainLaterEachTimeAndThenGivenUp() async throws {
        let runner = runner(JobKind(name: "fail") { _ in throw JobFailure("jobs.states.failed") })
        let id = try await enqueue("fail")
        var delays: [Double] = []
        var time = now
        for _ in 0..<2 {
            expect(try await runner.runDue(now: time) == 1)
            let next = try await job(id).runAt
            delays.append(next.timeIntervalSince(time).rounded())
            expect(try await runner.runDue(now: next - 1) == 0)
            time = next + 1
        }
        #expect(delays == [30, 120])
        try await runner.runDue(now: time)
        let job = try await job(id)
        #expect(job.state == .failed)
        #expect(job.attempts == 3)
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get("/admin")
            #expect(page.contains("lavoro non riuscito"))
            #expect(page.contains("/admin/jobs?state=failed"))
        }
    }

    @Test func neverRunsTwiceAtOnceAndIsTakenUpAgainWhenItsProcessDied() async throws {
        let id = try await enqueue("slow")
        let dead = JobQueue(database: site.database)
        let other = JobQueue(database: site.database)
        expect(try await dead.claim(["slow"], now: now)?.id == id)
        expect(try await other.claim(["slow"], now: now + JobQueue.lease - 1) == nil)
        let again = try await other.claim(["slow"], now: now + JobQueue.lease + 1)
        #expect(again?.id == id)
        #expect(again?.attempts == 2)
        // The first one comes back to life: it must not end what is not its own any more.
        try await dead.finish(try #require(again), ["text": "wrong"], now: now)
        expect(try await job(id).state == .running)
        expect(try await dead.tend([id], now: now).isEmpty)
        try await other.finish(try #require(again), ["text": "right"], now: now)
        expect(try await job(id).results == ["text": "right"])
    }

    @Test func keepsItsLeaseAsLongAsItsProcessLives() async throws {
        let id = try await enqueue("slow")
        let queue = JobQueue(database: site.database)
        _ = try await queue.claim(["slow"], now: now)
        expect(try await queue.tend([id], now: now + 30) == [id])
        expect(try await JobQueue(database: site.database).claim(["slow"], now: now + 80) == nil)
    }

    @Test func isGivenUpWhenItsProcessDiedEachTime() async throws {
        let id = try await enqueue("poison", attempts: 2)
        for round in 0..<2 {
            expect(try await JobQueue(database: site.database).claim(["poison"], now: now + Double(round) * 100) != nil)
        }
        expect(try await JobQueue(database: site.database).claim(["poison"], now: now + 200) == nil)
        expect(try await job(id).state == .failed)
    }

    @Test func stopsWhenSomebodyCancelsIt() async throws {
        let site = site
        let stops = Mutex(0)
        let runner = runner(
            JobKind(name: "long") { work in
                for step in 0..<10 {
                    if step == 3 {
                        try await site.browse(as: "admin") { browsers in
                            let answer = try await browsers[0].post("/admin/jobs/\(work.job.id ?? 0)/cancellation")
                            #expect(answer.status == 303)
                        }
                    }
                    // The last step is always written.
                    try await work.progress(step == 3 ? 10 : step, of: 10)
                    stops.withLock { $0 += 1 }
                }
                return [:]
            })
        let id = try await enqueue("long")
        try await runner.runDue(now: now)
        #expect(stops.withLock { $0 } == 3)
        expect(try await job(id).state == .cancelled)
        expect(try await site.value("SELECT count(*) FROM audit WHERE action = 'job.cancel'", as: Int.self) == 1)
    }

    @Test(.timeLimit(.minutes(5))) func isHandedBackWhenTheProgramEnds() async throws {
        let started = AsyncStream.makeStream(of: Void.self)
        let runner = runner(
            JobKind(name: "long") { work in
                started.continuation.yield()
                try await Task.sleep(for: .seconds(600))
                return [:]
            })
        let id = try await enqueue("long")
        let service = Task { try await runner.run() }
        for await _ in started.stream { break }
        // Without the cancellation this would wait for the job's ten minutes.
        service.cancel()
        _ = await service.result
        let job = try await job(id)
        #expect(job.state == .waiting)
        #expect(job.attempts == 0)
        #expect(job.worker == nil)
    }

    @Test(.timeLimit(.minutes(5))) func isBegunAtOnceWhileTheServerRuns() async throws {
        let done = AsyncStream.makeStream(of: String.self)
        let runner = runner(
            JobKind(name: "greet") { work in
                done.continuation.yield(try work.payload([String: String].self)["name"] ?? "")
                return [:]
            })
        let service = Task { try await runner.run() }
        defer { service.cancel() }
        var names = done.stream.makeAsyncIterator()
        for name in ["Anna", "Bruno", "Carla"] {
            _ = try await enqueue("greet", payload: ["name": name])
            expect(await names.next() == name)
        }
    }
}
