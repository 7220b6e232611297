import Admin
import Foundation
import Hummingbird
import Web

enum CalendarFileAnswer {
    static var interval: DateInterval { DateInterval(start: .now - 365 * 86_400, end: .now + 730 * 86_400) }

    static func entry(_ item: AgendaItem, _ origin: String, _ words: Words) -> CalendarEntry {
        let text = [item.source, item.note.unmarked, item.details.text].filter { !$0.isEmpty }.joined(separator: "\n\n")
        let title = title(item, words)
        var entry = CalendarEntry(
            uid: "\(item.uid)@\(host(origin))", start: item.start, end: item.end,
            summary: item.isCancelled ? cancelled(title, words) : title, text: text, place: item.place,
            address: origin + item.href, sequence: item.version, changedAt: item.changedAt, isCancelled: item.isCancelled)
        (entry.details, entry.category) = (item.details, category(item, words))
        return entry
    }

    /// An exam is called one: its course has lessons of the same name.
    static func title(_ item: AgendaItem, _ words: Words) -> String {
        item.kind == .exam ? words("campus.calendar.examTitle", ["title": item.title]) : item.title
    }

    static func category(_ item: AgendaItem, _ words: Words) -> String {
        switch item.kind {
        case .exam: words("campus.calendar.exam")
        case .lecture: words("campus.calendar.lecture")
        case .event: item.source
        case .own: ""
        }
    }

    /// The title says "cancelled" too, because some programs ignore the status.
    static func cancelled(_ title: String, _ words: Words) -> String { words("campus.calendar.cancelledTitle", ["title": title]) }

    static func host(_ origin: String) -> String { URLComponents(string: origin)?.host ?? "localhost" }

    static func response(_ file: CalendarFile, _ words: Words) -> Response {
        AlertPages.file(file.text, "text/calendar; charset=utf-8", in: words.language)
    }
}
