import Foundation
import Registry
import Web

struct AgendaSpan: Sendable {
    enum View: String, CaseIterable, Sendable { case list, day, month }

    let view: View
    /// Midnight of the requested day.
    let day: Date
    let zone: TimeZone
    var days = 30

    /// `view` and `date` of a query; invalid values give the list from today.
    init(_ query: Form, zone: TimeZone, now: Date) {
        view = View(rawValue: query["view"]) ?? .list
        self.zone = zone
        day = Self.calendar(zone).startOfDay(for: TypedMoment.date(query["date"], in: zone) ?? now)
    }

    var interval: DateInterval {
        let calendar = Self.calendar(zone)
        switch view {
        case .list: return DateInterval(start: day, end: calendar.date(byAdding: .day, value: days, to: day) ?? day)
        case .day: return DateInterval(start: day, end: calendar.date(byAdding: .day, value: 1, to: day) ?? day)
        case .month: return calendar.dateInterval(of: .month, for: day) ?? DateInterval(start: day, duration: 1)
        }
    }

    func neighbour(_ direction: Int) -> String {
        let calendar = Self.calendar(zone)
        let unit: Calendar.Component = view == .month ? .month : .day
        let start = view == .month ? interval.start : day
        return Self.text(calendar.date(byAdding: unit, value: direction * (view == .list ? days : 1), to: start) ?? day, zone)
    }

    var text: String { Self.text(day, zone) }

    static func text(_ date: Date, _ zone: TimeZone) -> String { String(CivilTime(date, in: zone).inputValue.prefix(10)) }

    static func weekday(_ date: Date, _ zone: TimeZone) -> Weekday {
        // Foundation counts from Sunday = 1.
        Weekday.allCases[(calendar(zone).component(.weekday, from: date) + 5) % 7]
    }

    var weeks: [[Date?]] {
        let calendar = Self.calendar(zone)
        let month = interval
        let before = (calendar.component(.weekday, from: month.start) + 5) % 7
        var days: [Date?] = Array(repeating: nil, count: before)
        var day = month.start
        while day < month.end, days.count < 42 {
            days.append(day)
            day = calendar.date(byAdding: .day, value: 1, to: day) ?? month.end
        }
        while days.count % 7 != 0 { days.append(nil) }
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<($0 + 7)]) }
    }

    static func calendar(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
