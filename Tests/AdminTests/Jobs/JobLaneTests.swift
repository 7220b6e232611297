import Accounts
import Foundation
import GRDB
import Logging
import Portal
import Synchronization
import TestSupport
import Testing

@testable import Admin

@Suite struct JobLaneTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    private func runner(_ kinds: [JobKind]) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        // Found by being woken or not at all.
        return JobRunner(admin: site.portal.admin, own: kinds, logger: logger, pause: .seconds(3_600))
    }

    /// With every place of the other lanes taken by what does not end, and more of it waiting, an alert is begun all the same.
    @Test(.timeLimit(.minutes(5))) func anAlertWaitsForNothing() async throws {
        let others = JobLane.allCases.filter { $0 != .urgent }
        let (begun, done) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: String.self))
        let mute = others.map { lane in
            JobKind(name: "\(lane)", lane: lane) { _ in
                begun.continuation.yield()
                try await Task.sleep(for: .seconds(600))
                return [:]
            }
        }
        let alert = JobKind(name: "alert", lane: .urgent) { work in
            done.continuation.yield(try work.payload([String: String].self)["name"] ?? "")
            return [:]
        }
        let service = Task { try await runner(mute + [alert]).run() }
        defer { service.cancel() }
        try await site.database.write { db in
            for kind in mute { for _ in 0..<20 { try Jobs.enqueue(db, kind.name, by: .system("test")) } }
        }
        let places = others.reduce(0) { $0 + $1.places }
        var (taken, told) = (begun.stream.makeAsyncIterator(), done.stream.makeAsyncIterator())
        for _ in 0..<places { _ = await taken.next() }
        for name in ["one", "two"] {
            _ = try await site.database.write { db in try Jobs.enqueue(db, "alert", payload: ["name": name], by: .system("test")) }
            expect(await told.next() == name)
        }
        // Nothing else has ended or begun.
        expect(try await site.value("SELECT count(*) FROM job WHERE state = 'running' AND kind <> 'alert'", as: Int.self) == places)
        expect(
            try await site.value("SELECT count(*) FROM job WHERE state = 'waiting' AND kind <> 'alert'", as: Int.self)
                == 20 * others.count - places)
    }

    @Test func anAlertIsFirstAlsoWhereJobsAreDoneOneAfterTheOther() async throws {
        let seen = Mutex<[String]>([])
        let kinds = JobLane.allCases.map { lane in
            JobKind(name: "\(lane)", lane: lane) { work in
                seen.withLock { $0.append(work.job.kind) }
                return [:]
            }
        }
        try await site.database.write { db in
            for lane in JobLane.allCases.reversed() { try Jobs.enqueue(db, "\(lane)", by: .system("test")) }
        }
        try await runner(kinds).runDue(now: .now + 5)
        #expect(seen.withLock { $0 } == JobLane.allCases.map { "\($0)" })
    }

    @Test func everyKindOfTheProductThatReachesOutOrTakesAwayIsKnownAsSuch() async throws {
        let site = try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
        let all = site.portal.jobs.kinds + Portal.modules.flatMap { $0.jobs }
        let names = { (isIt: (JobKind) -> Bool) in Set(all.filter(isIt).map(\.name)) }
        #expect(names { $0.lane == .urgent } == ["urgentMail", "campus-alerts", "campus-alert-telling"])
        #expect(
            names { $0.reachesOut } == [
                "urgentMail", "storyMail", "webhook", "webhooks-left", "push", "citation-source", "campus-alerts", "campus-alert-telling",
                "campus-telling", "campus-feeds", "campus-links",
            ])
        #expect(names { $0.isDestructive } == ["emptying", "bulk", "trash"])
    }
}
