import Foundation

/// Parses external iCalendar files (RFC 5545). It never fetches addresses in them. Lines are split here and checked rules followed by
/// libical, whose own reader of files keeps to no limits.
public struct CalendarReader: Sendable {
    public struct Item: Sendable, Equatable {
        /// The UID, plus the original time for a repeated event.
        public var identity: String
        public var title: String
        public var text: String
        public var place: String
        /// An absolute http or https address; empty without one.
        public var address: String
        public var start: Date
        public var end: Date
        public var isCancelled: Bool
    }

    /// How many entries were not taken, by reason, and what was not understood.
    public struct LeftOut: Sendable, Equatable, Codable {
        public var untitled = 0
        public var undated = 0
        /// Tasks and journals.
        public var others = 0
        /// Long past or far away.
        public var outside = 0
        /// Older versions of an event.
        public var older = 0
        public var tooMany = 0
        /// Rules that are not followed: the event is there once.
        public var rules = 0
        /// Unknown names of zones, whose times were taken as the site's.
        public var zones: [String] = []

        public init() {}
    }

    public enum Refusal: Error {
        case noCalendar
        case tooLong
    }

    /// Bytes.
    static let longest = 8 << 20
    /// Limit of occurrences in one reading; the rest is cut.
    public static let most = 2_000
    /// Limit of events with their changes.
    private static let mostEvents = 20_000
    /// Limit of periods that all rules together may step through: enough for thousands of lectures that began years ago.
    private static let patience = 200_000
    /// Deepest nesting of components; real calendars have three levels.
    private static let deepest = 20

    public let items: [Item]
    public private(set) var leftOut = LeftOut()

    /// `zone` applies to times without one; occurrences outside `interval` are dropped.
    public init(_ bytes: [UInt8], zone: TimeZone, in interval: DateInterval) throws(Refusal) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        let lines = CalendarLine.all(bytes)
        guard lines.contains(where: { $0.name == "BEGIN" && $0.value.uppercased() == "VCALENDAR" }) else { throw .noCalendar }
        let zones = CalendarZones(lines, site: zone)
        leftOut.zones = zones.unknown.prefix(5).map { String($0.prefix(60)) }
        let events = Self.newest(Self.events(lines, zones, &leftOut), &leftOut)
        var (found, work): ([Item], CalendarWork) = ([], CalendarWork(steps: Self.patience))
        for series in Self.series(events, interval) {
            guard found.count < Self.most else {
                leftOut.tooMany += 1
                continue
            }
            leftOut.rules += series.event?.unreadableRules ?? 0
            let items = try series.items(limit: Self.most - found.count, work: &work)
            if items.isEmpty { Self.note(series, &leftOut) }
            found += items
        }
        items = found
    }

    private static func note(_ series: CalendarSeries, _ leftOut: inout LeftOut) {
        let all = [series.event].compactMap { $0 } + series.changes
        if all.allSatisfy({ ($0.title ?? "").isEmpty }) {
            leftOut.untitled += 1
        } else if all.allSatisfy({ $0.start == nil }) {
            leftOut.undated += 1
        } else {
            leftOut.outside += 1
        }
    }

    private static func events(_ lines: [CalendarLine], _ zones: CalendarZones, _ leftOut: inout LeftOut) -> [CalendarFeedEvent] {
        var (events, stack): ([CalendarFeedEvent], [String]) = ([], [])
        var (parts, isCancellation): ([CalendarLine], Bool) = ([], false)
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", let kind):
                guard stack.count < deepest else { continue }
                if stack.last == "VCALENDAR", ["VTODO", "VJOURNAL"].contains(kind) { leftOut.others += 1 }
                stack.append(kind)
                if kind == "VEVENT" { parts = [] }
            case ("END", let kind):
                if kind == "VEVENT", events.count < mostEvents {
                    events.append(CalendarFeedEvent(parts, zones, isCancellation: isCancellation))
                } else if kind == "VEVENT" {
                    leftOut.tooMany += 1
                }
                if let index = stack.lastIndex(of: kind) { stack.removeSubrange(index...) }
            case ("METHOD", let method) where stack == ["VCALENDAR"]: isCancellation = method == "CANCEL"
            default:
                // Properties of an alarm inside an event are skipped.
                if stack.last == "VEVENT" { parts.append(line) }
            }
        }
        return events
    }

    /// Of several versions of an event or change only the last one, at its first place.
    private static func newest(_ events: [CalendarFeedEvent], _ leftOut: inout LeftOut) -> [CalendarFeedEvent] {
        struct Key: Hashable {
            let uid: String
            let instead: Date?
        }
        var (newest, places): ([CalendarFeedEvent], [Key: Int]) = ([], [:])
        for event in events {
            let key = Key(uid: event.uid, instead: event.instead?.date)
            if let place = places[key] {
                leftOut.older += 1
                if event.isNewer(than: newest[place]) { newest[place] = event }
            } else {
                places[key] = newest.count
                newest.append(event)
            }
        }
        return newest
    }

    private static func series(_ events: [CalendarFeedEvent], _ interval: DateInterval) -> [CalendarSeries] {
        var (order, groups): ([String], [String: [CalendarFeedEvent]]) = ([], [:])
        for event in events {
            if groups[event.uid] == nil { order.append(event.uid) }
            groups[event.uid, default: []].append(event)
        }
        return order.map { uid in
            let all = groups[uid] ?? []
            return CalendarSeries(event: all.first { $0.instead == nil }, changes: all.filter { $0.instead != nil }, interval: interval)
        }
    }
}
