/// The walk through the periods of a rule that libical 3.0.16 does not follow or follows wrongly: lists of minutes, places in a week, days of
/// the year within months. Every list narrows the times of a period, as dateutil reads them.
struct RecurrenceWalk {
    let rule: RecurrenceRule
    let start: WallTime

    private let months: Set<Int>?
    private let monthDays, yearDays, weeks, places: [Int]?
    private let plainDays: Set<Int>
    private let placedDays: [(weekday: Int, place: Int)]
    private let hours, minutes, seconds: [Int]?

    init(rule: RecurrenceRule, start: WallTime) {
        (self.rule, self.start) = (rule, start)
        let (lists, parts) = (rule.lists, start.parts)
        let isPlaced = rule.frequency == .yearly || rule.frequency == .monthly
        let named = rule.weekdays.map { (weekday: RecurrenceRule.names.firstIndex(of: $0.name) ?? 0, place: isPlaced ? $0.place : 0) }
        placedDays = named.filter { $0.place != 0 }
        (yearDays, weeks, places) = (lists["BYYEARDAY"], lists["BYWEEKNO"], lists["BYSETPOS"])
        let isOpen = rule.weekdays.isEmpty && lists["BYMONTHDAY"] == nil && yearDays == nil
        var (months, monthDays, plain) = (lists["BYMONTH"], lists["BYMONTHDAY"], Set(named.filter { $0.place == 0 }.map(\.weekday)))
        switch rule.frequency {
        // What the rule does not say it has from the first time.
        case .yearly where isOpen && weeks != nil: plain = [RecurrenceRule.weekday(of: start)]
        case .yearly where isOpen: (months, monthDays) = (months ?? [parts.month], [parts.day])
        case .monthly where isOpen: monthDays = [parts.day]
        case .weekly where isOpen: plain = [RecurrenceRule.weekday(of: start)]
        default: break
        }
        (self.months, self.monthDays, plainDays) = (months.map(Set.init), monthDays, plain)
        let size = rule.frequency.seconds
        hours = lists["BYHOUR"] ?? (size > 3_600 ? [parts.hour] : nil)
        minutes = lists["BYMINUTE"] ?? (size > 60 ? [parts.minute] : nil)
        seconds = lists["BYSECOND"]?.map { min($0, 59) } ?? (size > 1 ? [parts.second] : nil)
    }

    /// The times from `begin` to `last`, at most `limit`; `count` counts from the start of the event.
    func times(
        until last: WallTime, from begin: WallTime, count: Int?, limit: Int, _ work: inout CalendarWork
    ) throws(CalendarReader.Refusal) -> [WallTime] {
        var (found, counted): ([WallTime], Int) = ([], 0)
        // What is counted is followed from its beginning.
        var index = count == nil ? max(0, periods(to: begin) - 1) : 0
        while found.count < limit, counted < count ?? .max {
            guard let period = period(index), period.begin <= last else { break }
            index += 1
            if let days = period.days {
                try work.spend(1 + days.count / 8)
                let wanted = days.filter(isDay)
                guard !wanted.isEmpty else { continue }
                for time in placed(wanted.flatMap(times(of:))) where time >= start && time <= last {
                    counted += 1
                    if counted <= count ?? .max, time >= begin { found.append(time) }
                }
            } else {
                try work.spend(1)
                guard isDay(period.begin.days) else {
                    // The rest of a day that is not wanted is left out at once.
                    let next = WallTime(seconds: (period.begin.days + 1) * WallTime.day)
                    index = max(index, (next.seconds - origin.seconds + step - 1) / step)
                    continue
                }
                for time in placed(times(ofHour: period.begin)) where time >= start && time <= last {
                    counted += 1
                    if counted <= count ?? .max, time >= begin { found.append(time) }
                }
            }
        }
        return Array(found.prefix(limit))
    }

    private var step: Int { rule.interval * rule.frequency.seconds }

    private var origin: WallTime { WallTime(seconds: start.seconds - start.seconds % min(rule.frequency.seconds, 3_600)) }

    private var firstWeekday: Int { RecurrenceRule.names.firstIndex(of: rule.weekStart) ?? 0 }

    /// Whole periods from the start to a time; at most those that there are.
    private func periods(to time: WallTime) -> Int {
        guard time > start else { return 0 }
        let (from, to) = (start.parts, time.parts)
        return switch rule.frequency {
        case .yearly: (to.year - from.year) / rule.interval
        case .monthly: ((to.year - from.year) * 12 + to.month - from.month) / rule.interval
        default: (time.seconds - start.seconds) / step
        }
    }

