import Foundation
import Testing

@testable import Formats

/// What programs write against the standard, or read differently: each is read as it is meant, or told with its line.
@Suite struct CalendarRemarkTests {
    private static let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// The year 2026.
    private static let year = DateInterval(
        start: Date(timeIntervalSince1970: 1_767_225_600), end: Date(timeIntervalSince1970: 1_798_761_600))

    private static func file(_ events: [String], _ before: String = "") -> String {
        "BEGIN:VCALENDAR\n\(before)" + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
    }

    private static func read(_ text: String) throws -> CalendarReader { try CalendarReader(Array(text.utf8), zone: rome, in: year) }

    /// `1005T0900 Analisi 120` of each, by time: when it begins in Rome, its title, its minutes, and whether it is off.
    private static func sentences(_ calendar: CalendarReader) -> [String] {
        calendar.items.sorted { ($0.start, $0.title) < ($1.start, $1.title) }.map { item in
            let start = WallTime(item.start, in: rome).text.dropFirst(4).dropLast(2)
            let minutes = Int(cutting: item.end.timeIntervalSince(item.start) / 60)
            return "\(start) \(item.title) \(minutes)\(item.isCancelled ? " off" : "")"
        }
    }

    private struct Case: Sendable {
        let name: String
        let text: String
        let items: [String]
        let counts: [String: Int]
    }

    private static let weekly = "UID:1\nSUMMARY:a\nDTSTART;VALUE=DATE:20260402\nRRULE:FREQ=WEEKLY;UNTIL="
    private static let thursdays = ["0402T0000 a 1439", "0409T0000 a 1439", "0416T0000 a 1439"]

