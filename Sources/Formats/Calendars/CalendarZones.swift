import Foundation

/// Maps zone names of a calendar to time zones: names of the tz database, alone or behind the name of a program, and those of Windows.
/// Others get a zone with the same offsets as their VTIMEZONE.
struct CalendarZones: Sendable {
    /// Limit of names; real calendars have a few.
    private static let most = 100
    /// Limit of steps through the rules of all definitions.
    private static let patience = 100_000

    struct Unknown: Sendable {
        let name: String
        let line: Int
    }

    /// What a calendar of the file says of itself.
    private struct Head {
        var zone: TimeZone?
        var name = ""
    }

    /// For times without a zone, and for unknown names.
    let site: TimeZone
    /// The zone that the calendar names for all its times (`X-WR-TIMEZONE`), or the offsets of a vCalendar 1.0 (`TZ`, `DAYLIGHT`).
    private(set) var calendar: TimeZone?
    /// What the calendar calls itself.
    private(set) var name = ""
    private var heads: [Head] = []
    private var named: [String: TimeZone] = [:]
    private(set) var unknown: [Unknown] = []

    init(_ lines: [CalendarLine], site: TimeZone, in interval: DateInterval) {
        self.site = site
        for lines in Self.heads(lines) {
            let head = read(lines)
            heads.append(head)
        }
        (calendar, name) = (heads.first?.zone, heads.first?.name ?? "")
        var (rules, definitions, first): ([CalendarLine], [String: [CalendarLine]], [String: Int]) = ([], [:], [:])
        for line in lines {
            if let name = line.parameters["TZID"], !name.isEmpty, first[name] == nil { first[name] = line.number }
            switch (line.name, line.plain) {
            case ("BEGIN", "VTIMEZONE"): rules = []
            case ("END", "VTIMEZONE"):
                if let name = rules.first(where: { $0.name == "TZID" })?.value { definitions[name] = rules }
            default: rules.append(line)
            }
        }
        let names = first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        var work = CalendarWork(steps: Self.patience)
        for (name, line) in names.prefix(Self.most) {
            named[name] = ZoneNames.zone(name)
            guard named[name] == nil else { continue }
            let clock = definitions[name].map { CalendarClock($0, in: interval, work: &work) }
            named[name] = clock?.zone(site) ?? ZoneNames.described(name)
            guard named[name] == nil else { continue }
            unknown.append(Unknown(name: name, line: line))
            named[name] = clock?.nearest(site)
        }
        unknown += names.dropFirst(Self.most).map { Unknown(name: $0.key, line: $0.value) }
    }

    subscript(name: String?) -> TimeZone { name.flatMap { named[$0] } ?? calendar ?? site }

    /// Those of one of the calendars of the file, counted from 0.
    func of(_ index: Int) -> Self {
        guard heads.indices.contains(index) else { return self }
        var zones = self
        (zones.calendar, zones.name) = (heads[index].zone, heads[index].name)
        return zones
    }

    /// The lines of each calendar itself, outside its entries.
    private static func heads(_ lines: [CalendarLine]) -> [[CalendarLine]] {
        var (heads, depth): ([[CalendarLine]], Int) = ([], 0)
        for line in lines {
            switch line.name {
            case "BEGIN" where line.plain == "VCALENDAR":
                heads.append([])
                depth = 1
            case "BEGIN": depth += 1
            case "END": depth -= 1
            case "X-WR-TIMEZONE", "TZ", "DAYLIGHT", "X-WR-CALNAME", "NAME":
                if depth == 1, !heads.isEmpty { heads[heads.count - 1].append(line) }
            default: continue
            }
        }
        return heads
    }

    private mutating func read(_ lines: [CalendarLine]) -> Head {
        let first = Dictionary(lines.map { ($0.name, $0) }) { first, _ in first }
        let name = (first["X-WR-CALNAME"] ?? first["NAME"])?.text(160).replacing("\n", with: " ") ?? ""
        if let line = first["X-WR-TIMEZONE"] {
            let zone = ZoneNames.zone(line.value) ?? ZoneNames.described(line.value)
            if zone == nil, !line.value.isEmpty { unknown.append(Unknown(name: line.value, line: line.number)) }
            return Head(zone: zone, name: name)
        }
        guard let offset = first["TZ"]?.value else { return Head(name: name) }
        return Head(zone: CalendarClock(winter: offset, summer: first["DAYLIGHT"]?.value).zone(site), name: name)
    }
}
