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
    private static func remarks(_ text: String) throws -> [String] {
        try read(text).items.sorted { $0.start < $1.start }.map { item in
            let start = WallTime(item.start, in: rome).text.dropFirst(4).dropLast(2)
            let minutes = Int(cutting: item.end.timeIntervalSince(item.start) / 60)
            return "\(start) \(item.title) \(minutes)\(item.isCancelled ? " off" : "")"
        }
    }

    @Test func aWholeDayIsTheSameDateWhateverZoneItsCalendarNames() throws {
        let day = "UID:1\nSUMMARY:Festa\nDTSTART;VALUE=DATE:20260302"
        let found = try Self.remarks(Self.file([day], "X-WR-TIMEZONE:America/Los_Angeles\n"))
        #expect(found.map { $0.prefix(9) } == ["0302T0000"])
    }

    @Test func anEndBeforeTheBeginningIsReported() throws {
        let found = try Self.read(Self.file(["UID:1\nSUMMARY:Cena\nDTSTART:20260701T190000Z\nDTEND:20260701T180000Z"]))
        #expect(found.report[.backward] == 1)
        #expect(found.items.map { $0.end.timeIntervalSince($0.start) } == [0])
    }

    @Test func aSummerOfTheSouthIsNotTakenForOneOfTheNorth() throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Qui
            BEGIN:STANDARD
            DTSTART:16010101T235959
            TZOFFSETFROM:+1100
            TZOFFSETTO:+1000
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T235959
            TZOFFSETFROM:+1000
            TZOFFSETTO:+1100
            RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=10
            END:DAYLIGHT
            END:VTIMEZONE

            """
        let found = try Self.remarks(Self.file(["UID:1\nSUMMARY:Lezione\nDTSTART;TZID=Qui:20260701T190000\nDURATION:PT1H"], zone))
        #expect(found == ["0701T1100 Lezione 60"])
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
            "hours of every minute list, and places in a week",
            file([
                "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nRRULE:FREQ=DAILY;BYHOUR=8;BYMINUTE=0,30;COUNT=3",
                "UID:2\nSUMMARY:b\nDTSTART:20260304T080000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1;COUNT=1",
            ]),
            ["0302T0900 a 0", "0302T0930 a 0", "0303T0900 a 0", "0306T0900 b 0"]
        ),
        (
            "exceptions without a zone are in that of their event",
            file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=America/New_York:20261005T090000\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261006T090000",
                "UID:1\nRECURRENCE-ID:20261007T090000\nSTATUS:CANCELLED",
            ]),
            ["1005T1500 a 0", "1007T1500 a 0 off"]
        ),
        (
            "a cancellation that is an hour wrong is that of its day",
            file([weekly, "UID:1\nRECURRENCE-ID:20261012T080000Z\nSTATUS:CANCELLED"]),
            ["1005T0900 Analisi 120", "1012T1000 Analisi 120 off", "1019T0900 Analisi 120", "1026T0900 Analisi 120"]
        ),
        (
            "a cancellation of the same sequence, and one of another calendar in the file",
            file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z", "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nSTATUS:CANCELLED"])
                + file(["UID:2\nSUMMARY:b\nDTSTART:20260303T080000Z"], "METHOD:CANCEL\n")
                + file(["UID:3\nSUMMARY:c\nDTSTART:20260304T080000Z"]),
            ["0302T0900 a 0 off", "0303T0900 b 0 off", "0304T0900 c 0"]
        ),
        (
            "the zone of the whole calendar",
            file(["UID:1\nSUMMARY:a\nDTSTART:20260302T090000"], "X-WR-TIMEZONE:America/New_York\n"), ["0302T1500 a 0"]
        ),
        (
            "names of zones in other spellings",
            file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=europe/london:20260302T090000",
                "UID:2\nSUMMARY:b\nDTSTART;TZID=\"(UTC-05:00) Eastern Time (US & Canada)\":20260303T090000",
                "UID:3\nSUMMARY:c\nDTSTART;TZID=GMT+0300:20260304T090000",
                "UID:4\nSUMMARY:d\nDTSTART;TZID=Romance Standard Time 1:20260305T090000",
                "UID:5\nSUMMARY:e\nDTSTART;TZID=\"(GMT+09.00) Osaka / Sapporo / Tokyo\":20260306T090000",
                "UID:6\nSUMMARY:f\nDTSTART;TZID=\"tzone://Microsoft/Utc\":20260307T090000",
                "UID:7\nSUMMARY:g\nDTSTART;TZID=EST5EDT:20260301T090000",
            ]),
            ["0301T1500 g 0", "0302T1000 a 0", "0303T1500 b 0", "0304T0700 c 0", "0305T0900 d 0", "0306T0100 e 0", "0307T1000 f 0"]
        ),
        (
            "an old birthday",
            file(["UID:1\nSUMMARY:Ada\nDTSTART;VALUE=DATE:19501210\nRRULE:FREQ=YEARLY"]), ["1210T0000 Ada 1439"]
        ),
        (
            "vCalendar 1.0",
            "BEGIN:VCALENDAR\nVERSION:1.0\nTZ:+01\nDAYLIGHT:TRUE;+02;20260329T020000;20261025T030000;CET;CEST\nBEGIN:VEVENT\n"
                + "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Perch=C3=A9=\n no\nDTSTART:20260702T090000\nDTEND:20260702T100000\n"
                + "RRULE:W1 TH #3\nEXDATE:20260709T090000;20260710T090000\nEND:VEVENT\nEND:VCALENDAR\n",
            ["0702T0900 Perché no 60", "0716T0900 Perché no 60"]
        ),
        (
            "HTML in texts", file(["UID:1\nSUMMARY:<b>Ana</b> &amp; Bo\nDTSTART:20260302T080000Z"]), ["0302T0900 Ana & Bo 0"]
        ),
        (
            "without a title", file(["UID:1\nDTSTART:20260302T080000Z"]), ["0302T0900  0"]
        ),
        (
            "a month's day without a month", file(["UID:1\nSUMMARY:a\nDTSTART:20261013T080000Z\nRRULE:FREQ=YEARLY;BYMONTHDAY=13"]),
            ["1013T1000 a 0", "1113T0900 a 0", "1213T0900 a 0"]
        ),
    ]

    @Test(arguments: cases.indices) func eventsComeAsTheirProgramsMeanThem(index: Int) throws {
        let (name, text, expected) = Self.cases[index]
        #expect(try Self.remarks(text) == expected, "\(name)")
    }

    @Test func whatIsLeftOutIsCounted() throws {
        let text = Self.file([
            "UID:1\nDTSTART:20260302T080000Z", "UID:2\nSUMMARY:a", "UID:3\nSUMMARY:b\nDTSTART:20200302T080000Z",
            "UID:4\nSUMMARY:c\nDTSTART:20260302T080000Z\nRRULE:FREQ=SECONDLY", "UID:4\nSUMMARY:c\nDTSTART:20260302T080000Z",
            "UID:5\nSUMMARY:d\nDTSTART;TZID=Terra di Mezzo:20260302T080000",
        ]).replacing("END:VCALENDAR", with: "BEGIN:VTODO\nSUMMARY:x\nEND:VTODO\nEND:VCALENDAR")
        let report = try Self.read(text).report
        #expect(report.read == 7)
        #expect(report.shown == 3)
        #expect(report.times == 3)
        let counts: [CalendarReport.Reason: Int] = [.untitled: 1, .undated: 1, .past: 1, .older: 1, .others: 1, .rules: 1, .zones: 1]
        for reason in CalendarReport.Reason.allCases { #expect(report[reason] == counts[reason] ?? 0, "\(reason)") }
        // Each has its line: BEGIN:VCALENDAR is the first.
        #expect(report.notes.first { $0.reason == .rules } == CalendarReport.Note(.rules, line: 19, "RRULE:FREQ=SECONDLY"))
        #expect(report.notes.first { $0.reason == .undated } == CalendarReport.Note(.undated, line: 6, "a"))
        #expect(report.notes.map(\.line) == report.notes.map(\.line).sorted())
    }

    @Test func ofPrivateEventsOnlyTheTimeIsRead() throws {
        let text = Self.file([
            "UID:1\nCLASS:PRIVATE\nSUMMARY:Visita\nLOCATION:Ambulatorio\nDESCRIPTION:Esami\nURL:https://example.org/v\nDTSTART:20260302T080000Z",
            "UID:1\nRECURRENCE-ID:20260302T080000Z\nSUMMARY:Visita spostata\nDTSTART:20260302T090000Z",
            "UID:2\nCLASS:public\nSUMMARY:Concerto\nDTSTART:20260303T080000Z",
        ]).replacing("END:VCALENDAR", with: "BEGIN:VFREEBUSY\nEND:VFREEBUSY\nEND:VCALENDAR")
        let calendar = try Self.read(text)
        #expect(calendar.items.map(\.title).sorted() == ["", "Concerto"])
        #expect(calendar.items.allSatisfy { $0.text.isEmpty && $0.place.isEmpty && $0.address.isEmpty })
        #expect(calendar.report[.hidden] == 2)
        #expect(calendar.report[.untitled] == 0)
        #expect(calendar.report.notes.allSatisfy { !$0.text.contains("Visita") })
        #expect(calendar.report.notes.first { $0.reason == .others }?.text == "VFREEBUSY")
    }

    @Test func lettersAndEndsOfLinesAreThoseOfTheFile() throws {
        let text = Self.file(["UID:1\nSUMMARY:Attività perché\nDTSTART:20260302T080000Z"])
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for bytes in [latin, utf16, Array(text.replacing("\n", with: "\r").utf8)] {
            #expect(try CalendarReader(bytes, zone: Self.rome, in: Self.year).items.map(\.title) == ["Attività perché"])
        }
        let greek: [UInt8] =
            Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260302T080000Z\nSUMMARY:".utf8) + [0xC1, 0xE2]
            + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
        let read = try CalendarReader(greek, charset: "ISO-8859-7", zone: Self.rome, in: Self.year)
        #expect(read.items.map(\.title) == ["\u{391}\u{3B2}"])
    }

    @Test func paragraphsOfHTMLStayApart() throws {
        let page =
            "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nDESCRIPTION:<div>Call</div>Frequency<br>every &lt;day&gt;<ul><li>uno</li><li>due</li></ul>"
        #expect(try Self.read(Self.file([page])).items.first?.text == "Call\nFrequency\nevery <day>\nuno\ndue")
        let other =
            "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nX-ALT-DESC;FMTTYPE=text/html:<html><body><p>Uno</p><p>Due</p></body></html>"
        #expect(try Self.read(Self.file([other])).items.first?.text == "Uno\nDue")
        #expect(try Self.read(Self.file(["UID:1\nSUMMARY:a < b\\, R&D\nDTSTART:20260302T080000Z"])).items.first?.title == "a < b, R&D")
    }
}
