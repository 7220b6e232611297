import Foundation

/// One VEVENT as it is written: an event, or a change of one time of a repeated event (`RECURRENCE-ID`).
struct CalendarFeedEvent: Sendable {
    enum Length: Sendable {
        case days(Int)
        case seconds(Int)

        func end(from wall: WallTime, _ zone: TimeZone) -> Date {
            switch self {
            case .days(let days): (wall + days * WallTime.day).date(in: zone) - 60
            case .seconds(let seconds): wall.date(in: zone) + TimeInterval(seconds)
            }
        }
    }

    let line: Int
    let uid: String
    let start: CalendarMoment?
    let length: Length?
    /// True where it ends before it begins; then it has no length.
    let isBackward: Bool
    /// For a change: the time that it replaces, and whether it also holds for all later ones.
    let instead: CalendarMoment?
    let isForLater: Bool
    let rules: [RecurrenceRule]
    let removedRules: [RecurrenceRule]
    let unreadableRules: [CalendarLine]
    /// Further times beside the rules (RDATE), with their own length where they have one.
    let more: [(moment: CalendarMoment, length: Int?)]
    let except: [CalendarMoment]
    /// nil where the property is missing: a change then has those of its event.
    let title, text, place, address: String?
    let isCancelled: Bool?
    /// What its owner keeps from others (`CLASS`); nil where it says nothing.
    let isPrivate: Bool?
    /// Of several versions of an event the last one counts.
    private let version: (sequence: Int, modified: String, stamp: String)

    init(_ lines: [CalendarLine], _ zones: CalendarZones, isCancellation: Bool) {
        let first = Dictionary(lines.map { ($0.name, $0) }) { first, _ in first }
        line = lines.first?.number ?? 0
        start = first["DTSTART"]?.moments(zones).first?.moment
        length = Self.length(first, start, zones)
        isBackward = Self.isBackward(first, start, zones)
        instead = first["RECURRENCE-ID"]?.moments(zones).first?.moment
        isForLater = first["RECURRENCE-ID"]?.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
        let zone = start?.zone ?? .gmt
        let repeats = instead == nil ? lines.filter { $0.name == "RRULE" } : []
        let read = repeats.enumerated().map { ($0.element, $0.offset < Self.mostRules ? Self.rule($0.element, zone) : nil) }
        rules = read.compactMap(\.1)
        let removed = lines.filter { $0.name == "EXRULE" }.prefix(Self.mostRules).map { ($0, Self.rule($0, zone)) }
        removedRules = removed.compactMap(\.1)
        unreadableRules = (read + removed).filter { $0.1 == nil }.map(\.0)
        more = instead == nil ? lines.filter { $0.name == "RDATE" }.flatMap { $0.moments(zones) } : []
        except = lines.filter { $0.name == "EXDATE" }.flatMap { $0.moments(zones) }.map(\.moment)
        title = first["SUMMARY"]?.text(160).replacing("\n", with: " ")
        let page = lines.first { $0.name == "X-ALT-DESC" && $0.parameters["FMTTYPE"]?.lowercased() == "text/html" }
        let written = first["DESCRIPTION"]?.text(4_000)
        text = written?.isEmpty == false ? written : page?.text(4_000, isPage: true) ?? written
        place = first["LOCATION"]?.text(160).replacing("\n", with: ", ")
        address = first["URL"].map { Self.web($0.value) ?? "" }
        isCancelled = isCancellation ? true : first["STATUS"].map { ["CANCELLED", "CANCELED"].contains($0.plain) }
        isPrivate = first["CLASS"].map { ["PRIVATE", "CONFIDENTIAL"].contains($0.plain) }
        let sequence = first["SEQUENCE"].flatMap { Int($0.value.trimmingCharacters(in: .whitespaces), in: .counts) } ?? 0
        version = (sequence, first["LAST-MODIFIED"]?.value ?? "", first["DTSTAMP"]?.value ?? "")
        // Without a UID, title and time identify the event.
        let named = first["UID"]?.value.trimmingCharacters(in: .whitespaces) ?? ""
        let other = "\(title ?? "") \(start.map { WallTime($0.date, in: .gmt).text + "Z" } ?? "")"
        uid = String((named.isEmpty ? other : named).prefix(400))
    }

    private static let mostRules = 10

    private static func rule(_ line: CalendarLine, _ zone: TimeZone) -> RecurrenceRule? {
        RecurrenceRule(VCalendarRule.text(line.value, zone: zone) ?? line.value, zone: zone)
    }

    private static func isBackward(_ first: [String: CalendarLine], _ start: CalendarMoment?, _ zones: CalendarZones) -> Bool {
        guard let start, let end = first["DTEND"]?.moments(zones).first?.moment else { return false }
        return start.isDay || end.isDay ? end.meantDay < start.wall.days : end.date < start.date
    }

    private static func length(_ first: [String: CalendarLine], _ start: CalendarMoment?, _ zones: CalendarZones) -> Length? {
        guard let start else { return nil }
        if let end = first["DTEND"]?.moments(zones).first?.moment {
            // DTEND of a whole-day event is the following day.
            guard !start.isDay else { return .days(max(1, end.meantDay - start.wall.days)) }
            return .seconds(max(0, Int(cutting: end.date.timeIntervalSince(start.date)) - (end.isDay ? 60 : 0)))
        }
        guard let seconds = first["DURATION"].flatMap({ CalendarMoment.length($0.value) }) else {
            return start.isDay ? .days(1) : nil
        }
        return start.isDay ? .days(max(1, seconds / WallTime.day)) : .seconds(seconds)
    }

    var isRepeated: Bool { !rules.isEmpty || !more.isEmpty }

    /// By sequence, then by the time of the change, then by that of the writing; of two alike the one that calls it off.
    func isNewer(than other: Self) -> Bool {
        if version.sequence != other.version.sequence { return version.sequence > other.version.sequence }
        let areModified = !version.modified.isEmpty && !other.version.modified.isEmpty
        if areModified, version.modified != other.version.modified { return version.modified > other.version.modified }
        if version.stamp != other.version.stamp { return version.stamp > other.version.stamp }
        return isCancelled == true && other.isCancelled != true
    }

    private static func web(_ text: String) -> String? {
        guard text.utf8.count <= 500, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host?.isEmpty == false
        else { return nil }
        return url.absoluteString
    }
}
