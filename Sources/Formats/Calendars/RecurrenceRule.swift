import CICal
import Foundation

/// A recurrence rule (RFC 5545, 3.3.10). Its parts are checked here; libical follows those that it does right, and `RecurrenceWalk` the
/// others. A rule with unknown parts is none: the event then appears once, rather than on wrong days.
struct RecurrenceRule: Sendable {
    enum Frequency: String, Sendable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        var seconds: Int {
            switch self {
            case .secondly: 1
            case .minutely: 60
            case .hourly: 3_600
            case .daily: 86_400
            case .weekly: 7 * 86_400
            case .monthly: 28 * 86_400
            case .yearly: 365 * 86_400
            }
        }
    }

    let frequency: Frequency
    private(set) var interval = 1
    private var count: Int?
    private var until: CalendarMoment?
    private(set) var lists: [String: [Int]] = [:]
    private(set) var weekdays: [Weekday] = []
    private(set) var weekStart = "MO"
    /// The day with which the rule ends, where programs disagree whether it belongs to it: a time as the end of whole days, or a day as that of
    /// times.
    private(set) var doubtfulDay: Int?

    struct Weekday: Sendable, Hashable {
        let name: String
        /// 2 second, -1 last, 0 every.
        let place: Int
    }

    private static let ranges: [String: ClosedRange<Int>] = [
        "BYMONTH": 1...12, "BYMONTHDAY": -31...31, "BYYEARDAY": -366...366, "BYWEEKNO": -53...53, "BYSETPOS": -366...366, "BYHOUR": 0...23,
        "BYMINUTE": 0...59, "BYSECOND": 0...60,
    ]
    private static let longestList = 62
    /// Seconds before the wanted times at which libical begins: at once it may miss the first.
    private static let lead = 2 * WallTime.day
    static let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// - Parameter zone: that of the event; `UNTIL` without a zone is in it.
    init?(_ text: String, zone: TimeZone) {
        var parts: [String: String] = [:]
        for part in text.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, parts.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
        }
        // The calendar of every rule without one (RFC 7529).
        if parts["RSCALE"] == "GREGORIAN", parts["SKIP"] ?? "OMIT" == "OMIT" {
            parts["RSCALE"] = nil
            parts["SKIP"] = nil
        }
        guard let frequency = parts.removeValue(forKey: "FREQ").flatMap(Frequency.init) else { return nil }
        self.frequency = frequency
        for (name, value) in parts {
            switch name {
            case "INTERVAL":
                guard let number = Int(value, in: 1...30_000) else { return nil }
                interval = number
            case "COUNT":
                guard let number = Int(value, in: -1...1_000_000_000), number != 0 else { return nil }
                // Exchange writes -1 for no end.
                count = number < 0 ? nil : number
            case "UNTIL":
                guard let moment = CalendarMoment(value, zone: zone) else { return nil }
                until = moment
            case "WKST":
                guard let first = Self.weekday(value[...]), first.place == 0 else { return nil }
                weekStart = first.name
            case "BYDAY":
                let all = value.split(separator: ",").map(Self.weekday)
                guard (1...Self.longestList).contains(all.count), !all.contains(nil) else { return nil }
                weekdays = Set(all.compactMap { $0 }).sorted { ($0.name, $0.place) < ($1.name, $1.place) }
            default:
                guard let range = Self.ranges[name], let numbers = Self.numbers(value, in: range) else { return nil }
                lists[name] = numbers
            }
        }
        guard isRule else { return nil }
    }

    /// The rule of an event that lasts whole days or has times.
    func repeating(wholeDays: Bool) -> Self {
        guard let until else { return self }
        var rule = self
        if wholeDays, !until.isDay {
            let day = until.lastDay
            rule.until = CalendarMoment(day: day, in: until.zone)
            rule.doubtfulDay = day == until.wall.days ? nil : day
        } else if !wholeDays, until.isDay {
            rule.doubtfulDay = until.wall.days
        }
        return rule
    }

    private static func numbers(_ text: String, in range: ClosedRange<Int>) -> [Int]? {
        let all = text.split(separator: ",").map { Int($0, in: range) }
        let isZeroed = range.lowerBound < 0 && all.contains(0)
        guard (1...longestList).contains(all.count), !all.contains(nil), !isZeroed else { return nil }
        return Set(all.compactMap { $0 }).sorted()
    }

    private static func weekday(_ text: Substring) -> Weekday? {
        guard names.contains(String(text.suffix(2))) else { return nil }
        let place = text.dropLast(2)
        guard let number = place.isEmpty ? 0 : Int(place, in: -53...53), place.isEmpty || number != 0 else { return nil }
        return Weekday(name: String(text.suffix(2)), place: number)
    }

    /// Monday is 0; the first day of 1970 was a Thursday.
    static func weekday(of time: WallTime) -> Int { (time.days % 7 + 10) % 7 }

    /// Whether the parts mean something together. Minutes and seconds repeated without an end are no events of a calendar.
    private var isRule: Bool {
        if has("BYSETPOS"), weekdays.isEmpty, lists.count == 1 { return false }
        if frequency == .minutely || frequency == .secondly, count == nil, until == nil { return false }
        return !(has("BYWEEKNO") && frequency != .yearly)
    }

    private func has(_ names: String...) -> Bool { names.contains { lists[$0] != nil } }

    /// Whether libical 3.0.16 follows the parts together. It takes some others without a word and follows them wrongly.
    private var isOfLibical: Bool {
        if interval > 400 || has("BYMINUTE", "BYSECOND") || (lists["BYWEEKNO"]?.first ?? 1) < 0 { return false }
        if has("BYSETPOS"), weekdays.isEmpty && !has("BYMONTHDAY", "BYMONTH") || has("BYHOUR", "BYWEEKNO", "BYYEARDAY") { return false }
        let largest = weekdays.map { max($0.place, -$0.place) }.max() ?? 0
        switch frequency {
        case .secondly, .minutely: return false
        case .hourly, .daily, .weekly:
            if largest > 0 || has("BYSETPOS", "BYWEEKNO", "BYYEARDAY") || (lists["BYMONTHDAY"]?.first ?? 1) < 0 { return false }
            if frequency == .weekly, has("BYMONTHDAY") { return false }
            return frequency == .daily || interval == 1 || !has("BYHOUR")
        case .monthly: return largest <= 5 && !has("BYWEEKNO", "BYYEARDAY")
        case .yearly:
            if largest > 0, has("BYMONTHDAY") { return false }
            if has("BYWEEKNO") { return largest == 0 && !has("BYMONTH", "BYMONTHDAY", "BYYEARDAY") }
            return !has("BYYEARDAY") || weekdays.isEmpty && !has("BYMONTH", "BYMONTHDAY")
        }
    }

    /// False for most rules that no date fulfils: libical would look for one until the year 20000, for seconds.
    private func canHold(from start: WallTime) -> Bool {
        let own = start.parts.month
        let months = (0..<12).map { frequency == .monthly ? (own - 1 + $0 * interval) % 12 + 1 : $0 + 1 }
        let most = Set(months).filter { lists["BYMONTH"]?.contains($0) ?? true }.map(mostDays)
        // The places of a year are counted over its months.
        let total = frequency == .yearly ? (countsByYear ? 366 : most.reduce(0, +)) : most.max() ?? 0
        return total > 0 && lists["BYSETPOS"]?.allSatisfy { max($0, -$0) > total } != true
    }

    /// Whether `20MO` is the twentieth Monday of the year.
    private var countsByYear: Bool { frequency == .yearly && lists["BYMONTH"] == nil && weekdays.contains { $0.place != 0 } }

    /// How many days of a month the rule names at most, whatever day it begins with.
    private func mostDays(in month: Int) -> Int {
        guard lists["BYMONTHDAY"] != nil || !weekdays.isEmpty else { return 1 }
        // February is the only month with two lengths; counted from its end, the days differ, but not whether there are any.
        let length = WallTime.length(of: month, in: 2000)
        let counts = (0..<7).map { first in
            (1...length).count { day in
                let isDay = lists["BYMONTHDAY"].map { $0.contains(day) || $0.contains(day - length - 1) } ?? true
                return isDay && isNamed(Self.names[(first + day - 1) % 7], day, of: length)
            }
        }
        return counts.max() ?? 0
    }

    private func isNamed(_ weekday: String, _ day: Int, of length: Int) -> Bool {
        guard frequency == .monthly || frequency == .yearly, !weekdays.isEmpty else { return true }
        return weekdays.contains {
            $0.name == weekday && ($0.place == 0 || $0.place == (day - 1) / 7 + 1 || $0.place == -((length - day) / 7 + 1))
        }
    }

    /// The times from `begin` to before `end`, for an event that starts at `start`.
    func times(
        from start: WallTime, in begin: WallTime, _ end: WallTime, zone: TimeZone, limit: Int, work: inout CalendarWork
    ) throws(CalendarReader.Refusal) -> [WallTime] {
        let last = self.last(before: end, zone)
        guard start <= last, limit > 0 else { return [] }
        guard isOfLibical else {
            return try walked(from: start, in: begin, end, zone: zone, limit: limit, work: &work)
        }
        guard canHold(from: start) else { return [] }
        // libical places weeks by the first day that the rule names, which may be in another week than the start: they are chosen here.
        let isWeekly = frequency == .weekly && interval > 1
        // What is counted is followed from its beginning, and longer intervals are placed by it.
        let isSkipping = count == nil && (interval == 1 || isWeekly) && begin > start + Self.lead
        let first = isSkipping ? begin + -Self.lead : start
        guard first <= last else { return [] }
        let periods = (last.seconds - first.seconds) / (frequency.seconds * (isWeekly ? 1 : interval)) + 1
        try work.spend(periods * (frequency == .hourly ? 1 : lists["BYHOUR"]?.count ?? 1))
        var rule = rule(from: start, until: last)
        if isWeekly { (rule.interval, rule.count) = (1, 0) }
        let found = try RecurrenceIterator.times(rule, from: start, skippingTo: isSkipping ? first : nil, &work) { time in
            time >= (isWeekly && count != nil ? start : max(start, begin)) && (!isWeekly || (week(time) - week(start)) % interval == 0)
        }
        let counted = isWeekly ? found.prefix(count ?? found.count).filter { $0 >= begin } : found
        return Array(counted.prefix(limit))
    }

    /// The times, without libical.
    func walked(
        from start: WallTime, in begin: WallTime, _ end: WallTime, zone: TimeZone, limit: Int, work: inout CalendarWork
    ) throws(CalendarReader.Refusal) -> [WallTime] {
        let last = self.last(before: end, zone)
        guard start <= last, limit > 0 else { return [] }
        return try RecurrenceWalk(rule: self, start: start).times(until: last, from: begin, count: count, limit: limit, &work)
    }

    /// Before UNTIL is looked at, libical walks on to the next time; so the last wanted one is always set.
    private func last(before end: WallTime, _ zone: TimeZone) -> WallTime {
        guard let until else { return end + -1 }
        return min(end + -1, until.isDay ? until.wall + (WallTime.day - 1) : WallTime(until.date, in: zone))
    }

    /// Whole weeks since 1970.
    private func week(_ time: WallTime) -> Int {
        let days = time.days + 10 - (Self.names.firstIndex(of: weekStart) ?? 0)
        return (days - (days % 7 + 7) % 7) / 7
    }

    private func rule(from start: WallTime, until last: WallTime) -> icalrecurrencetype {
        var parts = ["FREQ=\(frequency.rawValue)", "INTERVAL=\(interval)", "WKST=\(weekStart)"]
        var lists = lists
        // libical would keep to the month of the first time.
        if frequency == .yearly, lists["BYMONTHDAY"] != nil, lists["BYMONTH"] == nil { lists["BYMONTH"] = Array(1...12) }
        parts += lists.sorted { $0.key < $1.key }.map { "\($0)=\($1.map(String.init).joined(separator: ","))" }
        var days = weekdays.map { $0.place == 0 ? $0.name : "\($0.place)\($0.name)" }
        // libical would take the wrong day of those weeks.
        if has("BYWEEKNO"), days.isEmpty { days = [Self.names[Self.weekday(of: start)]] }
        if !days.isEmpty { parts.append("BYDAY=" + days.joined(separator: ",")) }
        var rule = icalrecurrencetype_from_string(parts.joined(separator: ";"))
        rule.until = RecurrenceIterator.time(last)
        rule.count = Int32(clamping: count ?? 0)
        return rule
    }
}
