import Foundation

/// Maps zone names of a calendar to time zones: names of the tz database, alone or behind the name of a program, and those of Windows.
/// Others get a zone with the same offsets as their VTIMEZONE.
struct CalendarZones: Sendable {
    /// Limit of names; real calendars have a few.
    private static let most = 100

    /// For times without a zone, and for unknown names.
    let site: TimeZone
    /// The zone that the calendar names for all its times (`X-WR-TIMEZONE`), or the offsets of a vCalendar 1.0 (`TZ`, `DAYLIGHT`).
    let calendar: TimeZone?
    private var named: [String: TimeZone] = [:]
    private(set) var unknown: [String] = []

    init(_ lines: [CalendarLine], site: TimeZone) {
        self.site = site
        let first = Dictionary(lines.prefix(200).map { ($0.name, $0.value) }) { first, _ in first }
        calendar = Self.calendar(first, site)
        if calendar == nil, let name = first["X-WR-TIMEZONE"], !name.isEmpty { unknown.append(name) }
        var (rules, clocks): ([CalendarLine], [String: Clock]) = ([], [:])
        for line in lines {
            switch (line.name, line.plain) {
            case ("BEGIN", "VTIMEZONE"): rules = []
            case ("END", "VTIMEZONE"):
                if let name = rules.first(where: { $0.name == "TZID" })?.value { clocks[name] = Clock(rules) }
            default: rules.append(line)
            }
        }
        for name in Set(lines.compactMap { $0.parameters["TZID"] }).sorted().prefix(Self.most) {
            named[name] = ZoneNames.zone(name) ?? clocks[name]?.zone(site) ?? ZoneNames.described(name)
            if named[name] == nil {
                unknown.append(name)
                // The clock in winter is nearer to what is meant than that of another place.
                named[name] = clocks[name]?.standard
            }
        }
    }

    subscript(name: String?) -> TimeZone { name.flatMap { named[$0] } ?? calendar ?? site }

    private static func calendar(_ first: [String: String], _ site: TimeZone) -> TimeZone? {
        if let name = first["X-WR-TIMEZONE"] { return ZoneNames.zone(name) ?? ZoneNames.described(name) }
        guard let offset = first["TZ"] else { return nil }
        return Clock(winter: offset, summer: first["DAYLIGHT"]).zone(site)
    }

    private struct Clock {
        private var winter: (since: String, seconds: Int)?
        private var summer: (since: String, seconds: Int)?
        /// A tz name that some programs add.
        private var known: TimeZone?
        /// When summer time begins, where a rule says it.
        private var summerMonth: Int?

        init(_ rules: [CalendarLine]) {
            var (since, offset, month): (String, Int?, Int?) = ("", nil, nil)
            for rule in rules {
                switch (rule.name, rule.plain) {
                case ("X-LIC-LOCATION", _), ("TZURL", _): known = known ?? ZoneNames.zone(rule.value)
                case ("BEGIN", _): (since, offset, month) = ("", nil, nil)
                case ("RRULE", _): month = rule.value.uppercased().firstMatch(of: /BYMONTH=(\d{1,2})/).flatMap { Int($0.1, in: 1...12) }
                case ("DTSTART", _): since = rule.value
                case ("TZOFFSETTO", _): offset = Self.seconds(rule.value)
                case ("END", "STANDARD"): winter = Self.newer(winter, since, offset)
                case ("END", "DAYLIGHT"):
                    if offset != nil, since >= summer?.since ?? "" { summerMonth = month }
                    summer = Self.newer(summer, since, offset)
                default: continue
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

        private static func padded(_ offset: String) -> String {
            let digits = offset.filter(\.isNumber)
            guard let sign = offset.first, !digits.isEmpty, digits.count <= 4 else { return "" }
            let hours = digits.count <= 2 ? String(repeating: "0", count: 2 - digits.count) + digits + "00" : digits
            return String(sign == "-" ? "-" : "+") + String(repeating: "0", count: max(0, 4 - hours.count)) + hours
        }

        var standard: TimeZone? { winter.flatMap { TimeZone(secondsFromGMT: $0.seconds) } }

        private static func newer(_ old: (since: String, seconds: Int)?, _ since: String, _ seconds: Int?) -> (
            since: String, seconds: Int
        )? {
            guard let seconds, since >= old?.since ?? "" else { return old }
            return (since, seconds)
        }

        private static func seconds(_ text: String) -> Int? {
            guard let number = Int(text.prefix(5), in: -9_999...9_999), text.first == "+" || text.first == "-" else { return nil }
            let size = max(number, -number)
            let minutes = size / 100 * 60 + size % 100
            guard minutes <= 18 * 60 else { return nil }
            return number < 0 ? -minutes * 60 : minutes * 60
        }

        /// The site's zone when its clock is the same, else a common zone with the same offsets, else any.
        func zone(_ site: TimeZone) -> TimeZone? {
            if let known { return known }
            guard let winter else { return summer.flatMap { TimeZone(secondsFromGMT: $0.seconds) } }
            guard let summer, summer.seconds != winter.seconds else { return TimeZone(secondsFromGMT: winter.seconds) }
            let names = Self.usual + TimeZone.knownTimeZoneIdentifiers
            let all = [site].lazy + names.lazy.compactMap { TimeZone(identifier: $0) }
            return all.first { zone in
                let both = Self.months.map { zone.secondsFromGMT(for: $0) }
                return Set(both) == [winter.seconds, summer.seconds] && (both[1] == summer.seconds) == isNorthern
            }
        }

        /// Northern hemisphere: summer time begins in spring.
        private var isNorthern: Bool { (summerMonth ?? Int(summer?.since.dropFirst(4).prefix(2) ?? "", in: .whole) ?? 3) < 8 }

        /// In January and in July 2026.
        private static let months = [1_768_435_200, 1_784_073_600].map { Date(timeIntervalSince1970: $0) }
        private static let usual = [
            "Europe/London", "Europe/Rome", "Europe/Athens", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
            "America/Anchorage", "America/Halifax", "America/St_Johns", "Australia/Sydney", "Australia/Adelaide", "Pacific/Auckland",
            "America/Santiago",
        ]
    }
}
