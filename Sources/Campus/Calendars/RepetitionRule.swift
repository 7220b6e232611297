import Foundation
import Web

/// How an event comes back, as people say it: every second week on Monday and Thursday, each month on the second Tuesday.
struct RepetitionRule: Codable, Equatable, Sendable {
    enum Unit: String, Codable, CaseIterable, Sendable {
        case day, week, month

        var frequency: String {
            switch self {
            case .day: "DAILY"
            case .week: "WEEKLY"
            case .month: "MONTHLY"
            }
        }
    }

    /// The day within a month: the tenth, the second Tuesday, the last Tuesday.
    enum Monthly: String, Codable, CaseIterable, Sendable { case date, weekday, last }

    static let intervals = 1...99

    var unit = Unit.week
    var interval = 1
    /// 1 is Monday, 7 is Sunday; empty for that of the first time. Only of weeks.
    var weekdays: [Int] = []
    var monthly = Monthly.date
    /// How often, with the first time; nil for until a day.
    var count: Int?

    /// Days from the first time to each, that included, up to `last`.
    func offsets(from first: CivilDay, to last: Int) -> [Int] {
        var (found, number): ([Int], Int) = ([], 0)
        while found.count < count ?? .max, let period = period(number, from: first), period.begin <= last {
            found += period.days.filter { (0...max(0, last)).contains($0) }
            number += 1
        }
        return Array(found.prefix(count ?? found.count))
    }

    private func period(_ number: Int, from first: CivilDay) -> (begin: Int, days: [Int])? {
        let civil = first.civil
        switch unit {
        case .day: return (number * interval, [number * interval])
        case .week:
            let monday = number * interval * 7 - (civil.weekday - 1)
            return (monday, Set(weekdays).union([civil.weekday]).sorted().map { monday + $0 - 1 })
        case .month:
            let month = civil.year * 12 + civil.month - 1 + number * interval
            guard let begin = CivilDay(year: month / 12, month: month % 12 + 1, day: 1),
                let next = CivilDay(year: (month + 1) / 12, month: (month + 1) % 12 + 1, day: 1)
            else { return nil }
            let day = day(from: begin, to: next, as: civil)
            return (begin.ordinal - first.ordinal, day < next.ordinal ? [day - first.ordinal] : [])
        }
    }

    /// The day of a month, beyond its end where it has none.
    private func day(from begin: CivilDay, to next: CivilDay, as civil: CivilTime) -> Int {
        switch monthly {
        case .date: return begin.ordinal + civil.day - 1
        case .weekday: return begin.ordinal + (civil.weekday - begin.civil.weekday + 7) % 7 + (Self.place(of: civil) - 1) * 7
        case .last:
            let last = CivilDay(ordinal: next.ordinal - 1)
            return last.ordinal - (last.civil.weekday - civil.weekday + 7) % 7
        }
    }

    /// 2 for the second Tuesday of its month.
    static func place(of civil: CivilTime) -> Int { (civil.day - 1) / 7 + 1 }

    /// Whether no such weekday follows within the month.
    static func isLast(_ day: CivilDay) -> Bool { CivilDay(ordinal: day.ordinal + 7).civil.month != day.civil.month }

    /// The times that begin from `interval.start` to `until`, at the same hours by the clock.
    func times(of first: DateInterval, until: Date, in interval: DateInterval, zone: TimeZone) -> [DateInterval] {
        let (calendar, day) = (AgendaSpan.calendar(zone), CivilDay(first.start, in: zone))
        func ordinal(_ date: Date) -> Int { CivilDay(date, in: zone).ordinal - day.ordinal }
        let (begin, end) = (interval.start, min(until, interval.end))
        guard first.start <= end else { return [] }
        return offsets(from: day, to: ordinal(end)).filter { $0 >= ordinal(max(begin, first.start)) }.compactMap { offset in
            guard let start = calendar.date(byAdding: .day, value: offset, to: first.start),
                let stop = calendar.date(byAdding: .day, value: offset, to: first.end), start >= begin, start <= end, start <= stop
            else { return nil }
            return DateInterval(start: start, end: stop)
        }
    }

    /// All times with the first.
    func times(of first: DateInterval, until: Date, zone: TimeZone) -> [DateInterval] {
        times(of: first, until: until, in: DateInterval(start: first.start, end: max(first.start, until)), zone: zone)
    }

    /// A recurrence rule (RFC 5545, 3.3.10) without its end.
    func rule(from first: CivilDay) -> String {
        let (civil, names) = (first.civil, ["MO", "TU", "WE", "TH", "FR", "SA", "SU"])
        var parts = ["FREQ=" + unit.frequency]
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        switch (unit, monthly) {
        case (.day, _): break
        case (.week, _): parts.append("BYDAY=" + Set(weekdays).union([civil.weekday]).sorted().map { names[$0 - 1] }.joined(separator: ","))
        case (.month, .date): parts.append("BYMONTHDAY=\(civil.day)")
        case (.month, .weekday): parts.append("BYDAY=\(Self.place(of: civil))\(names[civil.weekday - 1])")
        case (.month, .last): parts.append("BYDAY=-1" + names[civil.weekday - 1])
        }
        return parts.joined(separator: ";")
    }
}
