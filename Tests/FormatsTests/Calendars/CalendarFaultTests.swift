import Foundation
import Testing

@testable import Formats

/// Calendars as real programs write them.
@Suite struct CalendarFaultTests {
    private static let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// The year 2026.
    private static let year = DateInterval(
        start: Date(timeIntervalSince1970: 1_767_225_600), end: Date(timeIntervalSince1970: 1_798_761_600))

    private static let weekly = """
        UID:1
        SUMMARY:Analisi
        LOCATION:Aula 1
        DTSTART;TZID=Europe/Rome:20261005T090000
        DTEND;TZID=Europe/Rome:20261005T110000
        RRULE:FREQ=WEEKLY;COUNT=4
        """

    private static let allDay = "UID:1\nSUMMARY:Festa\nDTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260303\nRRULE:FREQ=DAILY;COUNT=4"

    private static func file(_ events: [String], _ before: String = "") -> String {
        "BEGIN:VCALENDAR\n\(before)" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
    }

    private static func read(_ text: String) throws -> CalendarReader {
        try CalendarReader(Array(text.replacing("\n", with: "\r\n").utf8), zone: rome, in: year)
    }

    /// `1005T0900 Analisi 120` of each, by time: when it begins in Rome, its title, its minutes, and whether it is off.
    private static func told(_ text: String) throws -> [String] {
        try read(text).items.sorted { $0.start < $1.start }.map { item in
            let start = WallTime(item.start, in: rome).text.dropFirst(4).dropLast(2)
            let minutes = Int(cutting: item.end.timeIntervalSince(item.start) / 60)
            return "\(start) \(item.title) \(minutes)\(item.isCancelled ? " off" : "")"
        }
    }

