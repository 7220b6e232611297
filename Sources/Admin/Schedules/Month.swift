import Foundation
import Web

struct Month {
    let year: Int
    let month: Int
    private let calendar: Calendar

    /// - Parameter text: `2026-11`.
    init?(_ text: String, in zone: TimeZone) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-")).map { Int(String(decoding: $0, as: UTF8.self), in: .whole) }
        guard parts.count == 2, let year = parts[0], let month = parts[1], (1970...2200).contains(year), (1...12).contains(month) else {
            return nil
        }
        self.init(year, month, in: zone)
    }

    init(containing date: Date, in zone: TimeZone) {
        let civil = CivilTime(date, in: zone)
        self.init(civil.year, civil.month, in: zone)
    }

    private init(_ year: Int, _ month: Int, in zone: TimeZone) {
        (self.year, self.month) = (year, month)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
    }

    var text: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }

    var start: Date { calendar.date(from: DateComponents(year: year, month: month, day: 1)) ?? .distantPast }
    var end: Date { other(1).start }

    func other(_ distance: Int) -> Month {
        let index = year * 12 + month - 1 + distance
        return Month(index / 12, index % 12 + 1, in: calendar.timeZone)
    }

    var days: Int { calendar.range(of: .day, in: .month, for: start)?.count ?? 31 }

    /// 1 for a month that begins on a Monday.
    var firstWeekday: Int { (calendar.component(.weekday, from: start) + 5) % 7 + 1 }

    func name(_ language: Language) -> String {
        language.month(start, in: calendar.timeZone)
    }

    func name(of day: Int, _ language: Language) -> String {
        language.date(calendar.date(byAdding: .day, value: day - 1, to: start) ?? start, in: calendar.timeZone)
    }
}
