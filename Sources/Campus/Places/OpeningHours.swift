import Admin
import Foundation
import GRDB
import Registry
import Web

/// The hours of a place as data: the weekly part of OpenStreetMap's `opening_hours`, such as `Mo-Fr 08:00-20:00; Sa 09:00-13:00` or `24/7`.
/// `PH` are the closing days of the applied academic calendar: `PH off`.
struct OpeningHours: Sendable {
    /// Minutes after midnight of each weekday from Monday on; an end beyond 1,440 is after midnight.
    let days: [[Range<Int>]]
    /// Those of closing days; nil for the same as on other days.
    let holidays: [Range<Int>]?

    private static let names = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    private static let day = 24 * 60
    private static let mostRanges = 8

    init?(_ text: String) {
        let plain = text.lowercased().replacing("–", with: "-").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !plain.isEmpty, plain.utf8.count <= 400 else { return nil }
        if plain == "24/7" {
            (self.days, self.holidays) = (Array(repeating: [0..<Self.day], count: 7), nil)
            return
        }
        var (days, holidays): ([[Range<Int>]], [Range<Int>]?) = (Array(repeating: [], count: 7), nil)
        for rule in plain.split(separator: ";") {
            let words = rule.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map { $0 == "closed" ? "off" : String($0) }
            guard !Self.limitsHolidays(rule) else { return nil }
            let (named, times) = (
                words.prefix { $0.first?.isLetter == true && $0 != "off" }, words.drop { $0.first?.isLetter == true && $0 != "off" }
            )
            let weekdays = Array(named.filter { $0 != "ph" })
            guard !times.isEmpty, let chosen = named.isEmpty ? Set(0..<7) : Self.days(weekdays) else { return nil }
            let isOff = Array(times) == ["off"]
            let ranges = times.compactMap(Self.range)
            guard isOff || ranges.count == times.count && ranges.count <= Self.mostRanges else { return nil }
            // A later rule takes the place of an earlier one for its days.
            let sorted = isOff ? [] : ranges.sorted { $0.lowerBound < $1.lowerBound }
            for day in chosen { days[day] = sorted }
            if named.contains("ph") { holidays = sorted }
        }
        (self.days, self.holidays) = (days, holidays)
    }

    /// `PH Mo-Fr` are the closing days that fall on those weekdays, not both as `PH,Mo-Fr`; those are not followed.
    private static func limitsHolidays(_ rule: Substring) -> Bool {
        let parts = rule.replacing(/\s*,\s*/, with: ",").split(whereSeparator: \.isWhitespace)
        let named = parts.prefix { $0.first?.isLetter == true && $0 != "off" && $0 != "closed" }
        return named.count > 1 && named.contains { $0.split(separator: ",").contains("ph") }
    }

