import Foundation

/// What a clock on the wall shows, without a zone: seconds since the first moment of 1970.
struct WallTime: Hashable, Comparable, Sendable {
    let seconds: Int

    static let day = 86_400
    /// Years in which dates are read.
    static let years = 1900...2200

    init(seconds: Int) { self.seconds = seconds }

    init(_ date: Date, in zone: TimeZone) {
        seconds = Int(cutting: date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
    }

    /// nil for a date or time that no calendar has.
    init?(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0) {
        guard Self.years.contains(year), (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        // A leap second counts as the one before it.
        seconds = Self.days(year, month, day) * Self.day + hour * 3_600 + minute * 60 + min(max(second, 0), 59)
    }

    static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }

    static func + (a: Self, seconds: Int) -> Self { Self(seconds: a.seconds + seconds) }

    /// Whole days since 1970.
    var days: Int { (seconds - ((seconds % Self.day) + Self.day) % Self.day) / Self.day }

    var isMidnight: Bool { seconds % Self.day == 0 }

    /// Since midnight.
    var secondsOfDay: Int { seconds - days * Self.day }

    /// A time that the change of clocks leaves out moves forward; of one that comes twice it is the first.
    func date(in zone: TimeZone) -> Date {
        let plain = Date(timeIntervalSince1970: TimeInterval(seconds))
        let (before, after) = (zone.secondsFromGMT(for: plain - 86_400), zone.secondsFromGMT(for: plain + 86_400))
        let first = plain - TimeInterval(before)
        if before == after || zone.secondsFromGMT(for: first) == before { return first }
        let second = plain - TimeInterval(after)
        return zone.secondsFromGMT(for: second) == after ? second : first
    }

    var parts: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let rest = seconds - days * Self.day
        // Days since 1 March of year 0, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * march + 2) / 5 + 1, rest / 3_600, rest / 60 % 60, rest % 60)
    }

    /// `20260503T150500`
    var text: String {
        let parts = parts
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(parts.year)\(two(parts.month))\(two(parts.day))T\(two(parts.hour))\(two(parts.minute))\(two(parts.second))"
    }

    static func length(of month: Int, in year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
