import Foundation

struct CalendarSeries {
    /// nil where a calendar holds only changes.
    let event: CalendarFeedEvent?
    let changes: [CalendarFeedEvent]
    let interval: DateInterval

    private enum Meant: Hashable {
        case time(Date)
        case day(Int)
    }

    private struct Time {
        let wall: WallTime
        let length: Int?
    }

    private struct Times {
        var shown: [Time] = []
        /// Those that the event leaves out.
        var except: Set<WallTime> = []
        /// False where there are more than are looked for.
        var isWhole = true
    }

    var all: [CalendarFeedEvent] { [event].compactMap { $0 } + changes }

    /// Of what is private only the time is read: calendars are published here.
    private func isPrivate(_ entry: CalendarFeedEvent) -> Bool { entry.isPrivate ?? event?.isPrivate ?? false }

    func name(of entry: CalendarFeedEvent) -> String {
        if isPrivate(entry) { return "" }
        let own = entry.title ?? ""
        return own.isEmpty ? event?.title ?? "" : own
    }

    /// Notes why an event without items is not shown, and how one with items differs from what is written.
    func note(_ items: Int, revoked: Int, _ report: inout CalendarReport) {
        for entry in all {
            for rule in entry.unreadableRules { report.add(.rules, line: rule.number, "\(rule.name):\(rule.value)") }
        }
        guard items == 0 else {
            for entry in all where entry.start == nil && entry.instead == nil {
                report.add(.undated, line: entry.line, name(of: entry))
            }
            report.shown += all.count { $0.start != nil || $0.instead != nil } - revoked
            for entry in all where name(of: entry).isEmpty {
                report.add(isPrivate(entry) ? .hidden : .untitled, line: entry.line, entry.uid)
            }
            for entry in all {
                for fault in entry.faults { report.add(fault.reason, line: fault.line, fault.text ?? name(of: entry)) }
            }
            let own = Set((event?.ruleLines ?? []).map(\.value))
            for rule in changes.flatMap(\.ruleLines) where !own.contains(rule.value) {
                report.add(.rules, line: rule.number, "\(rule.name):\(rule.value)")
            }
            return
        }
        for entry in all {
            report.add(reason(entry), line: entry.line, name(of: entry))
            for fault in entry.faults where fault.reason == .dates { report.add(.dates, line: fault.line, fault.text ?? "") }
        }
    }

    /// Without the changes that the event, in a version that is as new, leaves out (`EXDATE`).
    func withoutRevoked(_ report: inout CalendarReport) -> Self {
        guard let event, !event.except.isEmpty else { return self }
        let except = Set(event.except.map(meant))
        let revoked = changes.filter { change in
            guard let instead = change.instead, change.sequence <= event.sequence else { return false }
            let moment = Self.moment(instead, of: event)
            return except.contains(meant(instead)) || except.contains(.day(moment.wall.days))
        }
        guard !revoked.isEmpty else { return self }
        for change in revoked { report.add(.revoked, line: change.line, name(of: change)) }
        let lines = Set(revoked.map(\.line))
        return Self(event: event, changes: changes.filter { !lines.contains($0.line) }, interval: interval)
    }

    private func reason(_ entry: CalendarFeedEvent) -> CalendarReport.Reason {
        guard let start = entry.start ?? entry.instead ?? event?.start else { return .undated }
        if start.date >= interval.end { return .later }
        // A rule without any time in its whole life.
        return entry.isRepeated && start.date >= interval.start ? .none : .past
    }

    /// At most so many items. An event without a time has none.
    func items(limit: Int, work: inout CalendarWork, _ report: inout CalendarReport) throws(CalendarReader.Refusal) -> [CalendarReader.Item]
    {
        guard let event, let start = event.start else { return Array(changes.compactMap(single).prefix(limit)) }
        let times = try self.times(event, start, limit: limit, &work, &report)
        var replaced = Set(changes.compactMap { $0.instead.map(meant) })
        let (matched, dropped) = self.matched(times, start, replaced, &report)
        replaced.formUnion(matched)
        let later = changes.filter { $0.isForLater && !dropped.contains($0.line) }.compactMap { change in
            change.instead.map { (since: Self.moment($0, of: event).wall, change: change) }
        }.sorted { $0.since < $1.since }
        var found: [CalendarReader.Item] = []
        for time in times.shown {
            let date = time.wall.date(in: start.zone)
            if replaced.contains(.time(date)) || replaced.contains(.day(time.wall.days)) { continue }
            let name = event.isRepeated ? "\(event.uid) \(WallTime(date, in: .gmt).text)Z" : event.uid
            if let (since, change) = later.last(where: { $0.since <= time.wall }) {
                let moved = change.start.map { WallTime($0.date, in: start.zone).seconds - since.seconds } ?? 0
                found.append(contentsOf: [item(change, at: time.wall + moved, start.zone, identity: name)].compactMap { $0 })
            } else {
                found.append(contentsOf: [item(event, at: time.wall, start.zone, identity: name, time.length)].compactMap { $0 })
            }
        }
        return Array((found + changes.filter { !dropped.contains($0.line) }.compactMap(single)).prefix(limit))
    }