    private static func days(_ words: [String]) -> Set<Int>? {
        var found: Set<Int> = []
        for word in words {
            let ends = word.split(separator: "-").map { names.firstIndex(of: String($0)) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            found.formUnion(first <= last ? Set(first...last) : Set(first...6).union(0...last))
        }
        return found
    }

    private static func range(_ word: String) -> Range<Int>? {
        if word == "24/7" { return 0..<day }
        let ends = word.split(separator: "-").map { minutes(String($0)) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], from < day, from != to else { return nil }
        return from..<(to > from ? to : to + day)
    }

    private static func minutes(_ clock: String) -> Int? {
        let parts = clock.split(separator: ":").map { Int($0, in: 0...59) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], hour <= 24, hour * 60 + minute <= day else { return nil }
        return hour * 60 + minute
    }

    /// When a place that is open closes, or when one that is closed opens next; nil for one that never does.
    /// - Parameter closed: closing days, as `2026-12-25`.
    func state(at now: Date, _ zone: TimeZone, closed: Set<String> = []) -> (isOpen: Bool, until: Date?) {
        let calendar = AgendaSpan.calendar(zone)
        let midnight = calendar.startOfDay(for: now)
        var openings: [DateInterval] = []
        // From yesterday, whose last hours may be after midnight.
        for offset in -1...30 {
            // Further on only over long closings.
            if offset > 8, openings.contains(where: { $0.end > now }) { break }
            guard let date = calendar.date(byAdding: .day, value: offset, to: midnight) else { continue }
            let weekday = (calendar.component(.weekday, from: date) + 5) % 7
            let isHoliday = holidays != nil && closed.contains(AgendaSpan.text(date, zone))
            openings += (isHoliday ? holidays ?? [] : days[weekday]).map { range in
                let (start, end) = (Self.moment(range.lowerBound, of: date, zone), Self.moment(range.upperBound, of: date, zone))
                return DateInterval(start: start, end: max(start, end))
            }
        }
        guard let open = openings.first(where: { $0.start <= now && $0.end > now }) else {
            return (false, openings.map(\.start).filter { $0 > now }.min())
        }
        // Hours that follow one another at midnight are one.
        var end = open.end
        while let next = openings.first(where: { $0.start <= end && $0.end > end }) { end = next.end }
        return (true, end > now + 7 * 86_400 ? nil : end)
    }

    private static func moment(_ minutes: Int, of midnight: Date, _ zone: TimeZone) -> Date {
        let guess = midnight + Double(minutes) * 60
        return guess + Double(zone.secondsFromGMT(for: midnight) - zone.secondsFromGMT(for: guess))
    }

    /// Each run of equal days: `lun–ven 08:00–20:00`.
    func lines(_ words: Words) -> [String] {
        var (lines, first): ([String], Int) = ([], 0)
        for day in 0..<7 where day == 6 || days[day + 1] != days[day] {
            let names = [first, day].map { words("campus.calendar.days.\(Weekday.allCases[$0].rawValue)") }
            lines.append("\(first == day ? names[0] : "\(names[0])–\(names[1])") \(Self.formatted(days[first], words))")
            first = day + 1
        }
        if let holidays { lines.append("\(words("campus.now.holidays")) \(Self.formatted(holidays, words))") }
        return lines
    }

    private static func formatted(_ ranges: [Range<Int>], _ words: Words) -> String {
        if ranges.isEmpty { return words("campus.now.closedDay") }
        return ranges.map { "\(clock($0.lowerBound))–\(clock($0.upperBound))" }.joined(separator: ", ")
    }

    static func closedDays(around now: Date, _ zone: TimeZone, _ db: Database) throws -> Set<String> {
        let year = CivilTime(now, in: zone).year
        return try AcademicCalendar.applied(db).holidays(in: year - 1...year + 1)
    }

    private static func clock(_ minutes: Int) -> String {
        let shown = minutes > day ? minutes - day : minutes
        return WrittenTime.two(shown / 60) + ":" + WrittenTime.two(shown % 60)
    }

    static func check(_ text: String, _ entry: Entry, _ errors: inout FieldErrors) {
        if !text.isEmpty, OpeningHours(text) == nil { errors.add("opening", entry.context.words("campus.refused.opening")) }
    }

    /// "Open until 20:00" or "closed, opens Monday at 08:00", with its tone; nil without hours.
    static func templateValues(_ text: String, at now: Date, closed: Set<String>, _ rendering: RenderContext) -> Values? {
        guard let hours = OpeningHours(text) else { return nil }
        let (state, words) = (hours.state(at: now, rendering.zone, closed: closed), rendering.words)
        let until = state.until.map { NowText(rendering: rendering, now: now).moment($0) }
        let said =
            state.isOpen
            ? until.map { words("campus.now.openUntil", ["until": $0]) } ?? words("campus.now.open")
            : until.map { words("campus.now.closedUntil", ["until": $0]) } ?? words("campus.now.closed")
        return ["state": said, "tone": state.isOpen ? "good" : "warn", "isOpen": state.isOpen, "lines": hours.lines(words)]
    }
}
