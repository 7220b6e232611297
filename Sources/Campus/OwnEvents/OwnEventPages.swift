import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A visitor's own calendar events, stored under the browser's token, without account or name.
struct OwnEventPages: Sendable {
    let admin: AdminContext
    let secureCookie: Bool
    private static let address = "/campus/mine/events"

    static func address(_ event: OwnEvent) -> String { "\(address)/\(event.id ?? 0)" }

    func addRoutes(to mine: RouterGroup<Visitor>) {
        mine.get("events/new", use: blank)
        mine.post("events", use: create)
        mine.get("events/{id}", use: edit)
        mine.post("events/{id}", use: save)
        mine.post("events/{id}/removal", use: remove)
    }

    private func rendering(_ visitor: Visitor) -> RenderContext { RenderContext(visitor, admin) }

    @Sendable func blank(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (query, rendering) = (Form(query: request.uri.query ?? ""), rendering(visitor))
        var event = OwnEvent(of: 0, at: .now)
        event.course = query.recordID("course")
        if let day = TypedMoment.date(query["date"], in: rendering.zone) {
            (event.starts, event.ends) = (day + 9 * 3_600, day + 10 * 3_600)
        }
        return try await page(event, nil, FieldErrors(), request, visitor)
    }

    @Sendable func edit(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (id, token) = (try visitor.campusID(), CampusReader.token(in: request))
        let event = try await admin.database.read { db in
            try token.flatMap { try CampusReader.find($0, db) }.flatMap { try OwnEvent.find(id, of: $0, db) }
        }
        guard let event else { throw HTTPError(.notFound) }
        return try await page(event, nil, FieldErrors(), request, visitor)
    }

    /// Creates the visitor if necessary, unless the form is refused.
    @Sendable func create(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (form, rendering) = (try await Form.read(request, judgesText: false), rendering(visitor))
        var draft = OwnEvent(of: 0, at: .now)
        let reader = try await CampusReader.id(request, admin.database)
        let known = draft
        let (typed, errors) = try await admin.database.read { db in
            try OwnEventForm(form: form, rendering: rendering).read(known, reader, db)
        }
        draft = typed
        guard errors.isEmpty else { return try await page(draft, form, errors, request, visitor, .unprocessableContent) }
        let token = try await admin.database.write { db -> Token? in
            let reader = try CampusReader.make(request, db)
            guard try OwnEvent.count(of: reader.id, db) < OwnEvent.limit else {
                try CampusReader.say(rendering.words("campus.own.full", ["limit": String(OwnEvent.limit)]), kind: .warn, to: reader.id, db)
                return reader.token
            }
            var event = OwnEvent(of: reader.id, at: .now)
            event.take(typed)
            try event.insert(db)
            try CampusReader.say(rendering.words("campus.own.kept", ["title": event.title]), to: reader.id, db)
            return reader.token
        }
        var response = Response.redirect(to: agenda(typed, rendering))
        if let token { CampusReader.setCookie(token, in: &response, isSecure: secureCookie) }
        return response
    }

    @Sendable func save(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (form, rendering, id) = (try await Form.read(request, judgesText: false), rendering(visitor), try visitor.campusID())
        guard let reader = try await CampusReader.id(request, admin.database) else { throw HTTPError(.notFound) }
        let (typed, errors) = try await admin.database.write { db -> (OwnEvent, FieldErrors) in
            guard var event = try OwnEvent.find(id, of: reader, db) else { throw HTTPError(.notFound) }
            let (typed, errors) = try OwnEventForm(form: form, rendering: rendering).read(event, reader, db)
            guard errors.isEmpty else { return (typed, errors) }
            event.take(typed)
            (event.version, event.changedAt) = (event.version + 1, .now)
            try event.update(db)
            try CampusReader.say(rendering.words("campus.own.kept", ["title": event.title]), to: reader, db)
            return (event, errors)
        }
        guard errors.isEmpty else { return try await page(typed, form, errors, request, visitor, .unprocessableContent) }
        return .redirect(to: agenda(typed, rendering))
    }

    @Sendable func remove(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let (rendering, id) = (rendering(visitor), try visitor.campusID())
        guard let reader = try await CampusReader.id(request, admin.database) else { throw HTTPError(.notFound) }
        try await admin.database.write { db in
            guard let event = try OwnEvent.find(id, of: reader, db) else { throw HTTPError(.notFound) }
            try event.delete(db)
            try CampusReader.say(rendering.words("campus.own.removed", ["title": event.title]), to: reader, db)
        }
        return .redirect(to: AgendaPages.address)
    }

    private func agenda(_ event: OwnEvent, _ rendering: RenderContext) -> String {
        "\(AgendaPages.address)?view=list&date=\(AgendaSpan.text(event.starts, rendering.zone))"
    }

    private func page(
        _ event: OwnEvent, _ typed: Form?, _ errors: FieldErrors, _ request: Request, _ visitor: Visitor,
        _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let rendering = rendering(visitor)
        let reader = try await CampusReader.id(request, admin.database)
        let values = try await admin.database.read { db in
            var values = try OwnEventForm(form: typed ?? Form(), rendering: rendering).values(event, typed != nil, errors, reader, db)
            if typed == nil { values["dates"] = try OwnEventDates(event: event, rendering: rendering).values(db) }
            return values
        }
        return try await CampusFrame.page("campus/own-events/form", values, request, visitor, admin, status: status)
    }
}

extension OwnEvent {
    fileprivate mutating func take(_ typed: OwnEvent) {
        (course, kind, title, starts, ends) = (typed.course, typed.kind, typed.title, typed.starts, typed.ends)
        (repeatsUntil, repetition) = (typed.repeatsUntil, typed.repetition)
        (place, note, reminder) = (typed.place, typed.note, typed.reminder)
    }
}
