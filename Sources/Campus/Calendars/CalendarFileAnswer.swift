import Admin
import Foundation
import Hummingbird
import Web

enum CalendarFileAnswer {
    static var interval: DateInterval { DateInterval(start: .now - 365 * 86_400, end: .now + 730 * 86_400) }

    static func entry(_ item: AgendaItem, _ origin: String, _ words: Words) -> CalendarEntry {
        let text = [item.source, item.note.unmarked].filter { !$0.isEmpty }.joined(separator: "\n\n")
        return CalendarEntry(
            uid: "\(item.uid)@\(host(origin))", start: item.start, end: item.end,
            summary: item.isCancelled ? cancelled(item.title, words) : item.title, text: text, place: item.place,
            address: origin + item.href, sequence: item.version, changedAt: item.changedAt, isCancelled: item.isCancelled)
    }

    /// The title says "cancelled" too, because some programs ignore the status.
    static func cancelled(_ title: String, _ words: Words) -> String { words("campus.calendar.cancelledTitle", ["title": title]) }

    static func addresses(of key: String, _ origin: String) -> Values {
        let file = "/campus/calendars/\(key).ics"
        let host = origin.drop { $0 != ":" }
        return ["file": file, "subscribe": origin + file, "webcal": "webcal\(host)\(file)"]
    }

    static func host(_ origin: String) -> String { URLComponents(string: origin)?.host ?? "localhost" }

    static func response(_ file: CalendarFile, _ words: Words) -> Response {
        AlertPages.file(file.text, "text/calendar; charset=utf-8", in: words.language)
    }
}
