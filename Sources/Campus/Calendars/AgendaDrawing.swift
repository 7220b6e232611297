import Admin
import Foundation
import Registry
import Web

/// A calendar as `campus/calendars/agenda` draws it.
struct AgendaDrawing {
    let span: AgendaSpan
    let look: Look
    /// The address of the page, with what it is narrowed by and without the span.
    let base: String
    let now: Date

    private var words: Words { look.words }

    func values(_ items: [AgendaItem]) -> Values {
        [
            "views": AgendaSpan.View.allCases.map { view -> Values in
                [
                    "label": words("campus.calendar.view.\(view.rawValue)"), "href": address(view, span.text),
                    "isCurrent": view == span.view,
                ]
            },
            "before": address(span.view, span.neighbour(-1)), "after": address(span.view, span.neighbour(1)),
            "today": address(span.view, AgendaSpan.text(now, look.zone)), "heading": heading,
            "isMonth": span.view == .month, "weeks": span.view == .month ? weeks(items) : [], "weekdays": weekdays,
            "days": days(items), "isNothing": items.isEmpty,
        ]
    }

    private func address(_ view: AgendaSpan.View, _ day: String) -> String {
        "\(base)\(base.contains("?") ? "&" : "?")view=\(view.rawValue)&date=\(day)"
    }

    private var heading: String {
        let first = words.language.date(span.interval.start, in: look.zone)
        switch span.view {
        case .day: return first
        case .list: return "\(first) – \(words.language.date(span.interval.end - 1, in: look.zone))"
        case .month: return first.split(separator: " ").dropFirst().joined(separator: " ")
        }
    }

    private var weekdays: [Values] {
        Weekday.allCases.map { ["short": words("campus.calendar.days.\($0.rawValue)"), "long": words("registry.weekday.\($0.rawValue)")] }
    }

    /// Lines under the day they begin on; what began earlier stands under the first day that is shown.
    private func days(_ items: [AgendaItem]) -> [Values] {
        let calendar = AgendaSpan.calendar(look.zone)
        let byDay = Dictionary(grouping: items) { max(calendar.startOfDay(for: $0.start), calendar.startOfDay(for: span.interval.start)) }
        return byDay.sorted { $0.key < $1.key }.map { day, items in
            ["label": words.language.date(day, in: look.zone), "items": items.map(values)]
        }
    }

    func values(_ item: AgendaItem) -> Values {
        let calendar = AgendaSpan.calendar(look.zone)
        let isWithin = calendar.isDate(item.start, inSameDayAs: item.end)
        let end = isWithin ? words.language.time(item.end, in: look.zone) : words.language.moment(item.end, in: look.zone)
        return [
            "time": words.language.time(item.start, in: look.zone) + (item.start == item.end ? "" : "–" + end),
            "day": words.language.date(item.start, in: look.zone), "title": item.title, "href": item.href,
            "place": item.place.isEmpty ? false : item.place, "source": item.source, "colour": item.colour, "isCancelled": item.isCancelled,
        ]
    }

    private func weeks(_ items: [AgendaItem]) -> [Values] {
        let calendar = AgendaSpan.calendar(look.zone)
        let counts = Dictionary(grouping: items) { calendar.startOfDay(for: $0.start) }.mapValues(\.count)
        return span.weeks.map { week in
            let days = week.map { day -> Values in
                guard let day else { return ["isDay": false] }
                let count = counts[day] ?? 0
                return [
                    "isDay": true, "number": String(CivilTime(day, in: look.zone).day), "count": count == 0 ? false : String(count),
                    "label": words.language.date(day, in: look.zone)
                        + (count == 0 ? "" : ": " + words("campus.calendar.count", count: count)),
                    "href": address(.day, AgendaSpan.text(day, look.zone)), "isToday": calendar.isDate(day, inSameDayAs: now),
                ]
            }
            return ["days": days]
        }
    }
}
