import Foundation
import Web

struct WeeklyHours: Sendable {
    /// 1 is Monday, 7 is Sunday.
    var weekday: Int
    /// Minutes after midnight; an end beyond 1,440 is on a later day.
    var from: Int
    var to: Int
    var validFrom: Date
    var validTo: Date

    func occurrences(in interval: DateInterval, zone: TimeZone, limit: Int = 400) -> [DateInterval] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let begin = max(interval.start, validFrom)
        var found: [DateInterval] = []
        var day = calendar.startOfDay(for: begin)
        // Foundation counts from Sunday = 1.
        let wanted = weekday % 7 + 1
        while calendar.component(.weekday, from: day) != wanted { day = calendar.date(byAdding: .day, value: 1, to: day) ?? day + 86_400 }
        while day < interval.end, day <= validTo, found.count < limit {
            if let start = moment(from, of: day, calendar), let end = moment(to, of: day, calendar), start < end, start >= begin,
                start < interval.end, start <= validTo
            {
                found.append(DateInterval(start: start, end: end))
            }
            guard let next = calendar.date(byAdding: .day, value: 7, to: day), next > day else { break }
            day = next
        }
        return found
    }

    /// Local time; an hour skipped by daylight saving becomes the following one.
    private func moment(_ minutes: Int, of day: Date, _ calendar: Calendar) -> Date? {
        if minutes >= 1_440 {
            let later = calendar.date(byAdding: .day, value: minutes / 1_440, to: day)
            return later.flatMap { self.moment(minutes % 1_440, of: $0, calendar) }
        }
        // Exact unless the clock changed earlier that day. The calendar search is much slower.
        let moment = day + Double(minutes * 60)
        let clock = CivilTime(moment, in: calendar.timeZone)
        if clock.hour * 60 + clock.minute == minutes, clock.second == 0 { return moment }
        return calendar.date(bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: day)
    }
}
