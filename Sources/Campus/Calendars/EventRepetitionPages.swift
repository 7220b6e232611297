import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Repeats an event: the dates are shown with what speaks against them, and those that stay ticked become events.
struct EventRepetitionPages: Sendable {
    let admin: AdminContext
    static let editing: Permission = "campus.events.edit"
    private static let longest = 2 * 366 * 86_400.0

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("events/{id}/repetitions") { try await page($0, $1, nil) }
        campus.post("events/{id}/repetitions", use: save)
    }

    private func page(_ request: Request, _ person: SignedIn, _ typed: Form?) async throws -> Response {
        let isRefused = typed.map { until($0) == nil } ?? false
        return try await admin.page(person, request, status: isRefused ? .unprocessableContent : .ok) { db, context in
            let (event, words) = (try find(person, db), context.words)
            let times = try typed.flatMap { repetition(event, $0, words) }?.times(db) ?? []
            return (
                "campus/calendars/repetitions",
                [
                    "title": words("campus.repeat.title", ["title": event.title]),
                    "breadcrumbs": [
                        ["label": words("campus.events.many"), "href": Event.address] as Values,
                        ["label": event.title, "href": "\(Event.address)/\(event.id ?? 0)"] as Values,
                    ],
                    "action": "\(Event.address)/\(event.id ?? 0)/repetitions",
                    "first": words.language.moment(event.starts, in: admin.site.zone),
                    "rhythms": EventRepetition.Rhythm.allCases.map { one -> Values in
                        .option(one.rawValue, words("campus.repeat.rhythm.\(one.rawValue)"), selected: one == rhythm(typed))
                    },
                    "until": typed?["until"] ?? words.language.typed(AgendaSpan.text(event.starts + 90 * 86_400, admin.site.zone)),
                    "untilError": isRefused ? words("campus.repeat.refused") as any Sendable : false,
                    "isShown": typed != nil && !isRefused, "isNone": times.isEmpty,
                    "times": times.map { time -> Values in
                        [
                            "day": time.day, "when": words.language.moment(time.starts, in: admin.site.zone),
                            "obstacle": time.obstacle.map { words($0) as any Sendable } ?? false, "checked": time.obstacle == nil,
                        ]
                    },
                ]
            )
        }
    }

    private func rhythm(_ typed: Form?) -> EventRepetition.Rhythm { typed.flatMap { .init(rawValue: $0["rhythm"]) } ?? .week }

    private func until(_ typed: Form) -> Date? {
        guard let day = TypedMoment.day(typed["until"], in: admin.site.zone), day < .now + Self.longest else { return nil }
        return day + 86_399
    }

    private func repetition(_ event: Event, _ typed: Form, _ words: Words) -> EventRepetition? {
        until(typed).map {
            EventRepetition(event: event, rhythm: rhythm(typed), until: $0, rendering: RenderContext(words: words, zone: admin.site.zone))
        }
    }

    /// `act=save` makes the events of the ticked days; otherwise the dates are shown.
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard form["act"] == "save" else { return try await page(request, person, form) }
        let (words, chosen) = (admin.pages.words(for: person.visitor), Set(form.all("day")))
        let isMade = try await admin.database.write { db -> Bool in
            let event = try find(person, db)
            guard let repetition = repetition(event, form, words) else { return false }
            var made: [Event] = []
            for time in try repetition.times(db) where chosen.contains(time.day) {
                var copy = event
                (copy.stamp, copy.starts, copy.ends, copy.cancelled) = (RecordMetadata(), time.starts, time.ends, false)
                for index in copy.links.indices { copy.links[index].id = nil }
                try copy.insert(db, by: person.actor)
                made.append(copy)
            }
            let flash = Flash(
                words("campus.repeat.made", count: made.count), kind: made.isEmpty ? .warn : .good,
                undo: made.isEmpty ? nil : .trashing(made, words))
            try person.session.setFlash(db, flash)
            return true
        }
        guard isMade else { return try await page(request, person, form) }
        return .redirect(to: Event.address, type: .normal)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> Event {
        guard person.grants.may(Self.editing, in: nil), let id = person.parameters.recordID("id"), let event = try Event.fetch(db, id: id),
            event.stamp.deletedAt == nil
        else { throw HTTPError(.notFound) }
        return event
    }
}
