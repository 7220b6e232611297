import Foundation
import Testing
import Web

@testable import Admin

/// Moments and durations: what is read, and what the hours of a clock change become.
@Suite struct MomentFieldTypeTests {
    private let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt

    private func iso(_ typed: String) -> String? { MomentFieldType.date(typed, in: rome).map(MomentFieldType.iso) }

    @Test(arguments: [
        ("2026-05-03T17:05", "2026-05-03T15:05:00Z"), ("2026-01-03 17:05", "2026-01-03T16:05:00Z"),
        ("2026-05-03T17:05:59", "2026-05-03T15:05:00Z"), ("2026-12-31T23:59", "2026-12-31T22:59:00Z"),
        ("2028-02-29T00:00", "2028-02-28T23:00:00Z"),
    ])
    func aLocalTimeIsThatOfTheZone(_ typed: String, _ moment: String) {
        #expect(iso(typed) == moment)
    }

    @Test(arguments: [
        "2026-02-29T10:00", "2026-13-01T10:00", "2026-00-01T10:00", "2026-04-31T10:00", "2026-05-03T24:00", "2026-05-03T10:60",
        "2026-05-03", "3.5.2026 10:00", "tomorrow", "",
    ])
    func aTimeThatNoCalendarHasIsNone(_ typed: String) {
        #expect(iso(typed) == nil)
    }

    @Test func anHourThatTheClockSkipsIsOneLater() {
        #expect(iso("2026-03-29T02:30") == "2026-03-29T01:30:00Z")
    }

    @Test func theFormTakesAZoneFromPrograms() throws {
        let kind = MomentFieldType()
        #expect(try kind.reading("2026-05-03T17:05", zone: rome).value.map(MomentFieldType.iso) == "2026-05-03T15:05:00Z")
        #expect(try kind.reading("2026-05-03T17:05:00+05:00", zone: rome).value.map(MomentFieldType.iso) == "2026-05-03T12:05:00Z")
        for typed in ["3/5/2026 17:05", "03.05.2026, 17.05", "2026/5/3 17:05", " 3-5-2026 17:05 "] {
            #expect(try kind.reading(typed, zone: rome).value.map(MomentFieldType.iso) == "2026-05-03T15:05:00Z", "\(typed)")
        }
        #expect(try kind.reading("31/2/2026 17:05").value == nil)
        #expect(try kind.reading("3/5/26 17:05").value == nil)
        #expect(try kind.reading("3/5/2026").value == nil)
        #expect(try kind.reading("soon").refusals == ["Write day and time, such as 03/05/2026 17:05."])
        #expect(try kind.reading("").refusals == ["Write something: this field is needed."])
    }

    @Test func aStoredMomentComesBackFromItsText() {
        let kind = MomentFieldType()
        let date = Date(timeIntervalSince1970: 1_777_802_400)
        #expect(kind.pack(date) == .text("2026-05-03T10:00:00Z"))
        #expect(kind.unpack(kind.pack(date)) == date)
        #expect(kind.unpack(.number(1_777_802_400)) == nil)
        #expect(kind.load(kind.store(date)) == date)
    }

    @Test(arguments: [("9", "30", 570), ("", "45", 45), ("90", "", 5_400), ("", "", 0), ("0", "90", 90)])
    func aDurationIsMinutesAndSeconds(_ minutes: String, _ seconds: String, _ total: Int) throws {
        let kind = DurationFieldType(limit: 6_000)
        let read = try kind.reading(["value.minutes": [minutes], "value.seconds": [seconds]])
        #expect(read.value == total)
        #expect(read.refusals.isEmpty)
    }

    @Test(arguments: [("101", ""), ("-1", ""), ("1", "x"), ("1,5", ""), ("99999999", "")])
    func aDurationBeyondItsLimitIsRefused(_ minutes: String, _ seconds: String) throws {
        let read = try DurationFieldType(limit: 6_000).reading(["value.minutes": [minutes], "value.seconds": [seconds]])
        #expect(read.value == nil)
        #expect(read.refusals == ["Write minutes and seconds in digits, at most 100 minutes."])
    }

    @Test func aDurationIsShownAsOnAClock() throws {
        let kind = DurationFieldType(limit: 6_000)
        #expect(DurationFieldType.clock(65) == "1:05")
        #expect(DurationFieldType.clock(600) == "10:00")
        #expect(kind.filled(.number(65)) == ["value.minutes": ["1"], "value.seconds": ["5"]])
        #expect(kind.filled(.null).isEmpty)
        #expect(kind.unpack(.number(65)) == 65)
    }
}
