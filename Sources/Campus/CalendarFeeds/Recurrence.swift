import Foundation
import Web

/// The RRULE parts that university calendars use: frequency, interval, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, COUNT and UNTIL. A rule with
/// other parts is ignored: the event then appears once, rather than on wrong days.
struct Recurrence: Sendable, Equatable {
    enum Frequency: String, Sendable { case daily = "DAILY", weekly = "WEEKLY", monthly = "MONTHLY", yearly = "YEARLY" }

    private let frequency: Frequency
    private var interval = 1
    private var count: Int?
    private var until: Date?
    /// Weekday, Monday = 1, and place in the month: 2 second, -1 last, 0 every.
    private var weekdays: [Weekday] = []
    private var monthDays: [Int] = []
    private var months: [Int] = []
    /// BYSETPOS: 1 first, -1 last; empty for all.
    private var positions: [Int] = []
    /// WKST: groups the days of weeks when the interval is over one.
    private var weekStart = 1

    private struct Weekday: Sendable, Hashable {
        let day: Int
        let place: Int
    }

    init?(_ text: String, zones: CalendarZones) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            parts[pair[0]] = pair[1]
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap(Frequency.init) else { return nil }
        self.frequency = frequency
        if let first = parts.removeValue(forKey: "WKST") {
            guard let weekday = Self.weekday(Substring(first)), weekday.place == 0 else { return nil }
            weekStart = weekday.day
        }
        for (name, value) in parts {
            switch name {
            case "INTERVAL":
                guard let number = Int(value, in: 1...400) else { return nil }
                interval = number
            case "COUNT":
                guard let number = Int(value, in: 1...1_000_000_000) else { return nil }
                count = number
            case "UNTIL":
                guard let line = CalendarLine.all(Array("UNTIL:\(value)".utf8)).first?.moments(zones).first else { return nil }
                // A date without time includes the whole day.
                until = line.isDay ? line.date + 86_399 : line.date
            case "BYDAY":
                let all = value.split(separator: ",").map(Self.weekday)
                guard all.allSatisfy({ $0 != nil }) else { return nil }
                weekdays = Set(all.compactMap { $0 }).sorted { ($0.day, $0.place) < ($1.day, $1.place) }
            case "BYMONTHDAY":
                guard let all = Self.numbers(value, in: -31...31) else { return nil }
                monthDays = all
            case "BYMONTH":
                guard let all = Self.numbers(value, in: 1...12) else { return nil }
                months = all
            case "BYSETPOS":
                guard let all = Self.numbers(value, in: -366...366), !all.isEmpty else { return nil }
                positions = all
            default: return nil
            }
        }
        // BYSETPOS needs another BY part.
        if !positions.isEmpty, weekdays.isEmpty, monthDays.isEmpty, months.isEmpty { return nil }
        if frequency == .weekly || frequency == .daily, weekdays.contains(where: { $0.place != 0 }) { return nil }
        if frequency == .yearly, months.isEmpty, !weekdays.isEmpty || !monthDays.isEmpty { return nil }
    }

    private static func numbers(_ text: String, in range: ClosedRange<Int>) -> [Int]? {
        let all = text.split(separator: ",").map { Int($0, in: range) }
        return all.contains(0) || all.contains(nil) ? nil : Set(all.compactMap { $0 }).sorted()
    }

    private static func weekday(_ text: Substring) -> Weekday? {
        guard let day = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text.suffix(2))) else { return nil }
        let place = text.dropLast(2)
        guard let number = place.isEmpty ? 0 : Int(place, in: -5...5), place.isEmpty || number != 0 else { return nil }
        return Weekday(day: day + 1, place: number)
    }

    /// All times within an interval, in a zone. `patience` is the remaining number of periods, reduced by this call. - Throws:
    /// `CalendarReader.Refusal` when it is used up.
    func times(
        from start: Date, in interval: DateInterval, zone: TimeZone, limit: Int, patience: inout Int
    ) throws(CalendarReader.Refusal) -> [Date] {
        let calendar = AgendaSpan.calendar(zone)
        var (found, number): ([Date], Int) = ([], 0)
        // Days in forty years: a rule that never matches still ends.
        for step in 0..<15_000 {
            patience -= 1
            guard patience >= 0 else { throw .tooLong }
            guard let times = period(step, from: start, calendar) else { break }
            for time in chosen(times) where time >= start {
                if let until, time > until { return found }
                number += 1
                if let count, number > count { return found }
                if time >= interval.end || found.count >= limit { return found }
                if time >= interval.start { found.append(time) }
            }
        }
        return found
    }

    private func chosen(_ times: [Date]) -> [Date] {
        if positions.isEmpty { return times }
        let places = Set(positions.map { $0 > 0 ? $0 - 1 : times.count + $0 })
        return times.indices.filter(places.contains).map { times[$0] }
    }

    /// The sorted times of one period; nil past the representable dates.
    private func period(_ step: Int, from start: Date, _ calendar: Calendar) -> [Date]? {
        switch frequency {
        case .daily:
            guard let day = calendar.date(byAdding: .day, value: step * interval, to: start) else { return nil }
            return isWanted(day, calendar) ? [day] : []
        case .weekly:
            let own = Self.weekday(start, calendar)
            guard let base = calendar.date(byAdding: .day, value: step * interval * 7 - place(own), to: start) else { return nil }
            let places = weekdays.isEmpty ? [place(own)] : weekdays.map { place($0.day) }.sorted()
            return places.compactMap { calendar.date(byAdding: .day, value: $0, to: base) }
                .filter { months.isEmpty || months.contains(calendar.component(.month, from: $0)) }
        case .monthly: return month(step * interval, from: start, calendar)
        case .yearly:
            if months.isEmpty { return month(step * interval * 12, from: start, calendar) }
            let own = calendar.component(.month, from: start)
            let all = months.sorted().map { month(step * interval * 12 + $0 - own, from: start, calendar) }
            return all.contains { $0 == nil } ? nil : all.compactMap { $0 }.flatMap { $0 }
        }
    }

    private func place(_ weekday: Int) -> Int { (weekday - weekStart + 7) % 7 }

    private func isWanted(_ day: Date, _ calendar: Calendar) -> Bool {
        (weekdays.isEmpty || weekdays.contains { $0.day == Self.weekday(day, calendar) })
            && (monthDays.isEmpty || monthDays.contains(calendar.component(.day, from: day)))
            && (months.isEmpty || months.contains(calendar.component(.month, from: day)))
    }

    private func month(_ number: Int, from start: Date, _ calendar: Calendar) -> [Date]? {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: start)
        let months = (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1 + number
        guard months < 2_300 * 12, let first = calendar.date(from: DateComponents(year: months / 12, month: months % 12 + 1, day: 1)),
            let length = calendar.range(of: .day, in: .month, for: first)?.count
        else { return nil }
        if frequency == .monthly, !self.months.isEmpty, !self.months.contains(months % 12 + 1) { return [] }
        let lead = Self.weekday(first, calendar)
        let days = (1...length).filter { day in
            let weekday = (lead + day - 2) % 7 + 1
            let isDay = monthDays.isEmpty || monthDays.contains(day) || monthDays.contains(day - length - 1)
            let isWeekday =
                weekdays.isEmpty
                || weekdays.contains {
                    $0.day == weekday
                        && ($0.place == 0 || $0.place == (day - 1) / 7 + 1 || $0.place == -((length - day) / 7 + 1))
                }
            return monthDays.isEmpty && weekdays.isEmpty ? day == parts.day : isDay && isWeekday
        }
        return days.compactMap {
            calendar.date(
                from: DateComponents(
                    year: months / 12, month: months % 12 + 1, day: $0, hour: parts.hour, minute: parts.minute, second: parts.second))
        }
    }

    private static func weekday(_ date: Date, _ calendar: Calendar) -> Int { (calendar.component(.weekday, from: date) + 5) % 7 + 1 }
}
