import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestClockAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "time", "time", .guest { try Self(guests: $0).time($1, $2) }) {
            $0.answer = Shape.object([
                "now": Shape.moment, "zone": Shape.text, "offset_seconds": Shape.whole, "date": Shape.text, "time": Shape.text,
                "sentence": Shape.text, "part_of_day": Shape.text,
            ])
            $0.answered = """
                {"now": "2026-11-21T18:40:00Z", "zone": "Europe/Rome", "offset_seconds": 3600, "date": "2026-11-21", "time": "19:40", \
                "sentence": "Sono le diciannove e quaranta.", "part_of_day": "Di sera"}
                """
        }
    ]

    private func time(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let (words, zone, now) = (guests.words(person), person.guest.timeZone, Date.now)
        let time = CivilTime(now, in: zone)
        let spoken = SpokenTime(hour: time.hour, minute: time.minute)
        let style = Date.ISO8601FormatStyle(timeZone: zone)
        let json = JSON.values([
            "now": .moment(now), "zone": .text(zone.identifier), "offset_seconds": .number(zone.secondsFromGMT(for: now)),
            "date": .text(now.formatted(style.year().month().day())),
            "time": .text(ClockPages.digits(time.hour, time.minute, hours: 24)),
            "sentence": .text(spoken.sentence(words.language, hours: person.preferences.number(.clockHours))),
            "part_of_day": .text(words("clock.\(spoken.dayPart)")),
        ])
        return .json(json, headers: [.cacheControl: "no-store"])
    }
}
