import Foundation
import GRDB
import Web

/// The coming times of a repeated own event, each with what became of it.
struct OwnEventDates {
    let event: OwnEvent
    let rendering: RenderContext

    private static let most = 30

    private var words: Words { rendering.words }

    /// False for a single event.
    func values(_ db: Database) throws -> any Sendable {
        guard event.repetition != nil, let id = event.id else { return false }
        let now = Date.now
        let coming = event.occurrences(try OwnEventChange.of(event: id, db), zone: rendering.zone).filter {
            max($0.usual.end, $0.time?.end ?? $0.usual.end) > now
        }
        let lines = coming.prefix(Self.most).map { one -> Values in
            [
                "when": formatted(one.usual), "state": state(one).map { $0 as any Sendable } ?? false,
                "href": "\(OwnEventPages.address(event))/dates/\(one.day)",
            ]
        }
        let more = coming.count - lines.count
        return [
            "lines": lines, "none": lines.isEmpty, "more": more > 0 ? words("campus.own.dates.more", count: more) : false,
        ] as Values
    }

    func state(_ one: OwnEvent.Occurrence) -> String? {
        guard let time = one.time else { return words("campus.own.dates.out") }
        return time == one.usual ? nil : words("campus.own.dates.moved", ["when": formatted(time)])
    }

    func formatted(_ time: DateInterval) -> String {
        let weekday = words("registry.weekday.\(AgendaSpan.weekday(time.start, rendering.zone).rawValue)")
        return "\(weekday) \(words.language.moment(time.start, in: rendering.zone))–\(words.language.time(time.end, in: rendering.zone))"
    }
}
