import Formats
import Foundation
import Testing

@testable import Campus

@Suite struct CalendarReaderTests {
    private let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// The year 2026.
    private let year = DateInterval(
        start: Date(timeIntervalSince1970: 1_767_225_600), end: Date(timeIntervalSince1970: 1_798_761_600))

    private func items(_ events: String...) throws -> [CalendarReader.Item] {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
        return try CalendarReader(Array(text.replacing("\n", with: "\r\n").utf8), zone: rome, in: year).items
    }

    /// `0302T090000Z` of each, in order.
    private func starts(_ events: String...) throws -> [String] {
        let text = "BEGIN:VCALENDAR\n" + events.map { "BEGIN:VEVENT\nSUMMARY:x\nUID:1\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
        return try CalendarReader(Array(text.utf8), zone: rome, in: year).items.map { String(WrittenTime.calendar($0.start).dropFirst(4)) }
            .sorted()
    }

    @Test func textsAreUnfoldedAndUnescapedAndAlarmsKeepTheirsToThemselves() throws {
        let found = try items(
            """
            UID:a@example.org
            DTSTART;TZID="Europe/Rome":20260302T100000
            DTEND;TZID=Europe/Rome:20260302T113000
            SUMMARY:Lezione\\, con
              due parti\\; e una \\\\
            DESCRIPTION:Prima riga\\nseconda
            LOCATION;LANGUAGE=it:Aula "A:B"
            URL:https://example.org/a
            BEGIN:VALARM
            DESCRIPTION:Sveglia
            END:VALARM
            STATUS:CANCELLED
            """)
        let item = try #require(found.first)
        #expect(item.title == "Lezione, con due parti; e una \\")
        #expect(item.text == "Prima riga\nseconda")
        #expect(item.place == "Aula \"A:B\"")
        #expect(item.address == "https://example.org/a")
        #expect(item.isCancelled)
        #expect(item.identity == "a@example.org")
        #expect(WrittenTime.calendar(item.start) == "20260302T090000Z")
        #expect(item.end.timeIntervalSince(item.start) == 5_400)
    }

    @Test func wholeDaysDurationsAndTimesWithoutAZoneAreUnderstood() throws {
        let day = try items("UID:d\nSUMMARY:Festa\nDTSTART;VALUE=DATE:20260602\nDTEND;VALUE=DATE:20260603")
        #expect(day.first.map { WrittenTime.calendar($0.start) + WrittenTime.calendar($0.end) } == "20260601T220000Z20260602T215900Z")
        let length = try items("UID:l\nSUMMARY:Corso\nDTSTART:20260702T100000\nDURATION:P1DT1H30M")
        #expect(length.first.map { WrittenTime.calendar($0.start) } == "20260702T080000Z")
        #expect(length.first.map { $0.end.timeIntervalSince($0.start) } == 91_800)
        let link = try items("UID:x\nSUMMARY:Male\nDTSTART:20260702T100000Z\nURL:javascript:alert(1)")
        #expect(link.first?.address == "")
    }

    @Test func whatIsRepeatedKeepsItsHourOnTheWallAndItsExceptions() throws {
        let weekly = "DTSTART;TZID=Europe/Rome:20260316T100000\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6"
        #expect(
            try starts(weekly) == [
                "0316T090000Z", "0318T090000Z", "0323T090000Z", "0325T090000Z", "0330T080000Z", "0401T080000Z",
            ])
        let moved = "DTSTART;TZID=Europe/Rome:20260319T150000\nRECURRENCE-ID;TZID=Europe/Rome:20260318T100000"
        let without = weekly + "\nEXDATE;TZID=Europe/Rome:20260316T100000,20260323T100000"
        #expect(try starts(without, moved) == ["0319T140000Z", "0325T090000Z", "0330T080000Z", "0401T080000Z"])
    }

    @Test func aWholeDayOfEveryWeekStaysWholeWhenClocksChange() throws {
        let sundays = try items("UID:s\nSUMMARY:Festa\nDTSTART;VALUE=DATE:20260322\nRRULE:FREQ=WEEKLY;COUNT=2")
        #expect(sundays.map { WrittenTime.calendar($0.end) } == ["20260322T225900Z", "20260329T215900Z"])
    }

