import Foundation

/// Parses external iCalendar files (RFC 5545) and vCalendar 1.0. It never fetches addresses in them. Lines are split here and checked rules
/// followed by libical, whose own reader of files keeps to no limits.
public struct CalendarReader: Sendable {
    public struct Item: Sendable, Equatable {
        /// The UID, plus the original time for a repeated event.
        public var identity: String
        /// Empty for an event without one, which only says that the time is taken, and for a private one.
        public var title: String
        public var text: String
        public var place: String
        /// An absolute http or https address; empty without one.
        public var address: String
        public var start: Date
        public var end: Date
        public var isCancelled: Bool
        /// What its calendar calls itself: a file may hold several.
        public var calendar = ""
    }

    public enum Refusal: Error {
        case noCalendar
        case tooLong
    }

    /// Bytes.
    public static let longest = 8 << 20
    /// Limit of occurrences in one reading; the rest is cut, and told.
    public static let most = 6_000
    private static let mostEvents = 20_000
    /// Limit of periods that all rules together may step through: enough for thousands of lectures that began years ago.
    private static let patience = 200_000

    /// What the file calls itself; empty without a name.
    public let name: String
    public let items: [Item]
    public let report: CalendarReport

    /// `zone` applies to times without one; occurrences outside `interval` are dropped. `charset` is what the sender says of the letters.
    public init(_ bytes: [UInt8], charset: String? = nil, zone: TimeZone, in interval: DateInterval) throws(Refusal) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        let lines = CalendarLine.all(bytes, charset: charset)
        guard lines.contains(where: { $0.name == "BEGIN" && $0.plain == "VCALENDAR" }) else { throw .noCalendar }
        let zones = CalendarZones(lines, site: zone, in: interval)
        name = zones.name
        var report = CalendarReport()
        for zone in zones.unknown { report.add(.zones, line: zone.line, zone.name) }
        let events = Self.newest(CalendarEvents(lines, zones, most: Self.mostEvents, &report).found, &report)
        var (found, work): ([Item], CalendarWork) = ([], CalendarWork(steps: Self.patience))
        for series in Self.series(events, interval).map({ $0.withoutRevoked(&report) }) {
            guard found.count < Self.most else {
                series.all.forEach { report.add(.tooMany, line: $0.line, series.name(of: $0)) }
                continue
            }
            // One more than there is room for tells whether some are cut.
            let room = Self.most - found.count
            let revoked = report[.revoked]
            let items = try series.items(limit: room + 1, work: &work, &report)
            series.note(items.count, revoked: report[.revoked] - revoked, &report)
            if items.count > room { report.add(.tooMany, line: series.all.first?.line ?? 0, items[0].title) }
            found += items.prefix(room)
        }
        report.times = found.count
        report.sort()
        (items, self.report) = (found, report)
    }

    /// Of several versions of an event or change only the last one, at its first place.
    private static func newest(_ events: [CalendarFeedEvent], _ report: inout CalendarReport) -> [CalendarFeedEvent] {
        struct Key: Hashable {
            let uid: String
            let instead: Date?
        }
        var (newest, places, apart): ([CalendarFeedEvent], [Key: Int], Set<Int>) = ([], [:], [])
        for event in events {
            var (event, key) = (event, Key(uid: event.uid, instead: event.instead?.date))
            if event.instead == nil, let place = places[key], event.isTwin(of: newest[place]) {
                // Some programs give all events one UID. The first keeps it only for its changes.
                if apart.insert(place).inserted, !newest[place].isRepeated {
                    newest[place] = newest[place].apart(withTitle: false)
                    places[Key(uid: newest[place].uid, instead: nil)] = place
                }
                for other in [event.apart(withTitle: false), event.apart(withTitle: true)] {
                    (event, key) = (other, Key(uid: other.uid, instead: nil))
                    if places[key] == nil { break }
                }
            }
            if let place = places[key] {
                let isNewer = event.isNewer(than: newest[place])
                let old = isNewer ? newest[place] : event
                report.add(.older, line: old.line, old.isPrivate == true ? "" : old.title ?? "")
                if isNewer { newest[place] = event }
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
