import Foundation
import Registry
import Web

extension RepetitionRule {
    /// `Every 2 weeks on Monday and Thursday, until 24 December 2026.`
    func sentence(from first: Date, until: Date, _ rendering: RenderContext) -> String {
        let (words, civil) = (rendering.words, CivilTime(first, in: rendering.zone))
        let end =
            count.map { words("campus.repetition.times", count: $0) }
            ?? words("campus.repetition.untilDay", ["day": words.language.date(until, in: rendering.zone)])
        return words("campus.repetition.sentence", ["rhythm": rhythm(civil, words), "end": end])
    }

    private func rhythm(_ civil: CivilTime, _ words: Words) -> String {
        let every = words("campus.repetition.every.\(unit.rawValue)", count: interval)
        switch unit {
        case .day: return every
        case .week:
            let days = Set(weekdays).union([civil.weekday]).sorted().map { Self.name($0, words) }
            return words("campus.repetition.onDays", ["every": every, "days": Self.listed(days, words)])
        case .month:
            guard monthly != .date else { return words("campus.repetition.onDate", ["every": every, "day": String(civil.day)]) }
            let place = monthly == .last ? "last" : "n\(Self.place(of: civil))"
            // The ordinal of a Sunday differs in Italian.
            let places = civil.weekday == 7 ? "sundays" : "places"
            let day = words("campus.repetition.\(places).\(place)", ["weekday": Self.name(civil.weekday, words)])
            return words("campus.repetition.onWeekday", ["every": every, "day": day])
        }
    }

    static func name(_ weekday: Int, _ words: Words) -> String {
        words("campus.repetition.weekday.\(Weekday.allCases[weekday - 1].rawValue)")
    }

    private static func listed(_ names: [String], _ words: Words) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return words("campus.repetition.and", ["first": names.dropLast().joined(separator: ", "), "last": last])
    }
}
