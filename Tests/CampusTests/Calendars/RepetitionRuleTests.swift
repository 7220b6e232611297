import Admin
import Formats
import Foundation
import TestSupport
import Testing
import Web

@testable import Campus

/// 2030-03-05 is a Tuesday, the first of its month.
@Suite struct RepetitionRuleTests {
    private static let zone = Term.zone

    private static func moment(_ text: String) throws -> Date { try #require(TypedMoment.date(text, in: zone)) }

    private static let rules: [(rule: RepetitionRule, first: String, until: String, days: [String], text: String)] = [
        (
            RepetitionRule(unit: .day, interval: 10), "2030-03-05", "2030-04-04", ["03-05", "03-15", "03-25", "04-04"],
            "FREQ=DAILY;INTERVAL=10"
        ),
        (
            RepetitionRule(unit: .week, interval: 2, weekdays: [1, 4]), "2030-03-05", "2030-03-25",
            ["03-05", "03-07", "03-18", "03-19", "03-21"], "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,TH"
        ),
        (RepetitionRule(unit: .month), "2030-01-31", "2030-06-30", ["01-31", "03-31", "05-31"], "FREQ=MONTHLY;BYMONTHDAY=31"),
        (
            RepetitionRule(unit: .month, monthly: .weekday), "2030-03-12", "2030-06-30", ["03-12", "04-09", "05-14", "06-11"],
            "FREQ=MONTHLY;BYDAY=2TU"
        ),
        (
            RepetitionRule(unit: .month, monthly: .weekday), "2030-01-29", "2030-06-30", ["01-29", "04-30"], "FREQ=MONTHLY;BYDAY=5TU"
        ),
        (
            RepetitionRule(unit: .month, interval: 2, monthly: .last), "2030-03-31", "2030-12-31",
            ["03-31", "05-26", "07-28", "09-29", "11-24"],
            "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1SU"
        ),
        (RepetitionRule(unit: .week, count: 3), "2030-03-05", "2030-12-31", ["03-05", "03-12", "03-19"], "FREQ=WEEKLY;BYDAY=TU"),
    ]

    @Test(arguments: rules.indices) func hasItsDaysAtTheSameHours(_ index: Int) throws {
        let (rule, first, until, days, text) = Self.rules[index]
        let start = try Self.moment("\(first)T20:00")
        let times = rule.times(
            of: DateInterval(start: start, duration: 7_200), until: try Self.moment("\(until)T23:59"), zone: Self.zone)
        #expect(times.map { String(AgendaSpan.text($0.start, Self.zone).dropFirst(5)) } == days)
        #expect(times.allSatisfy { CivilTime($0.start, in: Self.zone).hour == 20 && CivilTime($0.end, in: Self.zone).hour == 22 })
        #expect(rule.rule(from: CivilDay(start, in: Self.zone)) == text)
    }

    /// What leaves is read back by the reader of other people's calendars.
    @Test(arguments: rules.indices) func itsFileIsReadWithTheSameDays(_ index: Int) throws {
        let (rule, first, until, _, _) = Self.rules[index]
        let start = try Self.moment("\(first)T20:00")
        let times = rule.times(
            of: DateInterval(start: start, duration: 7_200), until: try Self.moment("\(until)T23:59"), zone: Self.zone)
        let found = Dictionary(uniqueKeysWithValues: times.map { ($0.start, Self.entry($0)) })
        let entries = RepeatedEntry(uid: "series-1", repetition: rule, slots: times.map(\.start), zone: Self.zone).entries(found)
        #expect(entries.count == 1)
        #expect(try Self.read(entries) == times.map(\.start))
    }

    @Test func whatIsLeftOutMovedOrCancelledIsAnException() throws {
        let start = try Self.moment("2030-03-05T20:00")
        let rule = RepetitionRule(unit: .week, count: 6)
        let times = rule.times(
            of: DateInterval(start: start, duration: 7_200), until: try Self.moment("2030-12-31"), zone: Self.zone)
        var found = Dictionary(uniqueKeysWithValues: times.map { ($0.start, Self.entry($0)) })
        found[times[0].start] = nil
        found[times[2].start] = nil
        found[times[3].start]?.start += 3_600
        found[times[4].start]?.isCancelled = true
        let entries = RepeatedEntry(uid: "series-1", repetition: rule, slots: times.map(\.start), zone: Self.zone).entries(found)
        #expect(entries.map(\.uid) == ["series-1", "series-1", "series-1"])
        #expect(entries.map(\.instead) == [nil, times[3].start, times[4].start])
        #expect(entries[0].start == times[1].start)
        #expect(entries[0].except == [times[2].start])
        // Counted from the first of all, which is left out: the last one tells.
        #expect(entries[0].count == nil)
        #expect(entries[0].repeatsUntil == times[5].start)
        #expect(try Self.read(entries) == [times[1].start, times[3].start + 3_600, times[4].start, times[5].start])
    }

    @Test func isSaidAsASentence() throws {
        let first = try Self.moment("2030-03-10T20:00")
        let until = try Self.moment("2030-12-24T23:59")
        let second = RepetitionRule(unit: .month, interval: 2, monthly: .weekday)
        let italian = RenderContext(words: try TestSite.texts.words(in: .italian), zone: Self.zone)
        #expect(second.sentence(from: first, until: until, italian) == "Ogni 2 mesi, la seconda domenica, fino al 24 dicembre 2030.")
        let english = RenderContext(words: try TestSite.texts.words(in: .english), zone: Self.zone)
        let counted = RepetitionRule(unit: .week, weekdays: [1, 4], count: 5)
        #expect(counted.sentence(from: first, until: until, english) == "Every week on Monday, Thursday and Sunday, 5 times.")
    }

    private static let refusals = [
        ("every", "0", "every"), ("every", "no", "every"), ("until", "", "until"), ("until", "2030-03-01", "until"),
        ("until", "2034-01-01", "until"), ("count", "1", "count"), ("count", "101", "count"), ("monthly", "last", "monthly"),
    ]

    @Test(arguments: refusals) func refusesWhatIsNoRule(_ name: String, _ value: String, _ field: String) throws {
        var typed = ["repeats": "month", "every": "1", "until": "2030-06-30", "monthly": "date", "count": ""]
        typed[name] = value
        let query = typed.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        let form = RepetitionForm(
            form: Form(query: query), words: try TestSite.texts.words(in: .italian), zone: Self.zone, most: 100)
        var errors = FieldErrors()
        let read = form.read(first: try Self.moment("2030-03-05T20:00"), latest: try Self.moment("2032-03-05"), &errors)
        #expect(read == nil)
        #expect(errors.all.map(\.name) == [field])
    }

    @Test func moreTimesThanMayBeAreRefused() throws {
        let form = RepetitionForm(
            form: Form(query: "repeats=day&until=2031-03-05"), words: try TestSite.texts.words(in: .italian), zone: Self.zone, most: 100)
        var errors = FieldErrors()
        let read = form.read(first: try Self.moment("2030-03-05T20:00"), latest: try Self.moment("2032-03-05"), &errors)
        #expect(read == nil)
        #expect(errors.all.map(\.name) == ["until"])
    }

    private static func entry(_ time: DateInterval) -> CalendarEntry {
        CalendarEntry(uid: "event-1", start: time.start, end: time.end, summary: "Cineforum", changedAt: time.start - 86_400)
    }

    /// The beginnings that the reader finds.
    private static func read(_ entries: [CalendarEntry]) throws -> [Date] {
        let text = CalendarFile(name: "Cineforum", zone: zone, entries: entries).text
        let window = DateInterval(start: try moment("2030-01-01"), end: try moment("2031-01-01"))
        return try CalendarReader(Array(text.utf8), zone: zone, in: window).items.map(\.start).sorted()
    }
}