    @Test(arguments: [
        ("GMT Standard Time", "+0000", "+0100", "", ["0115T090000Z", "0715T080000Z"]),
        ("Eastern Standard Time", "-0500", "-0400", "", ["0115T140000Z", "0715T130000Z"]),
        ("India Standard Time", "+0530", "+0530", "", ["0115T033000Z", "0715T033000Z"]),
        ("/x/2026/Lisbona", "+0000", "+0100", "X-LIC-LOCATION:Europe/Lisbon\n", ["0115T090000Z", "0715T080000Z"]),
    ])
    func aZoneOfAnotherNameIsThatWhichTheCalendarDescribes(
        _ name: String, _ winter: String, _ summer: String, _ more: String, _ expected: [String]
    ) throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:\(name)
            \(more)BEGIN:STANDARD
            DTSTART:16010101T020000
            TZOFFSETFROM:\(summer)
            TZOFFSETTO:\(winter)
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010301T010000
            TZOFFSETFROM:\(winter)
            TZOFFSETTO:\(summer)
            END:DAYLIGHT
            END:VTIMEZONE
            """
        let events = ["20260115", "20260715"].map { "BEGIN:VEVENT\nSUMMARY:x\nUID:\($0)\nDTSTART;TZID=\(name):\($0)T090000\nEND:VEVENT" }
        let text = (["BEGIN:VCALENDAR", zone] + events + ["END:VCALENDAR", ""]).joined(separator: "\n")
        let read = try CalendarReader(Array(text.utf8), zone: rome, in: year).items
        #expect(read.map { String(WrittenTime.calendar($0.start).dropFirst(4)) } == expected)
    }

    private static let rules: [(String, [String])] = [
        ("DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20260109T090000Z", ["0105", "0107", "0109"]),
        ("DTSTART:20260105T090000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3", ["0105", "0119", "0202"]),
        ("DTSTART:20260131T090000Z\nRRULE:FREQ=MONTHLY;COUNT=3", ["0131", "0331", "0531"]),
        ("DTSTART:20260113T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=2TU;COUNT=3", ["0113", "0210", "0310"]),
        ("DTSTART:20260130T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3", ["0130", "0227", "0327"]),
        ("DTSTART:20260131T090000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", ["0131", "0228", "0331"]),
        ("DTSTART:20250601T090000Z\nRRULE:FREQ=YEARLY", ["0601"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=YEARLY;BYMONTH=3,5;BYMONTHDAY=2", ["0302", "0502"]),
        // The last working day of the month; the first Monday or Tuesday; from the middle of the first period on.
        ("DTSTART:20260130T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3", ["0130", "0227", "0331"]),
        ("DTSTART:20260105T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,-1;COUNT=4", ["0105", "0127", "0202", "0224"]),
        ("DTSTART:20260113T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=3;COUNT=2", ["0210", "0310"]),
        // Every second week from Sunday to Monday: from a Sunday on, the Monday after it belongs to the same week.
        ("DTSTART:20260104T090000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO;COUNT=4", ["0104", "0105", "0118", "0119"]),
        ("DTSTART:20260104T090000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=SU,MO;COUNT=4", ["0104", "0112", "0118", "0126"]),
        // Times beside those of the rule, and days left out where times are repeated.
        ("DTSTART:20260302T090000Z\nRDATE:20260304T090000Z,20260309T090000Z/PT2H", ["0302", "0304", "0309"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20260305T090000Z,20260309T090000Z", ["0302", "0305", "0309"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;VALUE=DATE:20260309", ["0302", "0316"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=WEEKLY;WKST=XX", ["0302"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=1MO;BYHOUR=9;COUNT=2", ["0302", "0406"]),
        // What is not understood is there once, not on wrong days.
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", ["0302"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=MONTHLY;BYSETPOS=1", ["0302"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=MONTHLY;BYDAY=1MO;BYMINUTE=0,30;COUNT=3", ["0302", "0302", "0406"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=SECONDLY", ["0302"]),
        ("DTSTART:20260302T090000Z\nRRULE:FREQ=WEEKLY;INTERVAL=0", ["0302"]),
    ]

    @Test(arguments: rules)
    func rulesOfCalendarsAreFollowed(_ event: String, _ days: [String]) throws {
        #expect(try starts(event).map { String($0.prefix(4)) } == days)
    }

    @Test func endlessRulesEndAndWhatIsNoCalendarIsRefused() throws {
        #expect(try items("UID:e\nSUMMARY:Sempre\nDTSTART:20250101T000000Z\nRRULE:FREQ=DAILY").count == 365)
        #expect(try items("UID:n\nSUMMARY:Mai\nDTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31") == [])
        #expect(throws: CalendarReader.Refusal.self) { try CalendarReader(Array("<html></html>".utf8), zone: rome, in: year) }
        for broken in ["SUMMARY:x", "DTSTART:boh\nSUMMARY:x", "DTSTART:20261399T100000\nSUMMARY:x", ""] {
            #expect(try items(broken) == [], "\(broken)")
        }
        #expect(try items("DTSTART:20260302T100000").map(\.title) == [""])
    }

    @Test func whatThisSiteWritesItReads() throws {
        let start = Date(timeIntervalSince1970: 1_772_442_000)
        var weekly = CalendarEntry(uid: "slot-1@example.org", start: start, end: start + 5_400, summary: "Perché, no; sì", changedAt: start)
        weekly.repeatsUntil = start + 21 * 86_400
        var cancelled = weekly
        (cancelled.repeatsUntil, cancelled.instead, cancelled.isCancelled) = (nil, start + 7 * 86_400, true)
        (cancelled.start, cancelled.end) = (start + 7 * 86_400, start + 7 * 86_400 + 5_400)
        let file = CalendarFile(name: "x", zone: rome, entries: [weekly, cancelled])
        let read = try CalendarReader(Array(file.text.utf8), zone: .gmt, in: year).items
        #expect(read.count == 4)
        #expect(read.filter(\.isCancelled).map(\.start) == [start + 7 * 86_400])
        #expect(Set(read.map(\.title)) == ["Perché, no; sì"])
    }
}
