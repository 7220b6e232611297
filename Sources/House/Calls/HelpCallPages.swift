import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct HelpCallPages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("calls", use: show)
        router.post("calls", use: call)
        router.post("calls/{id}/withdrawal", use: withdraw)
    }

    private static let needs = [("come", "person"), ("lost", "help"), ("broken", "warning"), ("talk", "bell")]

    @Sendable private func show(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await page(request, person, typed: "", why: nil)
    }

    @Sendable private func call(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let words = guests.words(person)
        let isReady = Self.needs.contains { $0.0 == form["need"] }
        let text = isReady ? words("living.call.\(form["need"])") : form["text"]
        if let why = HelpCall.refusal(text, empty: "living.call.empty", long: "living.call.long") {
            return try await page(request, person, typed: form["text"], why: words(why), status: .unprocessableContent)
        }
        let isSent = try await guests.database.write { db -> Bool in
            guard try HelpCall.make(text, by: person.guest, at: .now, db) else { return false }
            try AuditEntry.write(
                db, "house.guests.call", by: actor(person), on: ("house.guests", person.guest.id, person.guest.name),
                scope: person.guest.houseID)
            return true
        }
        guard isSent else {
            let why = words("living.call.notSent", ["text": text])
            return try await page(request, person, typed: form["text"], why: why, status: .conflict)
        }
        return .redirect(to: "/house/calls")
    }

    @Sendable private func withdraw(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = guests.words(person)
        try await guests.database.write { db in
            try HelpCall.withdraw(id, by: person.guest.id, at: .now, db)
            try Message(words("living.call.withdrawn")).show(to: person, db)
        }
        return .redirect(to: "/house/home")
    }

    private func actor(_ person: GuestRequestContext) -> Actor {
        Actor(
            accountID: person.session.accountID, name: person.guest.name, address: person.visitor.client.text,
            requestID: person.visitor.id)
    }

    private func page(
        _ request: Request, _ person: GuestRequestContext, typed: String, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = guests.words(person)
        let last = try await guests.database.read { try HelpCall.latest(of: person.guest.id, now: .now, $0) }
        var values: Values = [
            "isOpen": false, "answer": false, "typed": typed, "why": why ?? false,
            "needs": Self.needs.map { ["need": $0, "icon": $1, "label": words("living.call.\($0)")] as Values },
        ]
        if let last, last.isOpen {
            let when = words.language.relativeMoment(last.createdAt, now: .now, in: person.guest.timeZone)
            values["isOpen"] = true
            values["call"] = String(last.id)
            values["said"] = words("living.call.sent", ["when": when, "text": last.text])
            values["state"] = words(last.seenAt == nil ? "living.call.unseen" : "living.call.seen")
        } else if let answer = last?.answer {
            values["answer"] = words("living.call.answered", ["name": last?.answeredBy ?? "", "text": answer])
        }
        return try guests.page(
            "house/calls/index", words("living.call.title"), back: "/house/help", values, for: person.visitor, request, status: status)
    }
}
