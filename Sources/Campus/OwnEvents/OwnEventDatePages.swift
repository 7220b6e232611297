import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// One time of a repeated own event: it is moved, left out, or held again as the rule says.
struct OwnEventDatePages: Sendable {
    let admin: AdminContext

    func addRoutes(to mine: RouterGroup<Visitor>) {
        mine.get("events/{id}/dates/{day}") { try await page($0, $1, nil, FieldErrors()) }
        mine.post("events/{id}/dates/{day}", use: save)
    }

    private func rendering(_ visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }

    private static func find(_ reader: Int64?, _ visitor: Visitor, _ zone: TimeZone, _ db: Database) throws
        -> (event: OwnEvent, occurrence: OwnEvent.Occurrence)
    {
        guard let reader, let id = visitor.parameters.recordID("id"), let event = try OwnEvent.find(id, of: reader, db),
            event.repetition != nil,
            let found = event.occurrences(try OwnEventChange.of(event: id, db), zone: zone).first(where: {
                $0.day == visitor.parameters.get("day")
            })
        else { throw HTTPError(.notFound) }
        return (event, found)
    }

    private func page(_ request: Request, _ visitor: Visitor, _ typed: Form?, _ errors: FieldErrors) async throws -> Response {
        let rendering = rendering(visitor)
        let reader = try await CampusReader.id(request, admin.database)
        let values = try await admin.database.read { db -> Values in
            let (event, found) = try Self.find(reader, visitor, rendering.zone, db)
            return Self.values(event, found, typed, errors, rendering)
        }
        return try await CampusFrame.page(
            "campus/own-events/date", values, request, visitor, admin, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private static func values(
        _ event: OwnEvent, _ found: OwnEvent.Occurrence, _ typed: Form?, _ errors: FieldErrors, _ rendering: RenderContext
    ) -> Values {
        let (words, zone, time) = (rendering.words, rendering.zone, found.time ?? found.usual)
        let dates = OwnEventDates(event: event, rendering: rendering)
        let clock = { (date: Date) -> String in String(CivilTime(date, in: zone).inputValue.suffix(5)) }
        func value(_ name: String, _ known: String) -> String { typed?[name] ?? known }
        let (day, lastDay) = (AgendaSpan.text(time.start, zone), AgendaSpan.text(time.end, zone))
        let items = errors.all.map { ["href": "#\($0.name)", "text": $0.sentence] as Values }
        return [
            "title": event.title, "when": dates.formatted(found.usual), "state": dates.state(found).map { $0 as any Sendable } ?? false,
            "isChanged": found.time != found.usual, "isOut": found.time == nil,
            "action": "\(OwnEventPages.address(event))/dates/\(found.day)", "back": OwnEventPages.address(event),
            "on": value("on", words.language.typed(day)), "from": value("from", clock(time.start)), "to": value("to", clock(time.end)),
            "last": value("last", day == lastDay ? "" : words.language.typed(lastDay)),
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "onError": errors["on"] ?? false, "fromError": errors["from"] ?? false, "toError": errors["to"] ?? false,
            "lastError": errors["last"] ?? false,
        ]
    }

    /// `act=out` leaves the time out, `act=usual` holds it as the rule says; otherwise it is moved to what is typed.
    @Sendable private func save(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (form, rendering) = (try await Form.read(request), rendering(visitor))
        guard let reader = try await CampusReader.id(request, admin.database) else { throw HTTPError(.notFound) }
        let act = form["act"]
        var errors = FieldErrors()
        let time = act == "out" || act == "usual" ? nil : OwnEventForm(form: form, rendering: rendering).time(&errors)
        guard errors.isEmpty else { return try await page(request, visitor, form, errors) }
        let address = try await admin.database.write { db -> String in
            let (known, found) = try Self.find(reader, visitor, rendering.zone, db)
            guard let id = known.id else { throw HTTPError(.notFound) }
            var event = known
            let isUsual = act == "usual" || time == found.usual
            let change = isUsual ? nil : OwnEventChange(event: id, day: found.day, starts: time?.start, ends: time?.end)
            try OwnEventChange.set(change, of: id, on: found.day, db)
            (event.version, event.changedAt) = (event.version + 1, .now)
            try event.update(db)
            let key = isUsual ? "keptUsual" : time == nil ? "keptOut" : "keptMoved"
            let dates = OwnEventDates(event: event, rendering: rendering)
            let said = ["title": event.title, "when": dates.formatted(found.usual), "to": dates.formatted(time ?? found.usual)]
            try CampusReader.say(rendering.words("campus.own.dates.\(key)", said), to: reader, db)
            return OwnEventPages.address(event)
        }
        return .redirect(to: address)
    }
}