    /// A change at its own time.
    private func single(_ change: CalendarFeedEvent) -> CalendarReader.Item? {
        guard let instead = change.instead else { return nil }
        let place = change.start.map { ($0.wall, $0.zone) } ?? event.map { Self.moment(instead, of: $0) } ?? (instead.wall, instead.zone)
        return item(change, at: place.0, place.1, identity: identity(of: instead))
    }

    /// A change whose time is none of the event's means the only time of that day: programs mistake an hour where clocks change, and a lesson
    /// that is called off would be shown as on. Others are times of their own, or, in a copy of an older version of the event, none.
    private func matched(
        _ times: Times, _ start: CalendarMoment, _ replaced: Set<Meant>, _ report: inout CalendarReport
    ) -> (found: Set<Meant>, dropped: Set<Int>) {
        guard let event, !changes.isEmpty else { return ([], []) }
        var days: [Int: [Date]] = [:]
        for time in times.shown { days[time.wall.days, default: []].append(time.wall.date(in: start.zone)) }
        let (exact, except) = (Set(days.values.joined()), times.except)
        var (found, dropped): (Set<Meant>, Set<Int>) = ([], [])
        for change in changes {
            guard let instead = change.instead else { continue }
            let wall = Self.moment(instead, of: event).wall
            let (date, dates) = (wall.date(in: start.zone), days[wall.days] ?? [])
            let isThere = start.isDay || instead.isDay ? !dates.isEmpty : exact.contains(date)
            guard !isThere else { continue }
            if event.isRepeated, !start.isDay, !instead.isDay, !except.contains(wall), dates.count == 1, !replaced.contains(.time(dates[0]))
            {
                found.insert(.time(dates[0]))
                report.add(.matched, line: change.line, name(of: change))
            } else if times.isWhole, event.unreadableRules.isEmpty, date >= interval.start, date < interval.end {
                // A copy of the event with its rule, which a newer version of the rule no longer reaches.
                let isOld = !change.ruleLines.isEmpty && change.sequence < event.sequence
                if isOld { dropped.insert(change.line) }
                report.add(isOld ? .revoked : .outside, line: change.line, name(of: change))
            }
        }
        return (found, dropped)
    }

    private func times(
        _ event: CalendarFeedEvent, _ start: CalendarMoment, limit: Int, _ work: inout CalendarWork, _ report: inout CalendarReport
    ) throws(CalendarReader.Refusal) -> Times {
        var (times, found): ([WallTime: Int?], Times) = ([:], Times())
        // Without a rule that is followed the event is there once.
        if event.rules.isEmpty { times[start.wall] = .some(nil) }
        let length = (event.length ?? .seconds(0)).end(from: start.wall, start.zone).timeIntervalSince(start.date)
        let (begin, end) = (WallTime(interval.start - length, in: start.zone), WallTime(interval.end, in: start.zone))
        for (rule, line) in zip(event.rules, event.ruleLines) {
            let own = try rule.times(from: start.wall, in: begin, end, zone: start.zone, limit: limit, work: &work)
            for time in own { times[time] = .some(nil) }
            if own.count >= limit { found.isWhole = false }
            if let day = rule.doubtfulDay, let last = own.last, start.isDay || last.days == day {
                report.add(.until, line: line.number, "\(line.name):\(line.value)")
            }
        }
        for (moment, length) in event.more { times[Self.moment(moment, of: event).wall] = .some(length) }
        let isNamed = start.date < interval.start || start.date >= interval.end || times.isEmpty || times[start.wall] != nil
        if !isNamed, !event.except.map(meant).contains(meant(start)) { report.add(.first, line: event.line, name(of: event)) }
        for rule in event.removedRules {
            for time in try rule.times(from: start.wall, in: begin, end, zone: start.zone, limit: limit, work: &work) { times[time] = nil }
        }
        leaveOut(event, start, &times, &found, &report)
        found.shown = times.sorted { $0.key < $1.key }.prefix(limit).map { Time(wall: $0.key, length: $0.value) }
        if times.count > limit { found.isWhole = false }
        return found
    }

