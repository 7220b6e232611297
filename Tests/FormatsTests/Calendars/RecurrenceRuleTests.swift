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

    /// What libical takes without a word and follows wrongly.
    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=DAILY;BYMONTHDAY=-1", "FREQ=HOURLY;INTERVAL=2;BYHOUR=9,12", "FREQ=YEARLY;BYWEEKNO=-1",
        "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=1", "FREQ=DAILY;FREQ=WEEKLY", "FREQ=MINUTELY", "RSCALE=CHINESE;FREQ=YEARLY",
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
