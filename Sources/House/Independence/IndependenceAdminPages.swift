import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct IndependenceAdminPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let guest = router.group("guests/{id}/independence")
        guest.get("", use: show)
        guest.post("", use: ask)
        guest.post("ending", use: end)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let guest = try await admin.guest(person)
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let state = try Independence.of(guest.id, db)
            let said = { (date: Date) in words.language.relativeMoment(date, now: .now, in: guest.timeZone) }
            var values: Values = [
                "title": words("living.desk.independence.title", ["name": guest.name]),
                "address": "/admin/house/guests/\(guest.id)/independence", "isOff": state == nil, "isOn": state?.agreedAt != nil,
                "isAsked": state != nil && state?.agreedAt == nil,
                "asked": state.map {
                    words("living.desk.independence.asked", ["name": $0.askedBy, "when": said($0.askedAt), "guest": guest.firstName])
                } ?? "",
                "agreed": state?.agreedAt.map { words("living.desk.independence.agreed", ["guest": guest.firstName, "when": said($0)]) }
                    ?? "",
                "breadcrumbs": [
                    ["label": words("house.guests.many"), "href": "/admin/house/guests"],
                    ["label": guest.name, "href": "/admin/house/guests/\(guest.id)"],
                    ["label": words("living.desk.link"), "href": "/admin/house/guests/\(guest.id)/living"],
                ] as [Values],
            ]
            if state?.agreedAt != nil {
                let drawing = IndependenceDrawing(weeks: try Independence.counts(of: guest, now: .now, db))
                values.merge(drawing.values(words)) { $1 }
            }
            return ("house/independence/admin", values)
        }
    }

    @Sendable private func ask(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.changeGuest(person, "independence-ask", "living.desk.independence.isAsked", at: "independence") { guest, db in
            try Independence.ask(guest.id, by: person.account.name, at: .now, db)
        }
    }

    @Sendable private func end(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.changeGuest(person, "independence-end", "living.desk.independence.ended", at: "independence") { guest, db in
            try Independence.end(guest.id, db)
        }
    }
}
