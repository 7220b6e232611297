import Foundation

/// Dates in feeds: RFC 822 with common variants, and ISO 8601.
public enum FeedTime {
    /// Nil for an invalid date: no date is better than a wrong one.
    public static func date(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count <= 60 else { return nil }
        return text.utf8.prefix(4).allSatisfy({ (0x30...0x39).contains($0) }) && text.utf8.count >= 8 ? iso(text) : mail(text)
    }

    /// `2026-03-02` or `2026-03-02T10:00:00+01:00`; seconds and zone are optional.
    private static func iso(_ text: String) -> Date? {
        let digits = text.split(whereSeparator: { !$0.isASCII || !$0.isNumber }).map { Int($0, in: .whole) ?? -1 }
        guard digits.count >= 3 else { return nil }
        let clock = text.dropFirst(10)
        let hasTime = clock.first == "T" || clock.first == "t" || clock.first == " "
        let hour = hasTime && digits.count > 4 ? (digits[3], digits[4]) : (0, 0)
        let zone = hasTime ? clock.dropFirst() : ""
        let mark = zone.lastIndex { "+-Zz".contains($0) }
        let hasSeconds = hasTime && (mark.map { zone[..<$0] } ?? zone).split(separator: ":").count > 2
        return moment(
            (digits[0], digits[1], digits[2]), (hour.0, hour.1, hasSeconds && digits.count > 5 ? digits[5] : 0),
            offset: mark.flatMap { offset(String(zone[$0...])) } ?? 0)
    }

    /// `Mon, 02 Mar 2026 10:00:00 +0100`, `2 Mar 26 10:00 GMT`.
    private static func mail(_ text: String) -> Date? {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\n" }).map(String.init)
        if let first = words.first, first.first?.isNumber == false { words.removeFirst() }
        guard words.count >= 3, let day = Int(words[0], in: .whole), var year = Int(words[2], in: .whole),
            let month = Self.month(words[1])
        else { return nil }
        if year < 100 { year += year < 70 ? 2_000 : 1_900 }
        let clock = words.count > 3 ? words[3].split(separator: ":").map { Int($0, in: .whole) ?? -1 } : [0, 0]
        guard clock.count >= 2 else { return nil }
        return moment(
            (year, month, day), (clock[0], clock[1], clock.count > 2 ? clock[2] : 0),
            offset: words.count > 4 ? offset(words[4]) ?? 0 : 0)
    }

    /// The number of a month by the beginning of its name, also in the languages of sites that translate their dates.
    private static func month(_ word: String) -> Int? {
        let word = word.lowercased()
        return months.first { $0.names.contains { word.hasPrefix($0) } }?.number
    }

    private static let months: [(number: Int, names: [String])] = [
        (1, ["jan", "gen", "ene", "jän"]), (2, ["feb", "fév", "fev"]), (3, ["mar", "mär"]), (4, ["apr", "avr", "abr"]),
        (5, ["may", "mag", "mai"]), (6, ["jun", "giu", "juin"]), (7, ["jul", "lug", "juil"]), (8, ["aug", "ago", "aoû"]),
        (9, ["sep", "set"]), (10, ["oct", "ott", "okt"]), (11, ["nov"]), (12, ["dec", "dic", "déc", "dez"]),
    ]

    /// Seconds east of UTC; includes the zone names of RFC 822.
    private static func offset(_ text: String) -> Int? {
        let named = [
            "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
        ]
        if let hours = named[text.uppercased()] ?? ["CET": 1, "CEST": 2][text.uppercased()] { return hours * 3_600 }
        let digits = text.filter(\.isNumber)
        guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4, let value = Int(digits, in: .whole) else { return nil }
        return (sign == "-" ? -1 : 1) * (value / 100 * 3_600 + value % 100 * 60)
    }

    private static func moment(_ day: (Int, Int, Int), _ clock: (Int, Int, Int), offset: Int) -> Date? {
        guard (1970...2200).contains(day.0), (1...12).contains(day.1), (1...31).contains(day.2), (0...24).contains(clock.0),
            (0...59).contains(clock.1), (0...60).contains(clock.2)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: day.0, month: day.1, day: day.2, hour: clock.0, minute: clock.1, second: clock.2)
        guard let date = calendar.date(from: parts), calendar.component(.day, from: date - TimeInterval(clock.0 / 24)) == day.2 else {
            return nil
        }
        return date - TimeInterval(offset)
    }
}
