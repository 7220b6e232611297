import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite struct RecurrenceRuleTests {
    private func times(_ rule: String, from start: String, count: Int = 4) throws -> [String] {
        let start = try #require(CalendarMoment(start, zone: .gmt)).wall
        let rule = try #require(RecurrenceRule(rule, zone: .gmt))
        var work = CalendarWork(steps: 20_000)
        return try rule.times(from: start, in: start, start + 4_000 * WallTime.day, zone: .gmt, limit: count, work: &work).map {
            String($0.text.prefix(8))
        }
    }

    /// The weeks are counted from that of the start, also where the start itself is no day of the rule.
    @Test func everySecondWeekIsThatOfTheStart() throws {
        let found = try times("FREQ=WEEKLY;INTERVAL=2;WKST=SA;BYDAY=SU,MO", from: "20260710T013000")
        #expect(found == ["20260719", "20260720", "20260802", "20260803"])
        let counted = try times("FREQ=WEEKLY;INTERVAL=7;WKST=FR;BYDAY=TU;COUNT=2", from: "20260501T230000")
        #expect(counted == ["20260505", "20260623"])
    }

    @Test func leapDaysAndLastDaysAreThoseOfTheCalendar() throws {
        #expect(try times("FREQ=YEARLY", from: "20240229T100000", count: 2) == ["20240229", "20280229"])
        #expect(try times("FREQ=MONTHLY;BYMONTHDAY=-1", from: "20260131T100000") == ["20260131", "20260228", "20260331", "20260430"])
    }

    private static let walked: [(String, [String])] = [
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=-1", ["20260107T0900", "20260114T0900", "20260121T0900", "20260128T0900"]),
        ("FREQ=DAILY;BYMONTHDAY=-1", ["20260131T0900", "20260228T0900", "20260331T0900", "20260430T0900"]),
        ("FREQ=HOURLY;INTERVAL=2;BYHOUR=9,12", ["20260105T0900", "20260106T0900", "20260107T0900", "20260108T0900"]),
        ("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO", ["20261228T0900", "20271227T0900", "20281225T0900", "20291224T0900"]),
        ("FREQ=YEARLY;BYYEARDAY=1,40;BYMONTH=2", ["20260209T0900", "20270209T0900", "20280209T0900", "20290209T0900"]),
        ("FREQ=MINUTELY;INTERVAL=90;COUNT=4", ["20260105T0900", "20260105T1030", "20260105T1200", "20260105T1330"]),
        ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30", ["20260105T0900", "20260105T0930", "20260106T0900", "20260106T0930"]),
        ("FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=2,9", ["20260202T0900", "20260209T0900", "20260302T0900", "20260309T0900"]),
        ("FREQ=YEARLY;BYDAY=2MO;BYMONTHDAY=8,9,10,11,12,13,14;BYMONTH=3;COUNT=2", ["20260309T0900", "20270308T0900"]),
        ("FREQ=MONTHLY;BYYEARDAY=-1", ["20261231T0900", "20271231T0900", "20281231T0900", "20291231T0900"]),
        (
            "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;BYDAY=MO;UNTIL=20260112T092000Z",
            ["20260105T0900", "20260105T0920", "20260105T0940", "20260112T0900"]
        ),
        ("FREQ=SECONDLY;INTERVAL=45;COUNT=3", ["20260105T0900", "20260105T0900", "20260105T0901"]),
        ("FREQ=DAILY;INTERVAL=450", ["20260105T0900", "20270331T0900", "20280623T0900", "20290916T0900"]),
    ]

    /// What libical follows wrongly or not at all; the expected times are those of dateutil.
    @Test(arguments: walked) func rulesBeyondLibicalAreWalked(_ rule: String, _ expected: [String]) throws {
        let start = try #require(CalendarMoment("20260105T090000", zone: .gmt)).wall
        let read = try #require(RecurrenceRule(rule, zone: .gmt))
        var work = CalendarWork(steps: 200_000)
        let found = try read.times(from: start, in: start, start + 4_000 * WallTime.day, zone: .gmt, limit: 4, work: &work)
        #expect(found.map { String($0.text.prefix(13)) } == expected)
    }

    /// Both ways through a rule agree where both can follow it.
    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "FREQ=YEARLY;BYYEARDAY=100,-1", "FREQ=HOURLY;INTERVAL=7", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15,-1",
        "FREQ=DAILY;INTERVAL=3;BYMONTH=2,8",
    ])
    func bothWaysAgree(_ rule: String) throws {
        let start = try #require(CalendarMoment("20260105T090000", zone: .gmt)).wall
        let read = try #require(RecurrenceRule(rule, zone: .gmt))
        let end = start + 1_500 * WallTime.day
        var work = CalendarWork(steps: 400_000)
        let one = try read.times(from: start, in: start, end, zone: .gmt, limit: 60, work: &work)
        let other = try RecurrenceWalk(rule: read, start: start).times(until: end + -1, from: start, count: nil, limit: 60, &work)
        #expect(!one.isEmpty)
        #expect(one == other)
    }

    /// Parts that mean nothing together, and minutes without an end.
    @Test(arguments: [
        "FREQ=DAILY;FREQ=WEEKLY", "FREQ=MINUTELY", "RSCALE=CHINESE;FREQ=YEARLY", "FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYWEEKNO=3",
        "FREQ=FORTNIGHTLY", "FREQ=DAILY;BYMINUTE=60",
    ])
    func otherRulesAreNone(_ rule: String) {
        #expect(RecurrenceRule(rule, zone: .gmt) == nil)
    }

    @Test func mutatedCalendarRulesEndNothing() {
        let rules = [
            "FREQ=MONTHLY;BYDAY=1MO,-1FR;BYMONTHDAY=1,-1;BYSETPOS=1,-1;COUNT=9", "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO;WKST=SU",
            "FREQ=HOURLY;INTERVAL=5;BYDAY=MO;UNTIL=20270101T000000Z", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU;WKST=WE;COUNT=7",
            "FREQ=DAILY;BYHOUR=1,9,17;BYMONTH=2,11", "FREQ=YEARLY;BYYEARDAY=1,100,-1",
        ]
        let start = WallTime(seconds: 1_767_603_600)
        var (found, understood) = (0, 0)
        let tried = Fuzzing.mutate("rules", rules, 100) { bytes in
            guard let rule = RecurrenceRule(String(decoding: bytes, as: UTF8.self), zone: .gmt) else { return }
            understood += 1
            var work = CalendarWork(steps: 20_000)
            let times = try? rule.times(from: start, in: start, start + 400 * WallTime.day, zone: .gmt, limit: 50, work: &work)
            #expect(times?.count ?? 0 <= 50)
            #expect(times?.allSatisfy { $0 >= start } != false)
            found += times?.count ?? 0
        }
        #expect(tried >= 600)
        #expect(understood > 10)
        #expect(found > 50)
    }
}
