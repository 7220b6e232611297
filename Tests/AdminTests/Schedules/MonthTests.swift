import Foundation
import Testing
import Web

@testable import Admin

/// The months of the calendar of planned changes.
@Suite struct MonthTests {
    private let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt

    private func month(_ text: String) throws -> Month { try #require(Month(text, in: rome)) }

    @Test(arguments: ["2026-11", "2026-02", "2028-02", "1970-01", "2200-12"])
    func aMonthIsWrittenAsInItsAddress(_ text: String) throws {
        let found = try month(text)
        #expect(found.text == text)
    }

    @Test(arguments: ["", "2026", "2026-13", "2026-00", "1969-12", "2201-01", "2026-11-27", "november", "99999999999999999999-1"])
    func otherTextIsNoMonth(_ text: String) {
        #expect(Month(text, in: rome) == nil)
    }

    @Test(arguments: [("2026-02", 28), ("2028-02", 29), ("2026-11", 30), ("2026-12", 31), ("2026-03", 31), ("2026-10", 31)])
    func aMonthHasItsDays(_ text: String, _ days: Int) throws {
        let found = try month(text)
        #expect(found.days == days)
    }

    @Test(arguments: [("2026-11", 7), ("2026-06", 1), ("2026-05", 5), ("2026-02", 7), ("2027-02", 1)])
    func aMonthBeginsOnItsWeekday(_ text: String, _ weekday: Int) throws {
        let found = try month(text)
        #expect(found.firstWeekday == weekday)
    }

    @Test func monthsFollowOneAnotherOverTheYear() throws {
        let december = try month("2026-12")
        #expect(december.other(1).text == "2027-01")
        #expect(december.other(-12).text == "2025-12")
        #expect(december.other(0).text == "2026-12")
        #expect(december.end == december.other(1).start)
        #expect(MomentFieldType.iso(december.start) == "2026-11-30T23:00:00Z")
    }

    @Test func aMomentIsInTheMonthOfItsZone() throws {
        let date = try #require(MomentFieldType.moment("2026-10-31T23:30:00Z"))
        #expect(Month(containing: date, in: .gmt).text == "2026-10")
        #expect(Month(containing: date, in: rome).text == "2026-11")
    }

    @Test func monthsAndDaysHaveNames() throws {
        let november = try month("2026-11")
        #expect(november.name(.italian) == "novembre 2026")
        #expect(november.name(of: 27, .italian) == "27 novembre 2026")
    }
}
