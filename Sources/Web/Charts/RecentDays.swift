import Foundation

/// The last days up to today in a time zone, for numbers by the day.
public struct RecentDays: Sendable {
    /// When each day begins, the oldest first.
    public let starts: [Date]
    private let zone: TimeZone

    public init(_ count: Int, until now: Date = .now, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: now)
        starts = (0..<count).reversed().compactMap { calendar.date(byAdding: .day, value: -$0, to: today) }
        self.zone = zone
    }

    public var begin: Date { starts.first ?? .distantPast }

    public func names(_ language: Language) -> [String] { starts.map { language.date($0, in: zone) } }

    /// Names for an axis, without the year.
    public func shortNames(_ language: Language) -> [String] { starts.map { language.shortDay($0, in: zone) } }

    public func index(of moment: Date) -> Int? {
        guard let first = starts.first, moment >= first else { return nil }
        return starts.lastIndex { $0 <= moment }
    }

    public func counts(_ moments: [Date]) -> [Int] {
        var counts = Array(repeating: 0, count: starts.count)
        for moment in moments { if let index = index(of: moment) { counts[index] += 1 } }
        return counts
    }
}
