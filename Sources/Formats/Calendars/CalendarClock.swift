import Foundation

/// The clock that a `VTIMEZONE` defines, or the offsets of a vCalendar 1.0.
struct CalendarClock {
    /// A change of the clock, with the seconds east of UTC before and after it.
    private struct Change {
        let date: Date
        let before, after: Int
    }

    private var winter: (since: String, seconds: Int)?
    private var summer: (since: String, seconds: Int)?
    /// A tz name that some programs add.
    private var known: TimeZone?
    /// When summer time begins, where a rule says it.
    private var summerMonth: Int?
    /// The changes of the years that are read.
    private var changes: [Change] = []

    init(_ lines: [CalendarLine], in interval: DateInterval, work: inout CalendarWork) {
        var part: [String: CalendarLine] = [:]
        for line in lines {
            switch (line.name, line.plain) {
            case ("X-LIC-LOCATION", _), ("TZURL", _): known = known ?? ZoneNames.zone(line.value)
            case ("BEGIN", _): part = [:]
            case ("END", let kind) where kind == "STANDARD" || kind == "DAYLIGHT": add(part, isSummer: kind == "DAYLIGHT", interval, &work)
            default: part[line.name] = part[line.name] ?? line
            }
        }
    }

    /// `+01` and `TRUE;+02;20260329T020000;20261025T030000;CET;CEST` of vCalendar 1.0.
    init(winter: String, summer: String?) {
        self.winter = Self.seconds(Self.padded(winter)).map { (since: "", seconds: $0) }
        let parts = (summer ?? "").split(separator: ";").map(String.init)
        guard parts.count >= 3, parts[0].uppercased() == "TRUE" else { return }
        self.summer = Self.seconds(Self.padded(parts[1])).map { (since: parts[2], seconds: $0) }
    }

    private mutating func add(_ part: [String: CalendarLine], isSummer: Bool, _ interval: DateInterval, _ work: inout CalendarWork) {
        let since = part["DTSTART"]?.value ?? ""
        guard let offset = part["TZOFFSETTO"].flatMap({ Self.seconds($0.value) }) else { return }
        let rule = part["RRULE"]?.value.uppercased()
        if isSummer, since >= summer?.since ?? "" {
            summer = (since, offset)
            summerMonth = rule?.firstMatch(of: /BYMONTH=(\d{1,2})/).flatMap { Int($0.1, in: 1...12) }
        } else if !isSummer, since >= winter?.since ?? "" {
            winter = (since, offset)
        }
        let before = part["TZOFFSETFROM"].flatMap { Self.seconds($0.value) } ?? offset
        changes += Self.walls(since, rule, part["RDATE"], interval, &work).map { wall in
            Change(date: wall.date(in: .gmt) - TimeInterval(before), before: before, after: offset)
        }
    }

    /// The times of a change in the years that are read, as the clock before it shows them.
    private static func walls(
        _ since: String, _ rule: String?, _ more: CalendarLine?, _ interval: DateInterval, _ work: inout CalendarWork
    ) -> [WallTime] {
        let (begin, end) = (WallTime(interval.start, in: .gmt), WallTime(interval.end, in: .gmt))
        // Outlook begins in 1601.
        let since = since.hasPrefix("16") ? "1970" + since.dropFirst(4) : since
        guard let start = CalendarMoment(since, zone: .gmt)?.wall else { return [] }
        guard let rule else {
            let written = (more?.value ?? "").split(separator: ",").compactMap { CalendarMoment(String($0), zone: .gmt)?.wall }
            return ([start] + written).filter { $0 >= begin && $0 < end }
        }
        guard let rule = RecurrenceRule(rule, zone: .gmt), rule.frequency == .yearly else { return [] }
        return (try? rule.walked(from: start, in: begin, end, zone: .gmt, limit: 10, work: &work)) ?? []
    }

    private static func padded(_ offset: String) -> String {
        let digits = offset.filter(\.isNumber)
        guard let sign = offset.first, !digits.isEmpty, digits.count <= 4 else { return "" }
        let hours = digits.count <= 2 ? String(repeating: "0", count: 2 - digits.count) + digits + "00" : digits
        return String(sign == "-" ? "-" : "+") + String(repeating: "0", count: max(0, 4 - hours.count)) + hours
    }

    private static func seconds(_ text: String) -> Int? {
        guard let number = Int(text.prefix(5), in: -9_999...9_999), text.first == "+" || text.first == "-" else { return nil }
        let size = max(number, -number)
        let minutes = size / 100 * 60 + size % 100
        guard minutes <= 18 * 60 else { return nil }
        return number < 0 ? -minutes * 60 : minutes * 60
    }

    /// The site's zone when its clock is the same, else a common zone with the same changes, else any; nil where no zone has them.
    func zone(_ site: TimeZone) -> TimeZone? {
        if let known { return known }
        guard changes.contains(where: { $0.before != $0.after }) else { return alike(site) }
        return Self.zones(site).first { zone in
            // Definitions are a few hours off, but not days.
            changes.allSatisfy {
                zone.secondsFromGMT(for: $0.date - Self.slack) == $0.before && zone.secondsFromGMT(for: $0.date + Self.slack) == $0.after
            }
        }
    }

    /// What is nearest to the clock where no zone has its changes.
    func nearest(_ site: TimeZone) -> TimeZone? { alike(site) ?? winter.flatMap { TimeZone(secondsFromGMT: $0.seconds) } }

    /// A zone with the same offsets in winter and in summer.
    private func alike(_ site: TimeZone) -> TimeZone? {
        guard let winter else { return summer.flatMap { TimeZone(secondsFromGMT: $0.seconds) } }
        guard let summer, summer.seconds != winter.seconds else { return TimeZone(secondsFromGMT: winter.seconds) }
        return Self.zones(site).first { zone in
            let both = Self.months.map { zone.secondsFromGMT(for: $0) }
            return Set(both) == [winter.seconds, summer.seconds] && (both[1] == summer.seconds) == isNorthern
        }
    }

    private static func zones(_ site: TimeZone) -> [TimeZone] { [site] + all }

    /// Northern hemisphere: summer time begins in spring.
    private var isNorthern: Bool { (summerMonth ?? Int(summer?.since.dropFirst(4).prefix(2) ?? "", in: .whole) ?? 3) < 8 }

    private static let all = (usual + TimeZone.knownTimeZoneIdentifiers).compactMap { TimeZone(identifier: $0) }
    private static let slack = TimeInterval(25 * 3_600)
    /// In January and in July 2026.
    private static let months = [1_768_435_200, 1_784_073_600].map { Date(timeIntervalSince1970: $0) }
    private static let usual = [
        "Europe/London", "Europe/Rome", "Europe/Athens", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
        "America/Anchorage", "America/Halifax", "America/St_Johns", "Australia/Sydney", "Australia/Adelaide", "Pacific/Auckland",
        "America/Santiago",
    ]
}
