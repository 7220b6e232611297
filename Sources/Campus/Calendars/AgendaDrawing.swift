import Admin
import Foundation
import Registry
import Web

struct AgendaDrawing {
    let span: AgendaSpan
    let rendering: RenderContext
    let base: String
    let now: Date

    private var words: Words { rendering.words }

    func values(_ items: [AgendaItem]) -> Values {
        [
            "views": AgendaSpan.View.allCases.map { view -> Values in
                [
                    "label": words("campus.calendar.view.\(view.rawValue)"), "href": address(view, span.text),
                    "isCurrent": view == span.view,
                ]
            },
            "before": address(span.view, span.neighbour(-1)), "after": address(span.view, span.neighbour(1)),
            "today": address(span.view, AgendaSpan.text(now, rendering.zone)), "heading": heading,
            "isMonth": span.view == .month, "weeks": span.view == .month ? weeks(items) : [], "weekdays": weekdays,
            "days": days(items), "isNothing": items.isEmpty,
        ]
    }

    private func address(_ view: AgendaSpan.View, _ day: String) -> String {
        "\(base)\(base.contains("?") ? "&" : "?")view=\(view.rawValue)&date=\(day)"
    }

    private var heading: String {
        let first = words.language.date(span.interval.start, in: rendering.zone)
        switch span.view {
        case .day: return first
        case .list: return "\(first) – \(words.language.date(span.interval.end - 1, in: rendering.zone))"
        case .month: return first.split(separator: " ").dropFirst().joined(separator: " ")
        }
    }

    private var weekdays: [Values] {
        Weekday.allCases.map { ["short": words("campus.calendar.days.\($0.rawValue)"), "long": words("registry.weekday.\($0.rawValue)")] }
    }

    private func days(_ items: [AgendaItem]) -> [Values] {
        let first = LocalDay(span.interval.start, rendering.zone)
        let byDay = Dictionary(grouping: items.map { (item: $0, day: LocalDay($0.start, rendering.zone)) }) { max($0.day, first) }
        return byDay.sorted { $0.key < $1.key }.map { day, lines in
            let date = words.language.date(max(lines[0].item.start, span.interval.start), in: rendering.zone)
            let markup = AgendaMarkup(words)
            var html = ""
            for line in lines { markup.write(line.item, time: time(line.item, begins: line.day), to: &html) }
            return ["label": date, "lines": html]
        }
    }

    func dated(_ items: [AgendaItem]) -> any Sendable {
        let markup = AgendaMarkup(words)
        var html = ""
        for item in items {
            markup.write(item, day: day(of: item.start), time: time(item, begins: LocalDay(item.start, rendering.zone)), to: &html)
        }
        return html.isEmpty ? false : html
    }

    private func day(of date: Date) -> AgendaMarkup.Day {
        let (civil, today) = (CivilTime(date, in: rendering.zone), CivilTime(now, in: rendering.zone))
        return AgendaMarkup.Day(
            number: String(civil.day), month: words.language.shortMonth(civil.month),
            year: civil.year == today.year ? "" : String(civil.year),
            weekday: words("campus.calendar.days.\(AgendaSpan.weekday(date, rendering.zone).rawValue)"),
            date: words.language.date(date, in: rendering.zone))
    }

    func values(_ item: AgendaItem) -> Values {
        [
            "day": words.language.date(item.start, in: rendering.zone), "time": time(item, begins: LocalDay(item.start, rendering.zone)),
            "title": item.title, "titleHTML": item.markedTitle.markedHTML,
            "placeHTML": Optional(item.markedPlace).shownHTML, "sourceHTML": item.markedSource.markedHTML, "isCancelled": item.isCancelled,
        ]
    }

    private func time(_ item: AgendaItem, begins: LocalDay) -> String {
        guard item.start != item.end else { return begins.clock }
        let ends = LocalDay(item.end, rendering.zone)
        if begins.isFirstMinute, ends.isLastMinute {
            return ends == begins
                ? words("campus.calendar.wholeDay")
                : words("campus.calendar.wholeDays", ["last": words.language.date(item.end, in: rendering.zone)])
        }
        return ends == begins
            ? begins.clock + "–" + ends.clock : begins.clock + " – " + words.language.moment(item.end, in: rendering.zone)
    }

    private func counts(of items: [AgendaItem], _ calendar: Calendar) -> [LocalDay: Int] {
        var counts: [LocalDay: Int] = [:]
        for item in items {
            // An item that ends at midnight does not count on the next day.
            let last = max(item.start, min(item.end, span.interval.end) - 1)
            var day = max(item.start, span.interval.start)
            counts[LocalDay(day, rendering.zone), default: 0] += 1
            while LocalDay(day, rendering.zone) < LocalDay(last, rendering.zone),
                let next = calendar.date(byAdding: .day, value: 1, to: day)
            {
                counts[LocalDay(next, rendering.zone), default: 0] += 1
                day = next
            }
        }
        return counts
    }

    /// In a day of the month; its count and the list below say the rest.
    private static let mostNames = 3

    private func weeks(_ items: [AgendaItem]) -> [Values] {
        let calendar = AgendaSpan.calendar(rendering.zone)
        let counts = counts(of: items, calendar)
        let names = Dictionary(grouping: items) { LocalDay(max($0.start, span.interval.start), rendering.zone) }
        return span.weeks.map { week in
            let days = week.map { day -> Values in
                guard let day else { return ["isDay": false] }
                let local = LocalDay(day, rendering.zone)
                let count = counts[local] ?? 0
                return [
                    "isDay": true, "number": String(CivilTime(day, in: rendering.zone).day), "count": count == 0 ? false : String(count),
                    "label": words.language.date(day, in: rendering.zone)
                        + (count == 0 ? "" : ": " + words("campus.calendar.count", count: count)),
                    "href": address(.day, AgendaSpan.text(day, rendering.zone)), "isToday": calendar.isDate(day, inSameDayAs: now),
                    "names": (names[local] ?? []).prefix(Self.mostNames).map { ["nameHTML": $0.markedTitle.markedHTML] as Values },
                ]
            }
            return ["days": days]
        }
    }
}

/// A day in a zone with its time of day, computed without `Calendar`, which is slow for a month of 2,000 events.
private struct LocalDay: Hashable, Comparable {
    private let number: Int
    private let minutes: Int

    init(_ date: Date, _ zone: TimeZone) {
        let civil = CivilTime(date, in: zone)
        (number, minutes) = (civil.year * 10_000 + civil.month * 100 + civil.day, civil.hour * 60 + civil.minute)
    }

    var clock: String { Self.two(minutes / 60) + ":" + Self.two(minutes % 60) }

    var isFirstMinute: Bool { minutes == 0 }
    var isLastMinute: Bool { minutes == 24 * 60 - 1 }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }

    static func == (a: LocalDay, b: LocalDay) -> Bool { a.number == b.number }
    static func < (a: LocalDay, b: LocalDay) -> Bool { a.number < b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
