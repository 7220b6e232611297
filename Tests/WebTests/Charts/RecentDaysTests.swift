import Foundation
import Testing

@testable import Web

struct RecentDaysTests {
    private static let rome = TimeZone(identifier: "Europe/Rome")!

    private func date(_ text: String) throws -> Date { try #require(try? Date(text, strategy: .iso8601)) }

    @Test func aDayBeginsAtMidnightOfItsZone() throws {
        let days = RecentDays(3, until: try date("2026-03-10T23:30:00Z"), in: Self.rome)
        #expect(days.starts == [try date("2026-03-08T23:00:00Z"), try date("2026-03-09T23:00:00Z"), try date("2026-03-10T23:00:00Z")])
        #expect(days.names(.italian).last == "11 marzo 2026")
        #expect(days.shortNames(.italian).last == "11 mar")
    }

    @Test func countsWhatEachDayHas() throws {
        let days = RecentDays(2, until: try date("2026-03-10T12:00:00Z"), in: Self.rome)
        let moments = try ["2026-03-08T22:59:59Z", "2026-03-08T23:00:00Z", "2026-03-09T22:59:59Z", "2026-03-10T11:00:00Z"].map(date)
        #expect(days.counts(moments) == [2, 1])
        #expect(days.index(of: moments[0]) == nil)
    }

    @Test func theWeekBeginsOnMonday() throws {
        #expect(CivilTime(try date("2026-11-23T12:00:00Z"), in: .gmt).weekday == 1)
        #expect(CivilTime(try date("2026-11-29T12:00:00Z"), in: .gmt).weekday == 7)
        #expect(CivilTime(try date("1969-12-31T12:00:00Z"), in: .gmt).weekday == 3)
    }
}
