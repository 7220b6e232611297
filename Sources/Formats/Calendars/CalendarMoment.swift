import Foundation

struct CalendarMoment: Sendable {
    let wall: WallTime
    let isDay: Bool
    let zone: TimeZone
    /// Written with `Z` or an offset.
    let hasOwnZone: Bool
    /// Written without a zone, so that it has that of its event or calendar.
    var isFloating = false

    private static let longest = 36
    /// The longest duration, in seconds: a hundred years.
    private static let longestLength = 36_525 * WallTime.day

    /// `20260302`, `20260302T100000` or `20260302T100000Z`, also with an offset (`+0100`) or parts of a second; `zone` applies to those without
    /// one. `T240000` is the beginning of the next day.
    init?(_ text: String, zone: TimeZone) {
        var rest = Array(text.trimmingCharacters(in: .whitespaces).uppercased().utf8.prefix(Self.longest + 1))[...]
        guard rest.count <= Self.longest else { return nil }
        let clock = rest.firstIndex(of: UInt8(ascii: "T")) ?? rest.endIndex
        var own: TimeZone?
        if rest.last == UInt8(ascii: "Z") {
            own = .gmt
            rest.removeLast()
        } else if let sign = rest.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }), sign > clock {
            guard let offset = Self.offset(rest[sign...]) else { return nil }
            own = offset
            rest = rest[..<sign]
        }
        if let point = rest.lastIndex(of: UInt8(ascii: ".")), point > clock + 6 { rest = rest[..<point] }
        let digits = rest.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard [8, 12, 14].contains(digits.count) else { return nil }
        func number(_ from: Int, _ count: Int) -> Int {
            from + count <= digits.count ? digits[from..<(from + count)].reduce(0) { $0 * 10 + $1 } : 0
        }
        let isNextDay = number(8, 2) == 24 && number(10, 4) == 0
        guard
            let wall = WallTime(
                number(0, 4), number(4, 2), number(6, 2), isNextDay ? 0 : number(8, 2), number(10, 2), digits.count > 12 ? number(12, 2) : 0
            )
        else { return nil }
        (self.wall, isDay) = (isNextDay ? wall + WallTime.day : wall, digits.count == 8)
        (self.zone, hasOwnZone) = (own ?? zone, own != nil)
    }

    init(day: Int, in zone: TimeZone) { self.init(WallTime(seconds: day * WallTime.day), zone, isDay: true) }

    private init(_ wall: WallTime, _ zone: TimeZone, isDay: Bool, hasOwnZone: Bool = false) {
        (self.wall, self.zone, self.isDay, self.hasOwnZone) = (wall, zone, isDay, hasOwnZone)
    }

    /// `+0100`, `-03:30`, `+02`.
    private static func offset(_ text: ArraySlice<UInt8>) -> TimeZone? {
        let digits = text.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard digits.count == 2 || digits.count == 4 else { return nil }
        let minutes = (digits[0] * 10 + digits[1]) * 60 + (digits.count == 4 ? digits[2] * 10 + digits[3] : 0)
        guard minutes <= 18 * 60 else { return nil }
        return TimeZone(secondsFromGMT: text.first == UInt8(ascii: "-") ? -minutes * 60 : minutes * 60)
    }

    /// A whole day is the same date everywhere.
    func day(in zone: TimeZone) -> Self { Self(wall, zone, isDay: true) }

    func midnight(in zone: TimeZone) -> Self { Self(wall, zone, isDay: false, hasOwnZone: hasOwnZone) }

    func moved(to zone: TimeZone) -> Self { Self(WallTime(date, in: zone), zone, isDay: isDay, hasOwnZone: hasOwnZone) }

    var date: Date { wall.date(in: zone) }

    /// The day that is meant where an event lasts whole days. Some programs write midnight in another zone, or in UTC.
    var meantDay: Int { isDay || wall.isMidnight ? wall.days : (WallTime(date, in: .gmt) + WallTime.day / 2).days }

    /// The last whole day of a rule that ends then: some programs write the midnight with which it begins, others its last second, or its noon.
    var lastDay: Int {
        guard !isDay, wall.secondsOfDay != WallTime.day / 2 else { return wall.days }
        let minutes = wall.secondsOfDay / 60
        guard [29, 44, 59].contains(minutes % 60) else { return meantDay }
        let next = WallTime(seconds: wall.days * WallTime.day + (minutes + 1) * 60)
        return Self(next, zone, isDay: false).meantDay - 1
    }

    /// Seconds of `PT1H30M`, `P1D`, `-P2W`; nil for what is no duration, such as one of months, and beyond a hundred years.
    static func length(_ text: String) -> Int? {
        var rest = text.trimmingCharacters(in: .whitespaces).uppercased()[...]
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        guard rest.first == "P" else { return nil }
        let units: [Character: Int] = ["W": 604_800, "D": WallTime.day, "H": 3_600, "M": 60, "S": 1]
        var (total, number, isClock, isRead) = (0, "", false, false)
        for letter in rest.dropFirst() {
            if letter == "T" {
                isClock = true
            } else if letter.isNumber {
                number.append(letter)
            } else {
                guard let unit = units[letter], letter != "M" || isClock, let value = Int(number, in: 0...999_999) else { return nil }
                (total, number, isRead) = (total + value * unit, "", true)
            }
        }
        guard isRead, number.isEmpty, total <= longestLength else { return nil }
        return isNegative ? -total : total
    }
}
