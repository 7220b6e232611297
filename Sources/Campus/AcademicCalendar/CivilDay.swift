import Foundation
import Web

/// A day without a time zone.
struct CivilDay: Sendable, Equatable {
    /// Days since 1970-01-01.
    let ordinal: Int

    init(ordinal: Int) { self.ordinal = ordinal }

    init?(year: Int, month: Int, day: Int) {
        // Howard Hinnant, chrono-compatible low-level date algorithms, days_from_civil.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        ordinal = era * 146_097 + dayOfEra - 719_468
        let found = civil
        guard found.year == year, found.month == month, found.day == day else { return nil }
    }

    init(_ date: Date, in zone: TimeZone) {
        let civil = CivilTime(date, in: zone)
        self = CivilDay(year: civil.year, month: civil.month, day: civil.day) ?? CivilDay(ordinal: 0)
    }

    var civil: CivilTime { CivilTime(Date(timeIntervalSince1970: Double(ordinal) * 86_400), in: .gmt) }

    /// `2026-12-24`.
    var text: String { String(civil.inputValue.prefix(10)) }

    /// Easter Sunday by the Gregorian rule (Meeus, Jones and Butcher).
    static func easter(of year: Int) -> CivilDay? {
        let (golden, century, rest) = (year % 19, year / 100, year % 100)
        let epact = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
        let correction = (golden + 11 * epact + 22 * weekday) / 451
        let day = epact + weekday - 7 * correction + 114
        return CivilDay(year: year, month: day / 31, day: day % 31 + 1)
    }
}
