import Foundation
import Testing

@testable import Campus

@Suite struct WeeklyHoursTests {
    /// From 5 January 2026, a Monday.
    private static let year = DateInterval(start: Date(timeIntervalSince1970: 1_767_571_200), duration: 364 * 86_400)

    private func hours(_ weekday: Int, _ from: Int, _ to: Int) -> WeeklyHours {
        WeeklyHours(weekday: weekday, from: from, to: to, validFrom: Self.year.start, validTo: Self.year.end)
    }

    private func moment(_ minutes: Int, of day: Date, _ calendar: Calendar) -> Date? {
        calendar.date(bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day)
    }

    /// Day by day, as the calendar finds each hour.
    private func searched(_ hours: WeeklyHours, _ zone: TimeZone) -> [DateInterval] {
        let calendar = AgendaSpan.calendar(zone)
        var found: [DateInterval] = []
        var day = calendar.startOfDay(for: Self.year.start)
        while day < Self.year.end {
            if AgendaSpan.weekday(day, zone).number == hours.weekday, let start = moment(hours.from, of: day, calendar),
                let end = moment(hours.to, of: day, calendar), start < end, Self.year.start <= start, start < Self.year.end
            {
                found.append(DateInterval(start: start, end: end))
            }
            day = calendar.date(byAdding: .day, value: 1, to: day) ?? Self.year.end
        }
        return found
    }

    /// Also where clocks change at midnight, by half an hour, or for a month.
    @Test(arguments: ["Europe/Rome", "Atlantic/Azores", "Asia/Beirut", "Australia/Lord_Howe", "Africa/Casablanca"])
    func aLectureIsWhenTheCalendarSaysSo(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        for weekday in 1...7 {
            for (from, to) in [(0, 59), (30, 90), (125, 150), (170, 600)] {
                let hours = hours(weekday, from, to)
                #expect(hours.occurrences(in: Self.year, zone: zone) == searched(hours, zone), "\(weekday), \(from)–\(to)")
            }
        }
    }
}
