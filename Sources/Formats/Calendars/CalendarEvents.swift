/// The events and changes of a file, in its order. What is none, or is not whole, is told.
struct CalendarEvents {
    /// Deepest nesting of components; real calendars have three levels.
    private static let deepest = 20
    /// What begins only outside an event: one that is still open then has lost its end.
    private static let outer: Set = ["VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

    private(set) var found: [CalendarFeedEvent] = []
    private let most: Int
    private var zones: CalendarZones
    private var stack: [String] = []
    private var (calendars, isCancellation) = (0, false)
    private var (parts, places): ([CalendarLine], [CalendarLine]) = ([], [])

    init(_ lines: [CalendarLine], _ zones: CalendarZones, most: Int, _ report: inout CalendarReport) {
        (self.zones, self.most) = (zones, most)
        let all = zones
        for line in lines {
            switch line.name {
            case "BEGIN": begin(line, all, &report)
            case "END": end(line, &report)
            case "METHOD" where stack == ["VCALENDAR"]: isCancellation = line.plain == "CANCEL"
            case "CALSCALE" where stack == ["VCALENDAR"]:
                if line.plain != "GREGORIAN" { report.add(.dates, line: line.number, "CALSCALE:\(line.value)") }
            case "NAME" where stack.last == "VLOCATION": places.append(line)
            default:
                if line.isBroken {
                    if !stack.isEmpty { report.add(.broken, line: line.number, "") }
                } else if stack.last == "VEVENT" {
                    // Properties of an alarm inside an event are skipped.
                    parts.append(line)
                }
            }
        }
        if stack.contains("VEVENT") {
            report.read += 1
            let isPrivate = parts.contains { $0.name == "CLASS" && $0.plain != "PUBLIC" }
            let title = parts.first { $0.name == "SUMMARY" }?.text(160) ?? ""
            report.add(.unfinished, line: parts.first?.number ?? 0, isPrivate ? "" : title)
        } else if !stack.isEmpty {
            report.add(.unfinished, line: lines.last?.number ?? 0, stack[stack.count - 1])
        }
    }

    private mutating func begin(_ line: CalendarLine, _ all: CalendarZones, _ report: inout CalendarReport) {
        let kind = line.plain
        guard stack.count < Self.deepest || kind == "VCALENDAR" else { return report.add(.broken, line: line.number, "") }
        if Self.outer.contains(kind), let index = stack.firstIndex(of: "VEVENT") {
            if kind != "VCALENDAR" { report.add(.broken, line: line.number, "") }
            finish(&report)
            stack.removeSubrange(index...)
        }
        if stack.last == "VCALENDAR", !["VCALENDAR", "VEVENT", "VTIMEZONE"].contains(kind) {
            report.read += 1
            report.add(.others, line: line.number, kind)
        }
        if kind == "VCALENDAR" {
            if !stack.isEmpty { report.add(.broken, line: line.number, "") }
            // A file may hold several calendars, each with its zone, name and method.
            (stack, isCancellation) = ([], false)
            zones = all.of(calendars)
            if calendars > 0, !zones.name.isEmpty, zones.name != all.name { report.add(.calendars, line: line.number, zones.name) }
            calendars += 1
        }
        stack.append(kind)
        if kind == "VEVENT" { (parts, places) = ([line], []) }
    }

    private mutating func end(_ line: CalendarLine, _ report: inout CalendarReport) {
        let kind = line.plain
        guard let index = stack.lastIndex(of: kind) else {
            if !stack.isEmpty { report.add(.broken, line: line.number, "") }
            return
        }
        if stack[index...].contains("VEVENT") {
            if kind != "VEVENT" { report.add(.broken, line: line.number, "") }
            finish(&report)
        }
        stack.removeSubrange(index...)
    }

    private mutating func finish(_ report: inout CalendarReport) {
        report.read += 1
        guard found.count < most else { return report.add(.tooMany, line: parts.first?.number ?? 0, "VEVENT") }
        found.append(CalendarFeedEvent(parts, zones, isCancellation: isCancellation, places: places))
    }
}
