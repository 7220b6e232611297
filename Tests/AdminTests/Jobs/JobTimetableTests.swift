import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Logging
import Synchronization
import Testing

@testable import Admin

@Suite struct JobTimetableTests {
    let site: SampleSite
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    let rome = TimeZone(identifier: "Europe/Rome")!

    init() async throws { site = try await SampleSite() }

    private func runner(_ kinds: JobKind...) -> JobRunner {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return JobRunner(admin: site.portal.admin, own: kinds, logger: logger)
    }

    private func waiting() async throws -> [Date] {
        try await site.database.read { try Date.fetchAll($0, sql: "SELECT runAt FROM job WHERE state = 'waiting'") }
    }

    @Test func repeatsWhatHasATimetableAndKeepsOneWaiting() async throws {
        let runner = runner(JobKind(name: "sweep", every: .hours(24)) { _ in [:] })
        expect(try await runner.runDue(now: start) == 0)
        expect(try await runner.runDue(now: start + 60) == 0)
        expect(try await waiting() == [start + 86_400])
        expect(try await runner.runDue(now: start + 86_400) == 1)
        try await runner.runDue(now: start + 86_401)
        expect(try await waiting().count == 1)
        // The server was off for a week: it is done once, not seven times.
        expect(try await runner.runDue(now: start + 8 * 86_400) == 1)
    }

    @Test func keepsToTheTimeOfDayAlsoWhenTheClocksChange() throws {
        let daily = JobSchedule.daily(hour: 3, minute: 0)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = rome
        for day in [(2026, 10, 24), (2026, 10, 25), (2027, 3, 27), (2027, 3, 28)] {
            let noon = try #require(calendar.date(from: DateComponents(year: day.0, month: day.1, day: day.2, hour: 12)))
            let parts = calendar.dateComponents([.hour, .minute], from: daily.next(after: noon, in: rome))
            #expect(parts.hour == 3, "\(day)")
            #expect(parts.minute == 0, "\(day)")
        }
    }

    @Test func movesWithTheTimetableAndGoesWhenItIsSwitchedOff() async throws {
        try await runner(JobKind(name: "copy", every: .daily(hour: 3, minute: 0)) { _ in [:] }).runDue(now: start)
        try await runner(JobKind(name: "copy", every: .daily(hour: 5, minute: 30)) { _ in [:] }).runDue(now: start)
        expect(try await waiting() == [JobSchedule.daily(hour: 5, minute: 30).next(after: start, in: rome)])
        try await runner(JobKind(name: "copy", every: .daily(hour: 5, minute: 30), isOn: { _ in false }) { _ in [:] }).runDue(now: start)
        expect(try await waiting().isEmpty)
    }

    @Test func isNotDoubledWhenAPersonStartsAFailedOneAgain() async throws {
        let fails = Mutex(true)
        let runner = runner(
            JobKind(name: "copy", attempts: 1, every: .hours(1)) { _ in
                if fails.withLock({ $0 }) { throw JobFailure("jobs.states.failed") }
                return [:]
            })
        try await runner.runDue(now: start)
        try await runner.runDue(now: start + 3_601)
        let id = try #require(try await site.value("SELECT id FROM job WHERE state = 'failed'", as: Int64.self))
        try await runner.runDue(now: start + 3_602)
        fails.withLock { $0 = false }
        try await site.browse(as: "admin") { browsers in
            expect(try await browsers[0].post("/admin/jobs/\(id)/repetition").status == 303)
            expect(try await browsers[0].get("/admin/jobs").contains("Riparte"))
        }
        try await runner.runDue(now: .now + 10)
        expect(try await site.value("SELECT state FROM job WHERE id = \(id)", as: String.self) == "done")
    }
}
