import Foundation

struct CalendarMoment: Sendable {
    let wall: WallTime
    let isDay: Bool
    let zone: TimeZone
    /// Written without a zone, so that it has that of its event or calendar.
    var isFloating = false

    /// `20260302`, `20260302T100000` or `20260302T100000Z`; `zone` applies to all but the last.
    init?(_ text: String, zone: TimeZone) {
        let digits = text.utf8.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard [8, 12, 14].contains(digits.count), text.utf8.count <= 24 else { return nil }
        func number(_ from: Int, _ count: Int) -> Int {
            from + count <= digits.count ? digits[from..<(from + count)].reduce(0) { $0 * 10 + $1 } : 0
        }
        guard let wall = WallTime(number(0, 4), number(4, 2), number(6, 2), number(8, 2), number(10, 2), number(12, 2)) else { return nil }
        (self.wall, isDay) = (wall, digits.count == 8)
        self.zone = text.hasSuffix("Z") ? .gmt : zone
    }

    private init(_ wall: WallTime, _ zone: TimeZone, isDay: Bool) { (self.wall, self.zone, self.isDay) = (wall, zone, isDay) }

    /// A whole day is the same date everywhere.
    func day(in zone: TimeZone) -> Self { Self(wall, zone, isDay: true) }

    func moved(to zone: TimeZone) -> Self { Self(WallTime(date, in: zone), zone, isDay: isDay) }

    var date: Date { wall.date(in: zone) }

    /// The day that is meant where an event lasts whole days. Some programs write midnight in another zone, or in UTC.
    var meantDay: Int { isDay || wall.isMidnight ? wall.days : (WallTime(date, in: .gmt) + WallTime.day / 2).days }

    /// Seconds of `PT1H30M`, `P1D`, `P2W`; up to 400 days.
    static func length(_ text: String) -> Int? {
        guard text.first == "P" else { return nil }
        let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
        var (total, number) = (0, "")
        for letter in text.dropFirst() where letter != "T" {
            if letter.isNumber {
                number.append(letter)
            } else {
                guard let unit = units[letter], let value = Int(number, in: 0...999_999) else { return nil }
                (total, number) = (min(total + value * unit, 400 * WallTime.day), "")
            }
        }
        return total
    }
}
