import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// When work comes again, and for how long a receiver that fails is left alone.
@Suite struct JobScheduleTests {
    private let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt

    private func next(_ hour: Int, _ minute: Int, after moment: String) throws -> String {
        let after = try #require(MomentFieldType.moment(moment))
        return MomentFieldType.iso(JobSchedule.daily(hour: hour, minute: minute).next(after: after, in: rome))
    }

    @Test func workComesAgainAfterItsHours() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(JobSchedule.hours(1.5).next(after: now, in: rome) == now + 5_400)
    }

    @Test func aDailyTimeIsThatOfTheSite() throws {
        #expect(try next(3, 15, after: "2026-05-03T00:00:00Z") == "2026-05-03T01:15:00Z")
        #expect(try next(3, 15, after: "2026-05-03T01:14:59Z") == "2026-05-03T01:15:00Z")
        #expect(try next(3, 15, after: "2026-05-03T01:15:00Z") == "2026-05-04T01:15:00Z")
        #expect(try next(3, 15, after: "2026-12-03T12:00:00Z") == "2026-12-04T02:15:00Z")
        // The clock changes between the two.
        #expect(try next(3, 15, after: "2026-10-24T12:00:00Z") == "2026-10-25T02:15:00Z")
    }

    private static func rest(_ db: Database) throws -> Double? {
        try Double.fetchOne(db, sql: "SELECT round((julianday(restsUntil) - julianday('2027-01-15 08:00:00')) * 86400) FROM jobReceiver")
    }

    @Test func aReceiverThatFailsRestsLongerEachTime() async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        try await SampleSite().database.write { db in
            var rests: [Double?] = []
            for _ in 1...10 {
                try JobReceiver.failed("https://example.org/", at: now, db)
                rests.append(try Self.rest(db))
            }
            #expect(rests == [nil, nil, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
            try JobReceiver.answered("https://example.org/", db)
            try JobReceiver.failed("https://example.org/", pause: 7_200, at: now, db)
            #expect(try Self.rest(db) == 7_200)
        }
    }

    @Test func workThatIsOverItsTimeEnds() async throws {
        let value = try await DedicatedThread.run { step in
            try step()
            return 7
        }
        #expect(value == 7)
        await #expect(throws: DedicatedThread.TooLong.self) {
            try await DedicatedThread.run(until: ContinuousClock.now - .seconds(1)) { _ in 7 }
        }
    }
}
