import Foundation

// Numbers, money and dates by the language's conventions. The system's formatters load 30 MB of tables and cost more than the rest of a page.

extension Language {
    private var conventions: LanguageConventions { traits.conventions }

    public var ownName: String { conventions.name }
    public var easyName: String { conventions.easyName }
    /// The code with a country where messages of alerts ask for one, as in CAP.
    public var tag: String { conventions.tag }
    public var isRightToLeft: Bool { conventions.isRightToLeft }
    public var decimalMark: String { conventions.decimal }

    /// What separates columns in files for spreadsheets, where a comma is the decimal mark.
    public var columnSeparator: String { decimalMark == "," ? ";" : "," }

    /// The marks that may group typed digits; a space may be any of its kinds.
    public var groupingMarks: Set<Character> {
        guard let mark = conventions.thousands.first else { return [] }
        return mark.isWhitespace ? [" ", "\u{A0}", "\u{202F}"] : mark == "’" || mark == "'" ? ["’", "'"] : [mark]
    }

    /// A text about the language itself, below `language` in its texts, such as `clock.hours`.
    public func convention(_ key: String) -> String? { conventions.text(key) }

    /// `12.345` in Italian, `12,345` in English.
    public func number(_ value: Int) -> String {
        let conventions = conventions
        let digits = String(value.magnitude)
        guard digits.utf8.count >= 3 + conventions.leastGrouped else { return value < 0 ? "-" + digits : digits }
        var groups: [Substring] = []
        var rest = digits[...]
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        groups.append(rest)
        return (value < 0 ? "-" : "") + groups.reversed().joined(separator: conventions.thousands)
    }

    public func decimal(_ value: Double) -> String {
        let text = value == value.rounded() && value.magnitude < 1e15 ? String(Int(cutting: value)) : String(value)
        return text.replacingOccurrences(of: ".", with: decimalMark)
    }

    /// `41 %` in Italian, `41%` in English.
    public func percent(_ number: Int) -> String { conventions.percent.filled { _ in String(number) } }

    /// Euros from cents for an input: `1,60`.
    public func amount(cents: Int) -> String {
        let fraction = String(cents.magnitude % 100)
        return (cents < 0 ? "-" : "") + String(cents.magnitude / 100) + decimalMark + (fraction.count == 1 ? "0" + fraction : fraction)
    }

    /// Euros from cents: `1.234,50 €` in Italian, `€1,234.50` in English.
    public func money(cents: Int) -> String {
        let fraction = String(cents.magnitude % 100)
        let text = number(Int(cents.magnitude / 100)) + decimalMark + (fraction.count == 1 ? "0" + fraction : fraction)
        return (cents < 0 ? "-" : "") + conventions.money.filled { _ in text }
    }

    public func date(_ date: Date, in zone: TimeZone) -> String { day(conventions.date, CivilTime(date, in: zone)) }

    /// `3 mag`, for the axis of a chart.
    public func shortDay(_ date: Date, in zone: TimeZone) -> String {
        let civil = CivilTime(date, in: zone)
        return "\(civil.day) \(shortMonth(civil.month))"
    }

    /// `mag`: three letters, or as many as tell a month from the others, such as the French `juin` and `juil`.
    public func shortMonth(_ number: Int) -> String {
        let (name, months) = (conventions.months[number - 1], conventions.months)
        let length = (3..<max(4, name.count)).first { length in months.count { $0.hasPrefix(name.prefix(length)) } == 1 }
        return String(name.prefix(length ?? name.count))
    }

    /// `maggio 2026`.
    public func month(_ date: Date, in zone: TimeZone) -> String { day(conventions.month, CivilTime(date, in: zone)) }

    private func day(_ pattern: SlotPattern, _ civil: CivilTime) -> String {
        let conventions = conventions
        return pattern.filled { slot in
            switch slot {
            case .year: String(civil.year)
            case .month: conventions.months[civil.month - 1]
            case .monthAlone: conventions.monthsAlone[civil.month - 1]
            case .monthNumber: String(civil.month)
            default: String(civil.day)
            }
        }
    }

    public func moment(_ date: Date, in zone: TimeZone) -> String {
        conventions.moment.filled { $0 == .date ? self.date(date, in: zone) : time(date, in: zone) }
    }

    public func time(_ date: Date, in zone: TimeZone) -> String {
        let civil = CivilTime(date, in: zone)
        return conventions.time.filled { twoDigits($0 == .hour ? civil.hour : civil.minute) }
    }

    /// `oggi alle 17:05`, `ieri alle 9:10`, then the date.
    public func relativeMoment(_ date: Date, now: Date, in zone: TimeZone) -> String {
        switch CivilTime(now, in: zone).dayNumber - CivilTime(date, in: zone).dayNumber {
        case 0: conventions.today.filled { _ in time(date, in: zone) }
        case 1: conventions.yesterday.filled { _ in time(date, in: zone) }
        default: moment(date, in: zone)
        }
    }
}
private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }

public struct CivilTime: Equatable, Sendable {
    public var year, month, day, hour, minute, second: Int

    /// Days since 1970-01-01.
    var dayNumber: Int

    public init(_ date: Date, in zone: TimeZone) {
        let seconds = Int(cutting: date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        dayNumber = Int(cutting: (Double(seconds) / 86400).rounded(.down))
        let rest = seconds - dayNumber * 86400
        (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
        // Howard Hinnant, chrono-compatible low-level date algorithms, civil_from_days.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// From 1, Monday, to 7, Sunday.
    public var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// The value of a `datetime-local` input: `2026-05-03T17:05`.
    public var inputValue: String {
        String(format: "%04d-", year) + twoDigits(month) + "-" + twoDigits(day) + "T" + twoDigits(hour) + ":" + twoDigits(minute)
    }
}
