import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct IndependencePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("independence", use: show)
        router.post("independence/agreement", use: agree)
        router.post("independence/ending", use: end)
        router.post("independence/uses", use: noteUse)
    }

    @Sendable private func show(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let (state, weeks) = try await guests.database.read { db in
            (try Independence.of(person.guest.id, db), try Independence.counts(of: person.guest, now: .now, db))
        }
        let isOn = state?.agreedAt != nil
        var values: Values = [
            "isOff": state == nil, "isAsked": state != nil && !isOn, "isOn": isOn, "isTried": person.session.accountID != nil,
            "asked": words("living.independence.asked", ["name": state?.askedBy ?? ""]),
        ]
        if isOn { values.merge(IndependenceDrawing(weeks: weeks).values(words)) { $1 } }
        return try guests.page(
            "house/independence/own", words("living.independence.title"), back: "/house/home", values, for: person.visitor, request)
    }

    /// `answer` is yes or no; only the guest may consent.
    @Sendable private func agree(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        guard person.session.accountID == nil else { throw HTTPError(.forbidden) }
        let isYes = form["answer"] == "yes"
        try await change(person, isYes ? "independence-agree" : "independence-end") { guest, db in
            if isYes { try Independence.agree(guest, at: .now, db) } else { try Independence.end(guest, db) }
        }
        return .redirect(to: "/house/independence")
    }

    @Sendable private func end(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await change(person, "independence-end") { guest, db in try Independence.end(guest, db) }
        return .redirect(to: "/house/independence")
    }

    private func change(
        _ person: GuestRequestContext, _ act: String, _ body: @escaping @Sendable (Int64, Database) throws -> Void
    ) async throws {
        let guest = person.guest
        let actor = Actor(
            accountID: person.session.accountID, name: guest.name, address: person.visitor.client.text, requestID: person.visitor.id)
        try await guests.database.write { db in
            guard try Independence.of(guest.id, db) != nil else { throw HTTPError(.notFound) }
            try body(guest.id, db)
            try AuditEntry.write(
                db, "house.guests.\(act)", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
        }
    }

    /// `aid` is speech: only the page knows that it was read aloud.
    @Sendable private func noteUse(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        guard form["aid"] == Independence.Aid.speech.rawValue else { throw HTTPError(.notFound) }
        try await person.note(.speech, request, guests.database)
        return Response(status: .noContent)
    }
}
