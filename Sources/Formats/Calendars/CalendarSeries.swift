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

    var all: [CalendarFeedEvent] { [event].compactMap { $0 } + changes }

    /// Of what is private only the time is read: calendars are published here.
    private func isPrivate(_ entry: CalendarFeedEvent) -> Bool { entry.isPrivate ?? event?.isPrivate ?? false }

    func name(of entry: CalendarFeedEvent) -> String {
        if isPrivate(entry) { return "" }
        let own = entry.title ?? ""
        return own.isEmpty ? event?.title ?? "" : own
    }

    /// Notes why an event without items is not shown, and how one with items differs from what is written.
    func note(_ items: Int, _ report: inout CalendarReport) {
        for entry in all {
            for rule in entry.unreadableRules { report.add(.rules, line: rule.number, "\(rule.name):\(rule.value)") }
        }
        guard items == 0 else {
            report.shown += all.count
            for entry in all where name(of: entry).isEmpty {
                report.add(isPrivate(entry) ? .hidden : .untitled, line: entry.line, entry.uid)
            }
            return
        }
        for entry in all { report.add(reason(entry), line: entry.line, name(of: entry)) }
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
        let single = changes.compactMap { change -> CalendarReader.Item? in
            guard let instead = change.instead else { return nil }
            let place =
                change.start.map { ($0.wall, $0.zone) } ?? event.map { Self.moment(instead, of: $0) } ?? (instead.wall, instead.zone)
            return item(change, at: place.0, place.1, identity: identity(of: instead))
        }
        guard let event, let start = event.start else { return Array(single.prefix(limit)) }
        let times = try self.times(event, start, limit: limit, &work)
        var replaced = Set(changes.compactMap { $0.instead.map(meant) })
        replaced.formUnion(matched(times, start, replaced, &report))
        let later = changes.filter(\.isForLater).compactMap { change in
            change.instead.map { (since: Self.moment($0, of: event).wall, change: change) }
        }.sorted { $0.since < $1.since }
        var found: [CalendarReader.Item] = []
        for time in times {
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
        return Array((found + single).prefix(limit))
    }

    /// A change whose time is none of the event's means the only time of that day: programs mistake an hour where clocks change, and a lesson
    /// that is called off would be shown as on.
    private func matched(
        _ times: [Time], _ start: CalendarMoment, _ replaced: Set<Meant>, _ report: inout CalendarReport
    ) -> Set<Meant> {
        guard let event, event.isRepeated, !start.isDay else { return [] }
        var (days, exact): ([Int: [Date]], Set<Date>) = ([:], [])
        for time in times {
            let date = time.wall.date(in: start.zone)
            days[time.wall.days, default: []].append(date)
            exact.insert(date)
        }
        var found: Set<Meant> = []
        for change in changes {
            guard let instead = change.instead, case .time(let date) = meant(instead), !exact.contains(date) else { continue }
            let day = WallTime(date, in: start.zone).days
            guard let dates = days[day], dates.count == 1, !replaced.contains(.time(dates[0])) else { continue }
            found.insert(.time(dates[0]))
            report.add(.matched, line: change.line, name(of: change))
        }
        return found
    }

    private func times(
        _ event: CalendarFeedEvent, _ start: CalendarMoment, limit: Int, _ work: inout CalendarWork
    ) throws(CalendarReader.Refusal) -> [Time] {
        var times: [WallTime: Int?] = [:]
        // Without a rule that is followed the event is there once.
        if event.rules.isEmpty { times[start.wall] = .some(nil) }
        let length = (event.length ?? .seconds(0)).end(from: start.wall, start.zone).timeIntervalSince(start.date)
        let (begin, end) = (WallTime(interval.start - length, in: start.zone), WallTime(interval.end, in: start.zone))
        for rule in event.rules {
            for time in try rule.times(from: start.wall, in: begin, end, zone: start.zone, limit: limit, work: &work) {
                times[time] = .some(nil)
            }
        }
        for (moment, length) in event.more { times[Self.moment(moment, of: event).wall] = .some(length) }
        for rule in event.removedRules {
            for time in try rule.times(from: start.wall, in: begin, end, zone: start.zone, limit: limit, work: &work) { times[time] = nil }
        }
        let except = Set(event.except.map(meant))
        return times.sorted { $0.key < $1.key }.filter { time, _ in
            !except.contains(.time(time.date(in: start.zone))) && !except.contains(.day(time.days))
        }.prefix(limit).map { Time(wall: $0.key, length: $0.value) }
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
        let length = seconds.map(CalendarFeedEvent.Length.seconds) ?? own.length ?? (isAlike ? event?.length : nil) ?? .seconds(0)
        let start = wall.date(in: zone)
        let end = max(start, length.end(from: wall, zone))
        guard start < interval.end, end >= interval.start else { return nil }
        return CalendarReader.Item(
            identity: identity, title: name(of: own), text: text(\.text), place: text(\.place), address: text(\.address), start: start,
            end: end, isCancelled: own.isCancelled ?? event?.isCancelled ?? false)
    }
}
