import Formats
import Foundation
import TestSupport
import Testing

@testable import Campus

/// Calendars and feeds of others, whatever they hold.
@Suite struct HostileFeedTests {
    private let rome = TimeZone(identifier: "Europe/Rome") ?? .gmt
    /// The year 2026.
    private let year = DateInterval(
        start: Date(timeIntervalSince1970: 1_767_225_600), end: Date(timeIntervalSince1970: 1_798_761_600))

    private static func calendar(_ rules: [String]) -> String {
        let events = rules.enumerated().map { index, rule in
            "BEGIN:VEVENT\r\nUID:\(index)\r\nSUMMARY:x\r\nDTSTART:20260105T090000Z\r\nDTEND:20260105T100000Z\r\n\(rule)\r\nEND:VEVENT\r\n"
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
    }

    private func items(_ text: String) throws -> [CalendarReader.Item] { try CalendarReader(Array(text.utf8), zone: rome, in: year).items }

    /// A rule that is none leaves the event there once.
    @Test(arguments: [
        "BYMONTHDAY", "BYDAY", "BYSETPOS", "BYMONTH", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTHDAY=1;BYSETPOS", "BYDAY=MO;BYSETPOS",
    ])
    func numbersAtTheEdgesAreNoRule(_ part: String) throws {
        let numbers = ["\(Int.min)", "\(Int.max)", "-\(Int.max)", "0", "-0", "99999999999999999999", "NaN", "", "٣", "1e3"]
        for number in numbers {
            for frequency in ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] {
                let rule = "RRULE:FREQ=\(frequency);\(part)=\(number)\(part.hasSuffix("BYDAY") ? "MO" : "")"
                let found = try items(Self.calendar([rule]))
                // A count that no calendar reaches repeats without end.
                if part == "COUNT" || part == "BYDAY" && number.isEmpty { continue }
                #expect(found.count == 1, "\(rule)")
            }
        }
    }

    /// What is followed is bounded for a whole calendar, and the reason is said.
    @Test(arguments: ["FREQ=HOURLY;COUNT=1000000;BYMONTH=12;BYMONTHDAY=31;BYHOUR=23", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=4"])
    func rulesThatTakeTooLongEndWithAReason(_ rule: String) {
        #expect(throws: CalendarReader.Refusal.tooLong) { try items(Self.calendar(Array(repeating: "RRULE:" + rule, count: 100))) }
    }

    /// No day is looked for that no year has.
    @Test(arguments: [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30,31", "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1,2,3",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
    ])
    func rulesThatNeverHoldAreNoWork(_ rule: String) throws {
        #expect(try items(Self.calendar(Array(repeating: "RRULE:" + rule, count: 100))).isEmpty)
    }

    @Test func everyDayOfYearsIsStillRead() throws {
        let found = try items(Self.calendar(Array(repeating: "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", count: 5)))
        #expect(found.count > 1_000)
    }

    @Test func partsWithoutAnEndAreNoWork() throws {
        let open = String(repeating: "BEGIN:VALARM\r\n", count: 30_000) + String(repeating: "END:VTODO\r\n", count: 30_000)
        #expect(try items(Self.calendar(["X-A:1"]) + open).count == 1)
    }

    @Test func mutatedCalendarsEndNothing() {
        let rules = [
            "RRULE:FREQ=MONTHLY;BYMONTHDAY=5,-1;COUNT=12", "RRULE:FREQ=YEARLY;BYMONTH=1,6;BYDAY=1MO,-1FR;BYSETPOS=1,-1",
            "RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;UNTIL=20260601T000000Z", "RDATE:20260301T100000Z\r\nEXDATE;VALUE=DATE:20260105",
            "RRULE:FREQ=HOURLY;INTERVAL=5;COUNT=9\r\nEXRULE:FREQ=YEARLY;BYWEEKNO=2;BYDAY=MO,TU", "RRULE:FREQ=YEARLY;BYYEARDAY=5,-1",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T090000Z\r\nSEQUENCE:1", "RECURRENCE-ID:20260105T090000Z\r\nDURATION:P1DT2H",
            "DTSTART;TZID=X:20260105T090000",
        ]
        let zone =
            "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        var most = 0
        let tried = Fuzzing.mutate("calendars", [Self.calendar(rules).replacing("VERSION:2.0\r\n", with: "VERSION:2.0\r\n" + zone)], 150) {
            most = max(most, (try? CalendarReader($0, zone: rome, in: year).items.count) ?? 0)
        }
        #expect(tried >= 150)
        #expect((1...CalendarReader.most).contains(most))
    }

    @Test func mutatedFeedsEndNothing() {
        let rss = """
            <?xml version="1.0"?><rss version="2.0"><channel><title>x</title><item><title>a</title><link>/a</link><guid>1</guid>
            <pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate><description>&lt;p&gt;x &amp;#233;&lt;/p&gt;</description></item></channel></rss>
            """
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/"><title>x</title><entry><id>1</id><title>a &#x41;</title>
            <link href="b"/><updated>2026-03-02T10:00:00+01:00</updated><content type="html">x</content></entry></feed>
            """
        var most = 0
        let tried = Fuzzing.mutate("feeds", [rss, atom], 200) {
            most = max(most, (try? FeedReader($0, at: "https://a.example/feed").items.count) ?? 0)
        }
        #expect(tried >= 400)
        #expect(most > 0)
    }
}
