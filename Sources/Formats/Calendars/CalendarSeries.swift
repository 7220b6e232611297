import Foundation

/// An event with the changes of its single times.
struct CalendarSeries {
    /// nil where a calendar holds only changes.
    let event: CalendarFeedEvent?
    let changes: [CalendarFeedEvent]
    let interval: DateInterval

    private enum Meant: Hashable {
        case time(Date)
        case day(Int)
    }

    /// At most so many items. An event without a title or a time has none.
    func items(limit: Int, work: inout CalendarWork) throws(CalendarReader.Refusal) -> [CalendarReader.Item] {
        let single = changes.compactMap { change -> CalendarReader.Item? in
            guard let instead = change.instead else { return nil }
            let place =
                change.start.map { ($0.wall, $0.zone) } ?? event.map { Self.moment(instead, of: $0) } ?? (instead.wall, instead.zone)
            return item(change, at: place.0, place.1, identity: identity(of: instead))
        }
        guard let event, let start = event.start else { return Array(single.prefix(limit)) }
        let replaced = Set(changes.compactMap { $0.instead.map(meant) })
        let later = changes.filter(\.isForLater).compactMap { change in
            change.instead.map { (since: Self.moment($0, of: event).wall, change: change) }
        }.sorted { $0.since < $1.since }
        var found: [CalendarReader.Item] = []
        for (wall, length) in try times(event, start, limit: limit, &work) {
            let date = wall.date(in: start.zone)
            if replaced.contains(.time(date)) || replaced.contains(.day(wall.days)) { continue }
            let name = event.isRepeated ? "\(event.uid) \(WallTime(date, in: .gmt).text)Z" : event.uid
            if let (since, change) = later.last(where: { $0.since <= wall }) {
                let moved = change.start.map { WallTime($0.date, in: start.zone).seconds - since.seconds } ?? 0
                found.append(contentsOf: [item(change, at: wall + moved, start.zone, identity: name)].compactMap { $0 })
            } else {
                found.append(contentsOf: [item(event, at: wall, start.zone, identity: name, length)].compactMap { $0 })
            }
        }
        return Array((found + single).prefix(limit))
    }

    private func times(
        _ event: CalendarFeedEvent, _ start: CalendarMoment, limit: Int, _ work: inout CalendarWork
    ) throws(CalendarReader.Refusal) -> [(WallTime, Int?)] {
        var times: [WallTime: Int?] = [:]
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
        }.prefix(limit).map { ($0.key, $0.value) }
    }

    /// A time of a list or change in the zone of the event, or its day where the event lasts whole days.
    private static func moment(_ moment: CalendarMoment, of event: CalendarFeedEvent) -> (wall: WallTime, zone: TimeZone) {
        guard let start = event.start else { return (moment.wall, moment.zone) }
        if start.isDay { return (WallTime(seconds: moment.meantDay * WallTime.day), start.zone) }
        if moment.isDay { return (moment.wall + start.wall.seconds % WallTime.day, start.zone) }
        return (WallTime(moment.date, in: start.zone), start.zone)
    }

    private func meant(_ moment: CalendarMoment) -> Meant {
        if event?.start?.isDay == true { return .day(moment.meantDay) }
        return moment.isDay ? .day(moment.wall.days) : .time(moment.date)
    }

    private func identity(of instead: CalendarMoment) -> String {
        let date = event.map { Self.moment(instead, of: $0) }.map { $0.wall.date(in: $0.zone) } ?? instead.date
        return "\(event?.uid ?? changes.first?.uid ?? "") \(WallTime(date, in: .gmt).text)Z"
    }

    /// What a change does not say it has from its event.
    private func item(
        _ own: CalendarFeedEvent, at wall: WallTime, _ zone: TimeZone, identity: String, _ seconds: Int? = nil
    ) -> CalendarReader.Item? {
        func text(_ part: KeyPath<CalendarFeedEvent, String?>) -> String { own[keyPath: part] ?? event?[keyPath: part] ?? "" }
        let named = text(\.title).isEmpty ? event?.title ?? "" : text(\.title)
        let isAlike = own.start == nil || own.start?.isDay == event?.start?.isDay
        let length = seconds.map(CalendarFeedEvent.Length.seconds) ?? own.length ?? (isAlike ? event?.length : nil) ?? .seconds(0)
        let start = wall.date(in: zone)
        let end = max(start, length.end(from: wall, zone))
        guard !named.isEmpty, start < interval.end, end >= interval.start else { return nil }
        return CalendarReader.Item(
            identity: identity, title: named, text: text(\.text), place: text(\.place), address: text(\.address), start: start, end: end,
            isCancelled: own.isCancelled ?? event?.isCancelled ?? false)
    }
}