    private static let cases: [Case] = [
        Case(
            name: "a period of days",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T170000Z\nRDATE;VALUE=PERIOD:20260304/20260305"]),
            items: ["0302T1800 a 0", "0304T0100 a 1440"], counts: [:]),
        Case(
            name: "a period of days in a zone",
            text: file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=America/New_York:20260302T180000\n"
                    + "RDATE;TZID=America/New_York;VALUE=PERIOD:20260304/20260305"
            ]),
            items: ["0303T0000 a 0", "0304T0600 a 1440"], counts: [:]),
        Case(
            name: "a period of days of a whole day",
            text: file(["UID:1\nSUMMARY:a\nDTSTART;VALUE=DATE:20260302\nRDATE;VALUE=PERIOD:20260304/20260306"]),
            items: ["0302T0000 a 1439", "0304T0000 a 2879"], counts: [:]),
        Case(
            name: "a further day of an event with times",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nRDATE;VALUE=DATE:20260304"]),
            items: ["0302T0900 a 0", "0304T0900 a 0"], counts: ["mixed": 1]),
        Case(
            name: "a duration below nothing", text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nDURATION:-PT1H"]),
            items: ["0302T0900 a 0"], counts: ["backward": 1]),
        Case(
            name: "a duration of months", text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nDURATION:P1M"]),
            items: ["0302T0900 a 0"], counts: ["dates": 1]),
        Case(
            name: "a day that ends at a time",
            text: file(["UID:1\nSUMMARY:a\nDTSTART;VALUE=DATE:20260724\nDTEND:20260817T000000Z"]), items: ["0724T0000 a 34559"],
            counts: ["mixed": 1]),
        Case(
            name: "midnight in London as the end of whole days", text: file([weekly + "20260415T230000Z"]), items: thursdays,
            counts: ["until": 1]),
        Case(name: "the last second of a day", text: file([weekly + "20260416T225959Z"]), items: thursdays, counts: [:]),
        Case(name: "the last second of a day in UTC", text: file([weekly + "20260408T235959Z"]), items: [thursdays[0]], counts: [:]),
        Case(name: "noon of a day", text: file([weekly + "20260416T120000Z"]), items: thursdays, counts: [:]),
        Case(
            name: "a day as the end of times", text: file(["UID:1\nSUMMARY:a\nDTSTART:20260601T120000Z\nRRULE:FREQ=DAILY;UNTIL=20260602"]),
            items: ["0601T1400 a 0", "0602T1400 a 0"], counts: ["until": 1]),
        Case(
            name: "a beginning outside its rule",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260601T080000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2"]),
            items: ["0602T1000 a 0", "0609T1000 a 0"], counts: ["first": 1]),
        Case(
            name: "a beginning beside its rule",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260601T080000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2\nRDATE:20260601T080000Z"]),
            items: ["0601T1000 a 0", "0602T1000 a 0", "0609T1000 a 0"], counts: [:]),
        Case(
            name: "an exception that is an hour wrong",
            text: file([
                "UID:1\nSUMMARY:a\nDTSTART;TZID=Europe/Rome:20261005T090000\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20261012T080000Z"
            ]),
            items: ["1005T0900 a 0", "1019T0900 a 0"], counts: ["matched": 1]),
        Case(
            name: "a change outside the rule",
            text: file([
                "UID:1\nSUMMARY:a\nDTSTART;VALUE=DATE:20260601\nRRULE:FREQ=WEEKLY;COUNT=2",
                "UID:1\nSUMMARY:a\nRECURRENCE-ID;VALUE=DATE:20260629\nDTSTART;VALUE=DATE:20260630",
            ]),
            items: ["0601T0000 a 1439", "0608T0000 a 1439", "0630T0000 a 1439"], counts: ["outside": 1]),
        Case(
            name: "a copy of an older rule",
            text: file([
                "UID:1\nSUMMARY:a\nSEQUENCE:2\nDTSTART;VALUE=DATE:20260601\nRRULE:FREQ=WEEKLY;UNTIL=20260608",
                "UID:1\nSUMMARY:a\nSEQUENCE:1\nRECURRENCE-ID;VALUE=DATE:20260629\nDTSTART;VALUE=DATE:20260629\nRRULE:FREQ=WEEKLY",
            ]),
            items: ["0601T0000 a 1439", "0608T0000 a 1439"], counts: ["revoked": 1, "rules": 1]),
        Case(
            name: "a change that a newer version leaves out",
            text: file([
                "UID:1\nSUMMARY:a\nSEQUENCE:2\nDTSTART:20260601T080000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20260608T080000Z",
                "UID:1\nSUMMARY:a\nSEQUENCE:1\nRECURRENCE-ID:20260608T080000Z\nDTSTART:20260608T120000Z",
            ]),
            items: ["0601T1000 a 0", "0615T1000 a 0"], counts: ["revoked": 1]),
        Case(
            name: "a change that is newer than what leaves it out",
            text: file([
                "UID:1\nSUMMARY:a\nSEQUENCE:2\nDTSTART:20260601T080000Z\nRRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20260608T080000Z",
                "UID:1\nSUMMARY:a\nSEQUENCE:3\nRECURRENCE-ID:20260608T080000Z\nDTSTART:20260608T120000Z",
            ]),
            items: ["0601T1000 a 0", "0608T1400 a 0", "0615T1000 a 0"], counts: ["outside": 1]),
        Case(
            name: "a change of all earlier times",
            text: file([
                "UID:1\nSUMMARY:a\nDTSTART:20260601T080000Z\nRRULE:FREQ=WEEKLY;COUNT=2",
                "UID:1\nSUMMARY:b\nRECURRENCE-ID;RANGE=THISANDPRIOR:20260608T080000Z\nDTSTART:20260608T120000Z",
            ]),
            items: ["0601T1000 a 0", "0608T1400 b 0"], counts: ["rules": 1]),
        Case(
            name: "a change of a time that is not understood",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z", "UID:1\nRECURRENCE-ID:boh\nDTSTART:20260310T080000Z"]),
            items: ["0302T0900 a 0", "0310T0900 a 0"], counts: ["dates": 1, "outside": 1]),
        Case(
            name: "an exception that is not understood",
            text: file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:domani"]),
            items: ["0302T0900 a 0", "0303T0900 a 0"], counts: ["dates": 1]),
        Case(
            name: "one UID for all",
            text: file([
                "UID:x\nSUMMARY:a\nDTSTART:20260302T080000Z", "UID:x\nSUMMARY:b\nDTSTART:20260303T080000Z",
                "UID:x\nSUMMARY:c\nDTSTART:20260303T080000Z",
            ]),
            items: ["0302T0900 a 0", "0303T0900 b 0", "0303T0900 c 0"], counts: ["twins": 3]),
        Case(
            name: "an event without its end",
            text: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\n"
                + "BEGIN:VEVENT\nUID:2\nSUMMARY:b\nDTSTART:20260303T080000Z\nEND:VEVENT\nEND:VCALENDAR\n",
            items: ["0302T0900 a 0", "0303T0900 b 0"], counts: ["broken": 1]),
        Case(
            name: "lines that say nothing",
            text: file(["UID:1\nSUMMARY:a\nDESCRIPTION:uno\ndue righe\nVedi https://example.org/a\nDTSTART:20260302T080000Z"]),
            items: ["0302T0900 a 0"], counts: ["broken": 2]),
        Case(
            name: "a tentative event with files",
            text: file(["UID:1\nSUMMARY:a\nSTATUS:TENTATIVE\nATTACH:https://example.org/a.pdf\nDTSTART:20260302T080000Z"]),
            items: ["0302T0900 a 0"], counts: ["tentative": 1, "attached": 1]),
        Case(
            name: "other entries",
            text: file(
                ["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z"],
                ["VTODO", "VJOURNAL", "VFREEBUSY", "VPOLL", "X-ROOMS"].map { "BEGIN:\($0)\nUID:\($0)\nEND:\($0)\n" }.joined()),
            items: ["0302T0900 a 0"], counts: ["others": 5]),
        Case(
            name: "times with an offset, with parts of a second, and the end of a day",
            text: file([
                "UID:1\nSUMMARY:a\nDTSTART:20260302T090000+0100", "UID:2\nSUMMARY:b\nDTSTART:20260302T090000.000Z",
                "UID:3\nSUMMARY:c\nDTSTART;TZID=Europe/Rome:20260302T240000", "UID:4\nSUMMARY:d\nDTSTART;VALUE=DATE:20260304T000000",
            ]),
            items: ["0302T0900 a 0", "0302T1000 b 0", "0303T0000 c 0", "0304T0000 d 1439"], counts: [:]),
    ]

    @Test(arguments: cases.indices) func nothingIsReadOtherwiseInSilence(index: Int) throws {
        let example = Self.cases[index]
        let calendar = try Self.read(example.text)
        #expect(Self.sentences(calendar) == example.items, "\(example.name)")
        #expect(calendar.report.counts == example.counts, "\(example.name)")
    }

    @Test func aFileThatBreaksOffSaysSo() throws {
        let whole = Self.file(["UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z", "UID:2\nSUMMARY:b\nDTSTART:20260303T080000Z"])
        let cut = try #require(whole.range(of: "DTSTART:20260303"))
        let calendar = try Self.read(String(whole[..<cut.upperBound]))
        #expect(Self.sentences(calendar) == ["0302T0900 a 0"])
        #expect(calendar.report.read == 2)
        #expect(calendar.report.notes == [CalendarReport.Note(.unfinished, line: 7, "b")])
        let headless = try Self.read(whole.replacing("END:VCALENDAR\n", with: ""))
        #expect(headless.items.count == 2)
        #expect(headless.report.counts == ["unfinished": 1])
    }

    @Test func severalCalendarsKeepTheirZonesNamesAndMethods() throws {
        let event = "SUMMARY:a\nDTSTART:20260302T090000"
        let first = Self.file(["UID:1\n" + event], "X-WR-CALNAME:Lagune\nX-WR-TIMEZONE:America/New_York\n")
        let second = Self.file(["UID:2\n" + event], "METHOD:CANCEL\nNAME:Barene\nX-WR-TIMEZONE:Asia/Tokyo\n")
        let calendar = try Self.read(first + second)
        #expect(Self.sentences(calendar) == ["0302T0100 a 0 off", "0302T1500 a 0"])
        #expect(calendar.items.map(\.calendar) == ["Lagune", "Barene"])
        #expect(calendar.name == "Lagune")
        #expect(calendar.report.notes == [CalendarReport.Note(.calendars, line: 10, "Barene")])
    }

    private static let definitions: [(summer: String, winter: String, start: String, counts: [String: Int])] = [
        ("3;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29", "10;BYDAY=-1SU", "0328T1000", [:]), ("2;BYDAY=1SU", "5;BYDAY=1SU", "", ["zones": 1]),
    ]

    /// A definition without a known name: with the changes of the clock of Israel, and with those of no place.
    @Test(arguments: definitions.indices)
    func aZoneIsThatOfItsChanges(index: Int) throws {
        let (summer, winter, expected, counts) = Self.definitions[index]
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Qui
            BEGIN:DAYLIGHT
            DTSTART:20130329T020000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0300
            RRULE:FREQ=YEARLY;BYMONTH=\(summer)
            END:DAYLIGHT
            BEGIN:STANDARD
            DTSTART:20131027T020000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=\(winter)
            END:STANDARD
            END:VTIMEZONE

            """
        let calendar = try Self.read(Self.file(["UID:1\nSUMMARY:a\nDTSTART;TZID=Qui:20260328T120000"], zone))
        #expect(calendar.report.counts == counts)
        #expect(expected.isEmpty || Self.sentences(calendar) == ["\(expected) a 0"])
    }

    @Test func textsComeFromWhereTheyAre() throws {
        let long = String(repeating: "x", count: 200)
        let calendar = try Self.read(
            Self.file([
                "UID:1\nSUMMARY:a\nDTSTART:20260302T080000Z\nSTYLED-DESCRIPTION;FMTTYPE=text/html:<p>Uno</p><p>Due</p>\n"
                    + "CONFERENCE;VALUE=URI:https://example.org/stanza\nBEGIN:VLOCATION\nUID:l\nNAME:Aula delle barene\nEND:VLOCATION",
                "UID:2\nSUMMARY:\(long)\nDTSTART:20260303T080000Z",
            ]))
        let (first, second) = (try #require(calendar.items.first), try #require(calendar.items.last))
        #expect(first.text == "Uno\nDue")
        #expect(first.address == "https://example.org/stanza")
        #expect(first.place == "Aula delle barene")
        #expect(second.title.count == 160)
        #expect(calendar.report.counts == ["cut": 1])
    }

    @Test func remarksAboutPrivateEventsDoNotNameThem() throws {
        let calendar = try Self.read(
            Self.file(["UID:1\nCLASS:X-INTERNAL\nSUMMARY:Visita\nATTACH:https://example.org/a\nDTSTART:20260302T080000Z\nDURATION:-PT1H"]))
        #expect(calendar.report.counts == ["hidden": 1, "attached": 1, "backward": 1])
        #expect(calendar.report.notes.allSatisfy { !$0.text.contains("Visita") })
    }

    @Test func aFoldMayPartALetter() throws {
        let start: [UInt8] =
            [0xEF, 0xBB, 0xBF] + Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260302T080000Z\nSUMMARY:Perch".utf8)
        let bytes = start + [0xC3, 0x0A, 0x20, 0xA9] + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
        #expect(try CalendarReader(bytes, zone: Self.rome, in: Self.year).items.map(\.title) == ["Perché"])
    }

    private static let durations: [(String, Int?)] = [
        ("PT1H30M", 5_400), ("-PT15M", -900), ("+P1DT2H", 93_600), ("P2W", 1_209_600), ("P500D", 43_200_000), ("P1M", nil), ("P", nil),
        ("PT", nil), ("PT5", nil), ("1H", nil), ("P99999999W", nil),
    ]

    @Test(arguments: durations) func durationsAreThoseOfTheStandard(_ text: String, _ seconds: Int?) {
        #expect(CalendarMoment.length(text) == seconds)
    }

    @Test func theUsualCalendarOfARuleMayBeNamed() {
        #expect(RecurrenceRule("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", zone: .gmt) != nil)
        #expect(RecurrenceRule("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", zone: .gmt) == nil)
    }
}
