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

    /// What of it is read otherwise than it is written; without a text its title says it.
    struct Fault: Sendable {
        let reason: CalendarReport.Reason
        let line: Int
        var text: String?
    }

    let line: Int
    /// What the calendar of the event calls itself.
    let calendar: String
    private(set) var uid: String
    let start: CalendarMoment?
    let length: Length?
    /// For a change: the time that it replaces, and whether it also holds for all later ones.
    let instead: CalendarMoment?
    let isForLater: Bool
    let rules: [RecurrenceRule]
    let removedRules: [RecurrenceRule]
    let unreadableRules: [CalendarLine]
    /// The lines of the rules that are followed, in their order; those of a change are never followed.
    let ruleLines: [CalendarLine]
    /// Further times beside the rules (RDATE), with their own length where they have one.
    let more: [(moment: CalendarMoment, length: Int?)]
    let except: [CalendarMoment]
    private(set) var faults: [Fault] = []
    /// nil where the property is missing: a change then has those of its event.
    let title, text, place, address: String?
    let isCancelled: Bool?
    /// What its owner keeps from others: every `CLASS` but `PUBLIC` (RFC 5545, 3.8.1.3); nil where it says nothing.
    let isPrivate: Bool?
    /// Of several versions of an event the last one counts.
    private let version: (sequence: Int, modified: String, stamp: String)

    /// - Parameter places: the names of its places (`VLOCATION`), for an event that says no other.
    init(_ lines: [CalendarLine], _ zones: CalendarZones, isCancellation: Bool, places: [CalendarLine] = []) {
        let first = Dictionary(lines.map { ($0.name, $0) }) { first, _ in first }
        line = lines.first?.number ?? 0
        calendar = zones.name
        let begin = first["DTSTART"]?.moments(zones).first?.moment
        start = begin
        length = Self.length(first, start, zones)
        // A change of a time that cannot be read is one of its own time.
        instead = first["RECURRENCE-ID"].flatMap { $0.moments(zones).first?.moment ?? begin }
        isForLater = first["RECURRENCE-ID"]?.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
        let (zone, isDay) = (start?.zone ?? .gmt, start?.isDay ?? false)
        func rules(_ name: String) -> [(line: CalendarLine, rule: RecurrenceRule?)] {
            lines.filter { $0.name == name }.enumerated().map { index, line in
                (line, index < Self.mostRules ? Self.rule(line, zone)?.repeating(wholeDays: isDay) : nil)
            }
        }
        let isChange = instead != nil
        let (repeats, removed) = (rules("RRULE"), rules("EXRULE"))
        self.rules = isChange ? [] : repeats.compactMap(\.rule)
        removedRules = removed.compactMap(\.rule)
        unreadableRules = isChange ? [] : (repeats + removed).filter { $0.rule == nil }.map(\.line)
        ruleLines = repeats.filter { isChange || $0.rule != nil }.map(\.line)
        more = isChange ? [] : lines.filter { $0.name == "RDATE" }.flatMap { $0.moments(zones) }
        except = lines.filter { $0.name == "EXDATE" }.flatMap { $0.moments(zones) }.map(\.moment)
        title = first["SUMMARY"]?.text(160).replacing("\n", with: " ")
        let page = lines.first { Self.pages.contains($0.name) && $0.parameters["FMTTYPE"]?.lowercased() == "text/html" }
        let plain = first["DESCRIPTION"]?.text(4_000)
        text = plain?.isEmpty == false ? plain : page?.text(4_000, isPage: true) ?? plain
        let named = places.map { $0.text(160).replacing("\n", with: ", ") }.first { !$0.isEmpty }
        let written = first["LOCATION"]?.text(160).replacing("\n", with: ", ")
        place = written?.isEmpty == false ? written : named ?? written
        address = first["URL"].map { Self.web($0.value) ?? "" } ?? first["CONFERENCE"].flatMap { Self.web($0.value) }
        isCancelled = isCancellation ? true : first["STATUS"].map { ["CANCELLED", "CANCELED"].contains($0.plain) }
        isPrivate = first["CLASS"].map { !["PUBLIC", ""].contains($0.plain) }
        let sequence = first["SEQUENCE"].flatMap { Int($0.value.trimmingCharacters(in: .whitespaces), in: .counts) } ?? 0
        version = (sequence, first["LAST-MODIFIED"]?.value ?? "", first["DTSTAMP"]?.value ?? "")
        // Without a UID, title and time identify the event.
        let identifier = first["UID"]?.value.trimmingCharacters(in: .whitespaces) ?? ""
        let own = String((identifier.isEmpty ? "\(title ?? "") \(Self.stamp(start))" : identifier).prefix(400))
        // A change of no time that can be read is none of the event.
        let isLost = first["RECURRENCE-ID"] != nil && !isChange
        uid = isLost ? "\(own) \(line)" : own
        faults = Self.faults(lines, first, zones, start, isChange: isChange)
        for (text, limit) in [(title, 160), (text, 4_000), (place, 160)] where text?.hasSuffix("…") == true {
            if text?.unicodeScalars.count == limit { faults.append(Fault(reason: .cut, line: line)) }
        }
    }

    private static let mostRules = 10
    private static let pages: Set = ["X-ALT-DESC", "STYLED-DESCRIPTION"]
    /// Texts of which a cut line is told.
    private static let texts: Set = ["SUMMARY", "DESCRIPTION", "LOCATION", "EXDATE", "RDATE"]

    private static func stamp(_ moment: CalendarMoment?) -> String { moment.map { WallTime($0.date, in: .gmt).text + "Z" } ?? "" }

    private static func faults(
        _ lines: [CalendarLine], _ first: [String: CalendarLine], _ zones: CalendarZones, _ start: CalendarMoment?, isChange: Bool
    ) -> [Fault] {
        guard let start else { return [] }
        var faults: [Fault] = []
        let own = lines.first?.number ?? 0
        let end = first["DTEND"]?.moments(zones).first?.moment
        let duration = first["DURATION"].flatMap { CalendarMoment.length($0.value) }
        if isBackward(start, end) || end == nil && duration ?? 0 < 0 { faults.append(Fault(reason: .backward, line: own)) }
        if let end, end.isDay != start.isDay { faults.append(Fault(reason: .mixed, line: own)) }
        for line in lines {
            let isUnread =
                switch line.name {
                case "DTEND": end == nil
                case "DURATION": duration == nil && end == nil
                case "RDATE", "EXDATE", "RECURRENCE-ID": line.moments(zones).count < line.parts
                default: false
                }
            if isUnread, !line.value.isEmpty { faults.append(Fault(reason: .dates, line: line.number, text: "\(line.name):\(line.value)")) }
            if line.name == "RDATE", !start.isDay, line.moments(zones).contains(where: { $0.moment.isDay }) {
                faults.append(Fault(reason: .mixed, line: line.number))
            }
            if line.isCut, texts.contains(line.name) { faults.append(Fault(reason: .cut, line: line.number)) }
            if isChange, line.name == "RDATE" || line.name == "EXRULE" {
                faults.append(Fault(reason: .rules, line: line.number, text: "\(line.name):\(line.value)"))
            }
        }
        // Only later times can be changed together.
        if let range = first["RECURRENCE-ID"]?.parameters["RANGE"], range.uppercased() != "THISANDFUTURE" {
            faults.append(Fault(reason: .rules, line: first["RECURRENCE-ID"]?.number ?? own, text: "RECURRENCE-ID;RANGE=\(range)"))
        }
        if first["STATUS"]?.plain == "TENTATIVE" { faults.append(Fault(reason: .tentative, line: own)) }
        if let file = first["ATTACH"] { faults.append(Fault(reason: .attached, line: file.number)) }
        return faults
    }

    /// Tells it apart from another event with the same UID.
    func apart(withTitle: Bool) -> Self {
        var event = self
        event.uid = String("\(uid) \(Self.stamp(start))\(withTitle ? " " + (title ?? "") : "")".prefix(600))
        event.faults.append(Fault(reason: .twins, line: line))
        return event
    }

    /// Two events of their own, of which neither is a version of the other.
    func isTwin(of other: Self) -> Bool {
        guard version == other.version, isCancelled != true, other.isCancelled != true, let start, let theirs = other.start else {
            return false
        }
        return start.date != theirs.date || title != other.title
    }

    var sequence: Int { version.sequence }

    private static func rule(_ line: CalendarLine, _ zone: TimeZone) -> RecurrenceRule? {
        RecurrenceRule(VCalendarRule.text(line.value, zone: zone) ?? line.value, zone: zone)
    }

    private static func isBackward(_ start: CalendarMoment, _ end: CalendarMoment?) -> Bool {
        guard let end else { return false }
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
        return start.isDay ? .days(max(1, seconds / WallTime.day)) : .seconds(max(0, seconds))
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