    private func period(_ index: Int) -> (begin: WallTime, days: Range<Int>?)? {
        let from = start.parts
        switch rule.frequency {
        case .yearly:
            let year = from.year + index * rule.interval
            guard let begin = WallTime(year, 1, 1) else { return nil }
            return (begin, begin.days..<(begin.days + Self.length(of: year)))
        case .monthly:
            let month = from.year * 12 + from.month - 1 + index * rule.interval
            guard let begin = WallTime(month / 12, month % 12 + 1, 1) else { return nil }
            return (begin, begin.days..<(begin.days + WallTime.length(of: month % 12 + 1, in: month / 12)))
        case .weekly:
            let own = start.days - (RecurrenceRule.weekday(of: start) - firstWeekday + 7) % 7
            let first = own + index * rule.interval * 7
            return (WallTime(seconds: first * WallTime.day), first..<(first + 7))
        case .daily:
            let day = start.days + index * rule.interval
            return (WallTime(seconds: day * WallTime.day), day..<(day + 1))
        case .hourly, .minutely, .secondly: return (origin + index * step, nil)
        }
    }

    private static func length(of year: Int) -> Int { 337 + WallTime.length(of: 2, in: year) }

    private func isDay(_ day: Int) -> Bool {
        let time = WallTime(seconds: day * WallTime.day)
        let (date, weekday) = (time.parts, RecurrenceRule.weekday(of: time))
        if let months, !months.contains(date.month) { return false }
        let length = WallTime.length(of: date.month, in: date.year)
        if let monthDays, !monthDays.contains(date.day), !monthDays.contains(date.day - length - 1) { return false }
        if let yearDays {
            let number = day - (WallTime(date.year, 1, 1)?.days ?? 0) + 1
            guard yearDays.contains(number) || yearDays.contains(number - Self.length(of: date.year) - 1) else { return false }
        }
        if let weeks, !weeks.contains(where: { isWeek($0, of: day, date.year) }) { return false }
        guard !plainDays.isEmpty || !placedDays.isEmpty else { return true }
        return plainDays.contains(weekday) || placedDays.contains { $0.weekday == weekday && isPlace($0.place, day, length) }
    }

    /// Whether a day is the second Monday, of its month or, in a yearly rule without months, of its year.
    private func isPlace(_ place: Int, _ day: Int, _ length: Int) -> Bool {
        let date = WallTime(seconds: day * WallTime.day).parts
        let isOfYear = rule.frequency == .yearly && months == nil
        let number = isOfYear ? day - (WallTime(date.year, 1, 1)?.days ?? 0) + 1 : date.day
        let all = isOfYear ? Self.length(of: date.year) : length
        return place > 0 ? (number - 1) / 7 + 1 == place : (all - number) / 7 + 1 == -place
    }

    /// Week 1 is the first with at least four days in the year; -1 the last.
    private func isWeek(_ number: Int, of day: Int, _ year: Int) -> Bool {
        for year in [year - 1, year, year + 1] {
            let (first, next) = (firstWeek(of: year), firstWeek(of: year + 1))
            if day >= first, day < next { return number > 0 ? (day - first) / 7 + 1 == number : (next - 1 - day) / 7 + 1 == -number }
        }
        return false
    }

    private func firstWeek(of year: Int) -> Int {
        guard let begin = WallTime(max(year, WallTime.years.lowerBound), 1, 1) else { return Int.max / 2 }
        let since = (RecurrenceRule.weekday(of: begin) - firstWeekday + 7) % 7
        return since <= 3 ? begin.days - since : begin.days - since + 7
    }

    private func times(of day: Int) -> [WallTime] {
        (hours ?? Array(0..<24)).sorted().flatMap { times(ofHour: WallTime(seconds: day * WallTime.day + $0 * 3_600), isWhole: true) }
    }

    private func times(ofHour time: WallTime, isWhole: Bool = false) -> [WallTime] {
        let parts = time.parts
        if !isWhole, let hours, !hours.contains(parts.hour) { return [] }
        let hour = time.seconds - time.seconds % 3_600
        let size = isWhole ? 3_600 : rule.frequency.seconds
        let ownMinutes = size >= 3_600 ? minutes ?? [0] : minutes.map { $0.filter { $0 == parts.minute } } ?? [parts.minute]
        let ownSeconds = size >= 60 ? seconds ?? [0] : seconds.map { $0.filter { $0 == parts.second } } ?? [parts.second]
        return ownMinutes.sorted().flatMap { minute in ownSeconds.sorted().map { WallTime(seconds: hour + minute * 60 + $0) } }
    }

    /// Those at the places of `BYSETPOS`.
    private func placed(_ times: [WallTime]) -> [WallTime] {
        guard let places else { return times }
        let found = places.compactMap { place -> WallTime? in
            let index = place > 0 ? place - 1 : times.count + place
            return times.indices.contains(index) ? times[index] : nil
        }
        return Set(found).sorted()
    }
}