    /// An exception at an hour that is none of the event's means the only time of that day, as a change does.
    private func leaveOut(
        _ event: CalendarFeedEvent, _ start: CalendarMoment, _ times: inout [WallTime: Int?], _ found: inout Times,
        _ report: inout CalendarReport
    ) {
        guard !event.except.isEmpty else { return }
        let except = Set(event.except.map(meant))
        found.except = Set(
            times.keys.filter { except.contains(.time($0.date(in: start.zone))) || except.contains(.day($0.days)) })
        let dates = Set(times.keys.map { $0.date(in: start.zone) })
        for time in found.except { times[time] = nil }
        guard event.isRepeated, !start.isDay else { return }
        let days = Dictionary(grouping: times.keys, by: \.days)
        for moment in event.except where !moment.isDay {
            let wall = Self.moment(moment, of: event).wall
            guard !dates.contains(wall.date(in: start.zone)), let own = days[wall.days], own.count == 1 else { continue }
            guard times.removeValue(forKey: own[0]) != nil else { continue }
            found.except.insert(own[0])
            report.add(.matched, line: event.line, name(of: event))
        }
    }

    /// A time of a list or change in the zone of the event, or its day where the event lasts whole days.
    private static func moment(_ moment: CalendarMoment, of event: CalendarFeedEvent) -> (wall: WallTime, zone: TimeZone) {
        guard let start = event.start else { return (moment.wall, moment.zone) }
        if start.isDay { return (WallTime(seconds: moment.meantDay * WallTime.day), start.zone) }
        if moment.isDay { return (WallTime(seconds: moment.wall.days * WallTime.day + start.wall.secondsOfDay), start.zone) }
        // Without a zone it has that of the event.
        if moment.isFloating { return (moment.wall, start.zone) }
        return (WallTime(moment.date, in: start.zone), start.zone)
    }

    private func meant(_ moment: CalendarMoment) -> Meant {
        guard let event, let start = event.start else { return moment.isDay ? .day(moment.wall.days) : .time(moment.date) }
        if start.isDay { return .day(moment.meantDay) }
        return moment.isDay ? .day(moment.wall.days) : .time(Self.moment(moment, of: event).wall.date(in: start.zone))
    }

    private func identity(of instead: CalendarMoment) -> String {
        let date = event.map { Self.moment(instead, of: $0) }.map { $0.wall.date(in: $0.zone) } ?? instead.date
        return "\(event?.uid ?? changes.first?.uid ?? "") \(WallTime(date, in: .gmt).text)Z"
    }

    /// What a change does not say it has from its event.
    private func item(
        _ own: CalendarFeedEvent, at wall: WallTime, _ zone: TimeZone, identity: String, _ seconds: Int? = nil
    ) -> CalendarReader.Item? {
        func text(_ part: KeyPath<CalendarFeedEvent, String?>) -> String {
            isPrivate(own) ? "" : own[keyPath: part] ?? event?[keyPath: part] ?? ""
        }
        let isAlike = own.start == nil || own.start?.isDay == event?.start?.isDay
        let isDay = own.start?.isDay ?? event?.start?.isDay ?? false
        let written = seconds.map { isDay ? CalendarFeedEvent.Length.days(max(1, $0 / WallTime.day)) : .seconds($0) }
        let length = written ?? own.length ?? (isAlike ? event?.length : nil) ?? .seconds(0)
        let start = wall.date(in: zone)
        let end = max(start, length.end(from: wall, zone))
        guard start < interval.end, end >= interval.start else { return nil }
        return CalendarReader.Item(
            identity: identity, title: name(of: own), text: text(\.text), place: text(\.place), address: text(\.address), start: start,
            end: end, isCancelled: own.isCancelled ?? event?.isCancelled ?? false, calendar: own.calendar)
    }
}
