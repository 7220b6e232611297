import Foundation
import Testing

@testable import Web

struct FormatsTests {
    private let it = Language.italian
    private let en = Language.english
    private let rome = TimeZone(identifier: "Europe/Rome")!

    private func at(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func writesNumbers() {
        #expect(it.number(0) == "0")
        #expect(it.number(999) == "999")
        #expect(it.number(1_000) == "1.000")
        #expect(it.number(-1_234_567) == "-1.234.567")
        #expect(en.number(1_234_567) == "1,234,567")
        #expect(it.number(.min) == "-9.223.372.036.854.775.808")
        #expect(it.decimal(42.5) == "42,5")
        #expect(it.decimal(-3) == "-3")
        #expect(en.decimal(0.1) == "0.1")
    }

    @Test func writesMoney() {
        #expect(it.money(cents: 123_450) == "1.234,50 €")
        #expect(en.money(cents: 123_450) == "€1,234.50")
        #expect(it.money(cents: -5) == "-0,05 €")
        #expect(en.money(cents: -160) == "-€1.60")
        #expect(it.amount(cents: 160) == "1,60")
        #expect(en.amount(cents: -123_456) == "-1234.56")
    }

    @Test func shortMonthsAreToldApart() {
        for language in Language.allCases {
            let names = (1...12).map(language.shortMonth)
            #expect(Set(names).count == 12, "\(language.rawValue): \(names)")
        }
        #expect(it.shortMonth(11) == "nov")
        #expect(en.shortMonth(5) == "May")
    }

    @Test func writesDatesOnBothSidesOfSummerTime() throws {
        // Clocks go from 2:00 to 3:00 at 1:00 UTC, and back from 3:00 to 2:00.
        #expect(try it.moment(at("2026-03-29T00:59:00Z"), in: rome) == "29 marzo 2026, 01:59")
        #expect(try it.moment(at("2026-03-29T01:00:00Z"), in: rome) == "29 marzo 2026, 03:00")
        #expect(try en.moment(at("2026-10-25T00:30:00Z"), in: rome) == "25 October 2026, 02:30")
        #expect(try en.moment(at("2026-10-25T01:30:00Z"), in: rome) == "25 October 2026, 02:30")
        #expect(try it.date(at("2026-12-31T23:30:00Z"), in: rome) == "1 gennaio 2027")
        #expect(try CivilTime(at("2026-05-03T15:05:00Z"), in: rome).inputValue == "2026-05-03T17:05")
    }

    @Test func countsDaysAsTheCalendarDoes() throws {
        let now = try at("2026-03-29T10:00:00Z")
        #expect(try it.relativeMoment(at("2026-03-28T23:05:00Z"), now: now, in: rome) == "oggi alle 00:05")
        #expect(try it.relativeMoment(at("2026-03-28T22:55:00Z"), now: now, in: rome) == "ieri alle 23:55")
        #expect(try en.relativeMoment(at("2026-03-20T10:00:00Z"), now: now, in: rome) == "20 March 2026, 11:00")
    }

    @Test func agreesWithFoundationsCalendarOverFourCenturies() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -100_000, to: 60_000, by: 97) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661)
            let parts = calendar.dateComponents([.year, .month, .day, .hour], from: date)
            let civil = CivilTime(date, in: .gmt)
            #expect(civil.year == parts.year)
            #expect(civil.month == parts.month)
            #expect(civil.day == parts.day)
            #expect(civil.hour == parts.hour)
        }
    }
}
