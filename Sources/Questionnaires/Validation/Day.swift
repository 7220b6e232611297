import Web

struct Day: Sendable, Hashable, Comparable {
    let year, month, day: Int

    /// Parses `2026-01-31`, `31/01/2026`, `31.1.2026` and `31-1-2026`; existing days only.
    init?(_ text: String) {
        let parts = text.utf8.split(whereSeparator: { $0 == 0x2D || $0 == 0x2E || $0 == 0x2F }).map { Array($0) }
        // The exact number of separators, none doubled.
        guard parts.count == 3, text.utf8.count == parts.reduce(2, { $0 + $1.count }) else { return nil }
        guard parts.allSatisfy({ $0.count <= 4 && $0.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self), in: .whole) }
        guard numbers.count == 3 else { return nil }
        if parts[0].count == 4 {
            self.init(year: numbers[0], month: numbers[1], day: numbers[2])
        } else if parts[2].count == 4 {
            self.init(year: numbers[2], month: numbers[1], day: numbers[0])
        } else {
            return nil
        }
    }

    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day before; nil before the first year.
    var previous: Day? {
        if day > 1 { return Day(year: year, month: month, day: day - 1) }
        return month > 1
            ? Day(year: year, month: month - 1, day: Self.days(in: month - 1, of: year)) : Day(year: year - 1, month: 12, day: 31)
    }

    var next: Day? {
        Day(year: year, month: month, day: day + 1) ?? Day(year: year, month: month + 1, day: 1) ?? Day(year: year + 1, month: 1, day: 1)
    }

    var text: String { [(year, 4), (month, 2), (day, 2)].map(Self.padded).joined(separator: "-") }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    static func < (a: Day, b: Day) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}
