import Foundation

/// Parses external iCalendar files (RFC 5545). It never fetches addresses in them.
struct CalendarReader: Sendable {
    struct Item: Sendable, Equatable {
        /// The UID, plus the original time for a repeated event.
        var identity: String
        var title: String
        var text: String
        var place: String
        /// An absolute http or https address; empty without one.
        var address: String
        var start: Date
        var end: Date
        var isCancelled: Bool
    }

    enum Refusal: Error {
        case noCalendar
        case tooLong
    }

    /// Limit of occurrences in one reading; the rest is cut.
    static let most = 2_000
    /// Limit of periods that all rules together may step through: enough for thousands of lectures that began years ago.
    static let patience = 200_000
    /// Deepest nesting of components; real calendars have three levels.
    private static let deepest = 20

    let items: [Item]

    /// `zone` applies to times without one; occurrences outside `interval` are dropped.
    init(_ bytes: [UInt8], zone: TimeZone, in interval: DateInterval) throws(Refusal) {
        let lines = CalendarLine.all(bytes)
        guard lines.contains(where: { $0.name == "BEGIN" && $0.value.uppercased() == "VCALENDAR" }) else { throw .noCalendar }
        let events = Self.events(lines, CalendarZones(lines, site: zone))
        let exceptions = Dictionary(grouping: events.filter { $0.instead != nil }, by: \.uid).mapValues { Set($0.compactMap(\.instead)) }
        var (found, patience): ([Item], Int) = ([], Self.patience)
        for event in events {
            guard found.count < Self.most else { break }
            let left = Self.most - found.count
            if event.instead != nil {
                if event.start < interval.end, event.end >= interval.start { found.append(event.item(event.instead)) }
            } else if !event.isRepeated {
                if event.start < interval.end, event.end >= interval.start { found.append(event.item(nil)) }
            } else {
                let written = exceptions[event.uid] ?? []
                let times = try event.times(in: interval, limit: left, patience: &patience)
                found += times.filter { !written.contains($0) && !event.isExcepted($0) }.map { event.item($0, at: $0) }
            }
        }
        items = found
    }

    private static func events(_ lines: [CalendarLine], _ zones: CalendarZones) -> [CalendarFeedEvent] {
        var (events, stack): ([CalendarFeedEvent], [String]) = ([], [])
        var parts: [CalendarLine] = []
        for line in lines {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", let kind):
                guard stack.count < deepest else { continue }
                stack.append(kind)
                if kind == "VEVENT" { parts = [] }
            case ("END", let kind):
                if kind == "VEVENT", let event = CalendarFeedEvent(parts, zones) { events.append(event) }
                if let index = stack.lastIndex(of: kind) { stack.removeSubrange(index...) }
            default:
                // Properties of an alarm inside an event are skipped.
                if stack.last == "VEVENT" { parts.append(line) }
            }
        }
        return events
    }
}

/// One unfolded line: `DTSTART;TZID=Europe/Rome:20260302T100000`.
struct CalendarLine: Sendable {
    let name: String
    let parameters: [String: String]
    let value: String

    static func all(_ bytes: [UInt8]) -> [CalendarLine] {
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // Folding may split a character, so octets are joined before decoding (RFC 5545, 3.1).
        var lines: [[UInt8]] = []
        for line in marked.split(separator: 0x0A) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(Array(line))
            }
        }
        return lines.compactMap { CalendarLine(String(decoding: $0, as: UTF8.self)) }
    }

    private init?(_ line: String) {
        var (isQuoted, colon): (Bool, String.Index?) = (false, nil)
        for index in line.indices {
            switch line[index] {
            case "\"": isQuoted.toggle()
            case ":" where !isQuoted: colon = index
            default: continue
            }
            if colon != nil { break }
        }
        guard let colon else { return nil }
        let head = line[..<colon].split(separator: ";", omittingEmptySubsequences: false)
        name = head.first.map { $0.uppercased() } ?? ""
        parameters = Dictionary(
            head.dropFirst().map { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                return (pair.first.map { $0.uppercased() } ?? "", pair.count > 1 ? pair[1].filter { $0 != "\"" } : "")
            }
        ) { first, _ in first }
        value = String(line[line.index(after: colon)...])
    }

    /// Unescapes TEXT (RFC 5545, 3.3.11) and drops unprintable characters.
    func text(_ limit: Int) -> String {
        var (result, isEscaped) = ("", false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar.value >= 0x20 || scalar == "\t", scalar.value != 0x7F {
                result.unicodeScalars.append(scalar)
            }
        }
        let trimmed = result.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.unicodeScalars.count <= limit
            ? trimmed : String(String.UnicodeScalarView(trimmed.unicodeScalars.prefix(limit - 1))) + "…"
    }

    func zone(_ zones: CalendarZones) -> TimeZone { value.hasSuffix("Z") ? .gmt : zones[parameters["TZID"]] }

    func moments(_ zones: CalendarZones) -> [(date: Date, isDay: Bool)] {
        let own = zone(zones)
        return value.split(separator: ",").compactMap { part in
            // A period counts as its beginning.
            let text = part.prefix { $0 != "/" }
            let isUTC = text.hasSuffix("Z")
            let digits = text.filter(\.isNumber).compactMap(\.wholeNumberValue)
            guard digits.count == 8 || digits.count == 14 || digits.count == 12 else { return nil }
            func number(_ from: Int, _ count: Int) -> Int { digits[from..<(from + count)].reduce(0) { $0 * 10 + $1 } }
            var parts = DateComponents(year: number(0, 4), month: number(4, 2), day: number(6, 2))
            if digits.count > 8 { (parts.hour, parts.minute) = (number(8, 2), number(10, 2)) }
            if digits.count == 14 { parts.second = min(number(12, 2), 59) }
            guard (1970...2200).contains(parts.year ?? 0), (1...12).contains(parts.month ?? 0), (1...31).contains(parts.day ?? 0),
                (0...23).contains(parts.hour ?? 0), (0...59).contains(parts.minute ?? 0)
            else { return nil }
            return AgendaSpan.calendar(isUTC ? .gmt : own).date(from: parts).map { ($0, digits.count == 8) }
        }
    }
}
