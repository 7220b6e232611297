import Foundation
import Web

/// The week of a person's next lesson as a grid of days and hours.
struct LessonGrid {
    let lessons: [WeeklyLesson]
    let rendering: RenderContext
    private static let days = 42.0

    private var words: Words { rendering.words }

    func chart(from now: Date) -> Chart? {
        let (zone, calendar) = (rendering.zone, AgendaSpan.calendar(rendering.zone))
        func monday(_ date: Date) -> Date {
            calendar.date(byAdding: .day, value: 1 - CivilTime(date, in: zone).weekday, to: calendar.startOfDay(for: date)) ?? date
        }
        let interval = DateInterval(start: monday(now), duration: Self.days * 86_400)
        let coming = lessons.flatMap { lesson in lesson.times(in: interval, zone: zone).map { (lesson: lesson, time: $0) } }
        guard let next = coming.map({ $0.time.time.start }).filter({ $0 >= calendar.startOfDay(for: now) }).min() else { return nil }
        let starts = (0..<7).compactMap { calendar.date(byAdding: .day, value: $0, to: monday(next)) }
        guard let first = starts.first, let end = calendar.date(byAdding: .day, value: 7, to: first) else { return nil }
        let shown = coming.filter { $0.time.time.start >= first && $0.time.time.start < end }
        let courses = Array(Set(shown.map { $0.lesson.course })).sorted()
        let slots = shown.map { slot(of: $0.lesson, $0.time, group: courses.firstIndex(of: $0.lesson.course) ?? 0) }
        // Most people teach from Monday to Friday.
        let last = max(5, (slots.map(\.day).max() ?? 0) + 1)
        let names = starts.prefix(last).map {
            words("schedules.weekdays.\(CivilTime($0, in: zone).weekday)") + " " + words.language.shortDay($0, in: zone)
        }
        let heading = Chart.Heading(
            id: "week", title: words("campus.lessons.grid.title", ["day": words.language.date(first, in: zone)]),
            summary: words("campus.lessons.grid.summary", count: shown.count))
        let head = (day: words("campus.lessons.grid.day"), time: words("campus.lessons.when"), what: words("campus.lessons.lesson"))
        return .weekGrid(heading, days: Array(names), slots, head: head) { minute in
            "\(minute / 60):" + (minute % 60 < 10 ? "0" : "") + "\(minute % 60)"
        }
    }

    private func slot(of lesson: WeeklyLesson, _ time: LessonTime, group: Int) -> Chart.Slot {
        let (from, until) = (CivilTime(time.time.start, in: rendering.zone), CivilTime(time.time.end, in: rendering.zone))
        let state = time.kind == .held ? time.place : words("campus.lessons.states.\(time.kind.rawValue)")
        return Chart.Slot(
            day: from.weekday - 1, from: from.hour * 60 + from.minute, until: until.hour * 60 + until.minute, label: lesson.title,
            note: state,
            group: group)
    }
}
