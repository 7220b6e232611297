import Foundation
import Web

/// Times near to now in the words of a page: `09:00`, `domani 09:00`, `lunedì 2 marzo 2026, 09:00`.
struct NowText {
    let rendering: RenderContext
    let now: Date

    func moment(_ date: Date) -> String {
        let (words, zone, calendar) = (rendering.words, rendering.zone, AgendaSpan.calendar(rendering.zone))
        let time = words.language.time(date, in: zone)
        if calendar.isDate(date, inSameDayAs: now) { return time }
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: now) ?? now + 86_400
        if calendar.isDate(date, inSameDayAs: tomorrow) { return words("campus.now.tomorrow", ["time": time]) }
        let weekday = words("registry.weekday.\(AgendaSpan.weekday(date, zone).rawValue)")
        return "\(weekday) \(words.language.moment(date, in: zone))"
    }

    /// `09:00–10:30` today, `domani 09:00–10:30`; "now, until 10:30" while it lasts.
    func span(_ item: AgendaItem) -> String {
        let end = rendering.words.language.time(item.end, in: rendering.zone)
        if item.start <= now, item.end > now { return rendering.words("campus.now.until", ["until": end]) }
        return item.end > item.start ? "\(moment(item.start))–\(end)" : moment(item.start)
    }

    func days(to date: Date) -> Int {
        let calendar = AgendaSpan.calendar(rendering.zone)
        return calendar.dateComponents([.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date)).day ?? 0
    }
}