    private static let cases: [(String, String, [String])] = [
        (
            "a cancelled time without a title",
            file([weekly, "UID:1\nRECURRENCE-ID;TZID=Europe/Rome:20261012T090000\nSTATUS:CANCELLED"]),
            ["1005T0900 Analisi 120", "1012T0900 Analisi 120 off", "1019T0900 Analisi 120", "1026T0900 Analisi 120"]
        ),
        (
            "a cancellation as a method",
            file([weekly, "UID:1\nRECURRENCE-ID:20261012T070000Z\nDTSTART:20261012T070000Z"], "METHOD:CANCEL\n"),
            ["1005T0900 Analisi 120 off", "1012T0900 Analisi 120 off", "1019T0900 Analisi 120 off", "1026T0900 Analisi 120 off"]
        ),
        (
            "a moved time keeps title and place",
            file([weekly, "UID:1\nRECURRENCE-ID:20261012T070000Z\nDTSTART;TZID=Europe/Rome:20261013T150000"]),
            ["1005T0900 Analisi 120", "1013T1500 Analisi 120", "1019T0900 Analisi 120", "1026T0900 Analisi 120"]
        ),
        (
            "a whole event that is off",
            file(["UID:1\nSUMMARY:Prosa\nDTSTART:20260302T200000Z\nSTATUS:CANCELLED"]), ["0302T2100 Prosa 0 off"]
        ),
        (
            "the newer version first",
            file([
                "UID:1\nSEQUENCE:2\nSUMMARY:Nuovo\nDTSTART:20260302T150000Z",
                "UID:1\nSEQUENCE:1\nSUMMARY:Vecchio\nDTSTART:20260302T090000Z",
            ]),
            ["0302T1600 Nuovo 0"]
        ),
        (
            "the newer version last",
            file([
                "UID:1\nSEQUENCE:1\nSUMMARY:Vecchio\nDTSTART:20260302T090000Z",
                "UID:1\nSEQUENCE:2\nSUMMARY:Nuovo\nDTSTART:20260302T150000Z",
            ]),
            ["0302T1600 Nuovo 0"]
        ),
        (
            "the later stamp of one sequence",
            file([
                "UID:1\nDTSTAMP:20260101T000000Z\nSUMMARY:Vecchio\nDTSTART:20260302T090000Z",
                "UID:1\nDTSTAMP:20260102T000000Z\nSUMMARY:Nuovo\nDTSTART:20260302T150000Z",
            ]),
            ["0302T1600 Nuovo 0"]
        ),
        (
            "this and all later times",
            file([
                weekly,
                "UID:1\nSUMMARY:Analisi 2\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Rome:20261019T090000\nDTSTART;TZID=Europe/Rome:20261019T140000\nDTEND;TZID=Europe/Rome:20261019T150000",
            ]),
            ["1005T0900 Analisi 120", "1012T0900 Analisi 120", "1019T1400 Analisi 2 60", "1026T1400 Analisi 2 60"]
        ),
        (
            "exceptions of whole days at midnight in other zones",
            file([
                allDay + "\nEXDATE;TZID=Australia/Sydney:20260305T000000",
                "UID:1\nSUMMARY:Festa\nRECURRENCE-ID;TZID=Pacific Standard Time:20260303T000000\nDTSTART;VALUE=DATE:20260310",
                "UID:1\nSUMMARY:Festa\nRECURRENCE-ID:20260303T230000Z\nDTSTART;VALUE=DATE:20260311",
            ]),
            ["0302T0000 Festa 1439", "0310T0000 Festa 1439", "0311T0000 Festa 1439"]
        ),
        (
            "zones of Mozilla, of libical and of Windows",
            file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=/mozilla.org/20070129_1/America/New_York:20260302T090000",
                "UID:2\nSUMMARY:b\nDTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo:20260302T090000",
                "UID:3\nSUMMARY:c\nDTSTART;TZID=Pacific Standard Time:20260302T090000",
                "UID:4\nSUMMARY:d\nDTSTART;TZID=\"W. Europe Standard Time\":20260702T090000",
            ]),
            ["0302T0100 b 0", "0302T1500 a 0", "0302T1800 c 0", "0702T0900 d 0"]
        ),
        (
            "a time without a zone, and whole days",
            file([
                "UID:1\nSUMMARY:a\nDTSTART:20260702T090000\nDURATION:PT90M",
                "UID:2\nSUMMARY:b\nDTSTART;VALUE=DATE:20260703\nDTEND;VALUE=DATE:20260706",
            ]),
            ["0702T0900 a 90", "0703T0000 b 4319"]
        ),
        (
            "an end in UTC, and one without a time",
            file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=Europe/Rome:20260326T233000\nRRULE:FREQ=DAILY;UNTIL=20260327T223000Z",
                "UID:2\nSUMMARY:b\nDTSTART;TZID=America/New_York:20260701T200000\nRRULE:FREQ=DAILY;UNTIL=20260702",
            ]),
            ["0326T2330 a 0", "0327T2330 a 0", "0702T0200 b 0", "0703T0200 b 0"]
        ),
        (
            "periods with their own length",
            file([
                "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nDTEND:20260302T100000Z\nRDATE;VALUE=PERIOD:20260303T080000Z/PT1H,20260304T080000Z/20260304T083000Z"
            ]),
            ["0302T0900 a 120", "0303T0900 a 60", "0304T0900 a 30"]
        ),
        (
            "two rules, and one taken away",
            file([
                "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=3\nEXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2"
            ]),
            ["0303T0900 a 0", "0309T0900 a 0"]
        ),
        (
            "hours", file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nRRULE:FREQ=HOURLY;INTERVAL=3;COUNT=3"]),
            ["0302T0900 a 0", "0302T1200 a 0", "0302T1500 a 0"]
        ),
        (
            "weeks of a year", file(["UID:1\nSUMMARY:a\nDTSTART:20260303T080000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=10,12"]),
            ["0303T0900 a 0", "0317T0900 a 0"]
        ),
        (
            "a count that has no end", file(["UID:1\nSUMMARY:a\nDTSTART:20261221T080000Z\nRRULE:FREQ=WEEKLY;COUNT=-1"]),
            ["1221T0900 a 0", "1228T0900 a 0"]
        ),
        (
            "days of a year", file(["UID:1\nSUMMARY:a\nDTSTART:20260102T080000Z\nRRULE:FREQ=YEARLY;BYDAY=1FR,-1MO"]),
            ["0102T0900 a 0", "1228T0900 a 0"]
        ),
        (
            "a month's day without a month", file(["UID:1\nSUMMARY:a\nDTSTART:20261013T080000Z\nRRULE:FREQ=YEARLY;BYMONTHDAY=13"]),
            ["1013T1000 a 0", "1113T0900 a 0", "1213T0900 a 0"]
        ),
    ]

    @Test(arguments: cases.indices) func eventsComeAsTheirProgramsMeanThem(index: Int) throws {
        let (name, text, expected) = Self.cases[index]
        #expect(try Self.told(text) == expected, "\(name)")
    }

    @Test func whatIsLeftOutIsCounted() throws {
        let text = Self.file([
            "UID:1\nDTSTART:20260302T080000Z", "UID:2\nSUMMARY:a", "UID:3\nSUMMARY:b\nDTSTART:20200302T080000Z",
            "UID:4\nSUMMARY:c\nDTSTART:20260302T080000Z\nRRULE:FREQ=SECONDLY", "UID:4\nSUMMARY:c\nDTSTART:20260302T080000Z",
            "UID:5\nSUMMARY:d\nDTSTART;TZID=Terra di Mezzo:20260302T080000",
        ]).replacing("END:VCALENDAR", with: "BEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR")
        let read = try Self.read(text)
        var expected = CalendarReader.LeftOut()
        (expected.untitled, expected.undated, expected.outside, expected.older) = (1, 1, 1, 1)
        (expected.others, expected.rules, expected.zones) = (1, 1, ["Terra di Mezzo"])
        #expect(read.leftOut == expected)
        #expect(read.items.map(\.title) == ["c", "d"])
    }
}
