import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestPages {
    func addCallRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("calls", use: showCall)
        router.post("calls", use: call)
        router.post("calls/{id}/withdrawal", use: withdrawCall)
    }

    private static let needs = [("come", "person"), ("lost", "help"), ("broken", "warning"), ("talk", "bell")]

    @Sendable func showCall(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await callPage(request, person, typed: "", why: nil)
    }

    @Sendable func call(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let words = pages.words(for: person.visitor)
        let isReady = Self.needs.contains { $0.0 == form["need"] }
        let text = isReady ? words("living.call.\(form["need"])") : form["text"]
        if let why = HelpCall.refusal(text, empty: "living.call.empty", long: "living.call.long") {
            return try await callPage(request, person, typed: form["text"], why: words(why), status: .unprocessableContent)
        }
        let isSent = try await database.write { db -> Bool in
            guard try HelpCall.make(text, by: person.guest, at: .now, db) else { return false }
            try AuditEntry.write(
                db, "house.guests.call", by: callActor(person), on: ("house.guests", person.guest.id, person.guest.name),
                scope: person.guest.houseID)
            return true
        }
        guard isSent else {
            let why = words("living.call.notSent", ["text": text])
            return try await callPage(request, person, typed: form["text"], why: why, status: .conflict)
        }
        return .redirect(to: "/house/calls")
    }

    @Sendable func withdrawCall(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            try HelpCall.withdraw(id, by: person.guest.id, at: .now, db)
            try Message(words("living.call.withdrawn")).show(to: person, db)
        }
        return .redirect(to: "/house/home")
    }

    private func callActor(_ person: GuestRequestContext) -> Actor {
        Actor(
            accountID: person.session.accountID, name: person.guest.name, address: person.visitor.client.text,
            requestID: person.visitor.id)
    }

    private func callPage(
        _ request: Request, _ person: GuestRequestContext, typed: String, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let last = try await database.read { try HelpCall.latest(of: person.guest.id, now: .now, $0) }
        var values: Values = [
            "isOpen": false, "answer": false, "typed": typed, "why": why ?? false,
            "needs": Self.needs.map { ["need": $0, "icon": $1, "label": words("living.call.\($0)")] as Values },
        ]
        if let last, last.isOpen {
            let when = words.language.saidMoment(last.createdAt, now: .now, in: person.guest.timeZone)
            values["isOpen"] = true
            values["call"] = String(last.id)
            values["said"] = words("living.call.sent", ["when": when, "text": last.text])
            values["state"] = words(last.seenAt == nil ? "living.call.unseen" : "living.call.seen")
        } else if let answer = last?.answer {
            values["answer"] = words("living.call.answered", ["name": last?.answeredBy ?? "", "text": answer])
        }
        return try page("call", words("living.call.title"), back: "/house/help", values, for: person.visitor, request, status: status)
    }
}
