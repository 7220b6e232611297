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
        let zone = admin.site.zone
        let (event, series) = try await admin.database.read { db in
            let event = try find(person, db)
            return (event, try event.id.flatMap { try EventSeries.of(event: $0, db) })
        }
        let words = admin.pages.words(for: person.visitor)
        let (rendering, form) = (RenderContext(words: words, zone: zone), fields(typed ?? Form(), words))
        var errors = FieldErrors()
        let read = typed == nil ? nil : form.read(first: event.starts, latest: latest(event), &errors)
        let refused = errors
        return try await admin.page(person, request, status: refused.isEmpty ? .ok : .unprocessableContent) { db, _ in
            let repetition = EventRepetition(
                event: event, rule: read?.rule ?? RepetitionRule(), until: read?.until ?? event.starts, rendering: rendering)
            let all = try repetition.withConflicts([repetition.first] + (read == nil ? [] : repetition.times(db)), db)
            let times = all.dropFirst()
            let until = series?.until ?? event.starts + 90 * 86_400
            var values = form.values(typed != nil, series?.repetition, until: until, refused, mayBeNone: false)
            let items = refused.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
            let own: Values = [
                "title": words("campus.repeat.title", ["title": event.title]),
                "breadcrumbs": [
                    ["label": words("campus.events.many"), "href": Event.address] as Values,
                    ["label": event.title, "href": "\(Event.address)/\(event.id ?? 0)"] as Values,
                ],
                "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
                "action": "\(Event.address)/\(event.id ?? 0)/repetitions", "first": formatted(event.starts, rendering),
                "firstObstacles": all.prefix(1).flatMap(\.obstacles).map { ["text": $0] as Values },
                "isShown": read != nil, "isNone": times.isEmpty,
                "sentence": read.map { $0.rule.sentence(from: event.starts, until: $0.until, rendering) as any Sendable } ?? false,
                "times": times.map { time -> Values in
                    [
                        "day": time.day, "when": formatted(time.starts, rendering), "checked": time.obstacles.isEmpty,
                        "obstacles": time.obstacles.map { ["text": $0] as Values },
                    ]
                },
                "series": try series.map { try templateValues($0, rendering, db) as any Sendable } ?? false,
            ]
            values.merge(own) { $1 }
            return ("campus/calendars/repetitions", values)
        }
    }

    /// The rule of the event's series, and each of its dates with what became of it.
    private func templateValues(_ series: EventSeries, _ rendering: RenderContext, _ db: Database) throws -> Values {
        let words = rendering.words
        let dates = try series.dates(rendering.zone, db).map { slot, event -> Values in
            var state: String?
            if event == nil { state = words("campus.repeat.leftOut") }
            if let event, event.starts != slot.start {
                state = words("campus.repeat.moved", ["when": formatted(event.starts, rendering)])
            }
            if event?.cancelled == true { state = words("campus.calendar.cancelled") }
            return [
                "when": formatted(slot.start, rendering), "state": state.map { $0 as any Sendable } ?? false,
                "href": event?.id.map { "\(Event.address)/\($0)" as any Sendable } ?? false,
            ]
        }
        return ["sentence": series.sentence(rendering), "dates": dates]
    }

    private func formatted(_ date: Date, _ rendering: RenderContext) -> String {
        let weekday = rendering.words("registry.weekday.\(AgendaSpan.weekday(date, rendering.zone).rawValue)")
        return "\(weekday) \(rendering.words.language.moment(date, in: rendering.zone))"
    }

    private func fields(_ form: Form, _ words: Words) -> RepetitionForm {
        RepetitionForm(form: form, words: words, zone: admin.site.zone, most: EventRepetition.most)
    }

    private func latest(_ event: Event) -> Date { max(.now, event.starts) + Self.longest }

    /// `act=save` makes the events of the ticked days, `act=update` brings the coming ones of the series up to date; otherwise the dates are
    /// shown.
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        if form["act"] == "update" { return try await update(person) }
        guard form["act"] == "save" else { return try await page(request, person, form) }
        let (words, chosen) = (admin.pages.words(for: person.visitor), Set(form.all("day")))
        let isMade = try await admin.database.write { db -> Bool in
            let event = try find(person, db)
            var errors = FieldErrors()
            guard let read = fields(form, words).read(first: event.starts, latest: latest(event), &errors) else { return false }
            let rendering = RenderContext(words: words, zone: admin.site.zone)
            let repetition = EventRepetition(event: event, rule: read.rule, until: read.until, rendering: rendering)
            let made = try make(repetition, chosen, person, db)
            let flash = Flash(
                words("campus.repeat.made", count: made.count), kind: made.isEmpty ? .warn : .good,
                undo: made.isEmpty ? nil : .trashing(made, words))
            try person.session.setFlash(db, flash)
            return true
        }
        guard isMade else { return try await page(request, person, form) }
        return .redirect(to: Event.address, type: .normal)
    }

    /// The events of the chosen days; those that exist already join the series.
    private func make(_ repetition: EventRepetition, _ chosen: Set<String>, _ person: SignedIn, _ db: Database) throws -> [Event] {
        let event = repetition.event
        var (made, members): ([Event], [(id: Int64, slot: Date)]) = ([], [])
        if let id = event.id { members.append((id, event.starts)) }
        for time in try repetition.times(db) {
            if chosen.contains(time.day) {
                var copy = event
                (copy.stamp, copy.starts, copy.ends, copy.cancelled) = (RecordMetadata(), time.starts, time.ends, false)
                for index in copy.links.indices { copy.links[index].id = nil }
                try copy.insert(db, by: person.actor)
                made.append(copy)
                if let id = copy.id { members.append((id, time.starts)) }
            } else if let known = time.known {
                members.append((known, time.starts))
            }
        }
        let first = DateInterval(start: event.starts, end: event.ends)
        if members.count > 1 { try EventSeries.make(repetition.rule, first: first, until: repetition.until, of: members, db) }
        return made
    }

    /// The coming events of the series get everything from this one but their times and whether they are cancelled.
    private func update(_ person: SignedIn) async throws -> Response {
        let words = admin.pages.words(for: person.visitor)
        let address = try await admin.database.write { db -> String in
            let event = try find(person, db)
            guard let id = event.id, let series = try EventSeries.of(event: id, db) else { throw HTTPError(.notFound) }
            let others = try series.dates(admin.site.zone, db).compactMap(\.event).filter { $0.id != id && $0.starts > .now }
            var act = UndoableOperation("campus.repeat.act", on: Event.name, scope: nil, by: person.actor)
            if !others.isEmpty { try act.insert(db) }
            for other in others {
                var copy = event
                (copy.stamp, copy.starts, copy.ends, copy.cancelled) = (other.stamp, other.starts, other.ends, other.cancelled)
                for index in copy.links.indices { copy.links[index].id = nil }
                try copy.update(db, by: person.actor.within(act.id), words: words, zone: admin.site.zone)
            }
            let undo = Flash.Undo(
                action: Event.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
            let flash = Flash(
                words("campus.repeat.updated", count: others.count), kind: others.isEmpty ? .warn : .good,
                undo: others.isEmpty ? nil : undo)
            try person.session.setFlash(db, flash)
            return "\(Event.address)/\(id)/repetitions"
        }
        return .redirect(to: address, type: .normal)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> Event {
        guard person.grants.may(Self.editing, in: nil), let id = person.parameters.recordID("id"), let event = try Event.fetch(db, id: id),
            event.stamp.deletedAt == nil
        else { throw HTTPError(.notFound) }
        return event
    }
}
