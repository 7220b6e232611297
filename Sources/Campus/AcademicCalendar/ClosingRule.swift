import Foundation
import Web

/// Days by rule: `2026-12-24`, `12-25` of every year, `easter+1`, or the days from one to another: `12-24/01-06`.
struct ClosingRule: Sendable, Equatable {
    private enum Moment: Sendable, Equatable {
        case day(year: Int, month: Int, day: Int)
        case yearly(month: Int, day: Int)
        case easter(Int)
    }

    private static let years = 1900...2500
    private static let longest = 120

    private let first: Moment
    private let last: Moment

    init?(_ text: String) {
        let ends = text.trimmingSpaces().lowercased().split(separator: "/", omittingEmptySubsequences: false).map {
            Self.moment(String($0))
        }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
        (self.first, self.last) = (first, last)
        // A day of one year cannot end on a day of every year.
        switch (first, last) {
        case (.day, .day): if days(beginningIn: Self.year(of: first)).isEmpty { return nil }
        case (.day, _), (_, .day): return nil
        default: break
        }
    }

    private static func year(of moment: Moment) -> Int {
        if case .day(let year, _, _) = moment { year } else { 2_000 }
    }

    private static func moment(_ text: String) -> Moment? {
        if text.hasPrefix("easter") {
            let offset = text.dropFirst(6).trimmingCharacters(in: .whitespaces)
            if offset.isEmpty { return .easter(0) }
            guard let sign = offset.first, "+-".contains(sign), let days = Int(String(offset.dropFirst()), in: 0...200) else { return nil }
            return .easter(sign == "-" ? -days : days)
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || parts.count == 3, let month = Int(parts[parts.count - 2], in: 1...12),
            let day = Int(parts[parts.count - 1], in: 1...31)
        else { return nil }
        // A leap year: 29 February is a day of some years.
        guard let year = parts.count == 3 ? Int(parts[0], in: years) : 2_000, CivilDay(year: year, month: month, day: day) != nil else {
            return nil
        }
        return parts.count == 3 ? .day(year: year, month: month, day: day) : .yearly(month: month, day: day)
    }

    func days(beginningIn year: Int) -> [String] {
        guard Self.years.contains(year), let from = Self.number(first, year, isFirst: true) else { return [] }
        var until = Self.number(last, year) ?? from
        // From December to January.
        if until < from { until = Self.number(last, year + 1) ?? from }
        guard from <= until, until - from < Self.longest else { return [] }
        return (from...until).map { CivilDay(ordinal: $0).text }
    }

    private static func number(_ moment: Moment, _ year: Int, isFirst: Bool = false) -> Int? {
        switch moment {
        case .day(let own, let month, let day): own == year || !isFirst ? CivilDay(year: own, month: month, day: day)?.ordinal : nil
        case .yearly(let month, let day): CivilDay(year: year, month: month, day: day)?.ordinal
        case .easter(let offset): CivilDay.easter(of: year).map { $0.ordinal + offset }
        }
    }
}
