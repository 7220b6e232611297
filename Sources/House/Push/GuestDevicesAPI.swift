import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct GuestDevicesAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.post, "devices", "register", .guest { try await Self(guests: $0).register($1, $2) }) {
            let keys = Shape.object(["p256dh": Shape.text(0...200), "auth": Shape.text(0...100)], isOpen: true)
            $0.sent = Shape.sent(
                ["endpoint": Shape.text(0...1_000), "keys": keys, "apple_token": Shape.text(0...200), "label": Shape.text(0...80)],
                optional: ["endpoint", "keys", "apple_token", "label"])
            $0.example = #"{"endpoint": "https://push.example.org/3f9a", "keys": {"p256dh": "BNcR…", "auth": "tBHI…"}, "label": "Tablet"}"#
            ($0.answer, $0.answered) = (Shape.object(["id": Shape.whole]), #"{"id": 5}"#)
            ($0.status, $0.headers) = (.created, ["Location"])
        },
        GuestRoute(.delete, "devices/{id}", "unregister", .guest { try await Self(guests: $0).unregister($1, $2) }) {
            $0.status = .noContent
        },
    ]

    /// The body is a browser's subscription in its own JSON, or the token that Apple gave an app.
    private func register(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let guest = person.guest
        var sent = try await SentValues(request, guests.words(person))
        let (endpoint, token) = (sent.typed("endpoint", limit: 1_000), sent.typed("apple_token", limit: 200))
        let keys = sent.value("keys")
        let label = sent.typed("label", limit: 80) ?? Device.words(userAgent: request.headers[.userAgent])
        guard person.preferences[.notices] == "push" else { throw Problem(.forbidden) }
        let draft =
            token.map { PushDraft(appleToken: $0) }
            ?? PushDraft(endpoint: endpoint ?? "", p256dh: keys?["p256dh"]?.text ?? "", auth: keys?["auth"]?.text ?? "")
        let name = token == nil ? "endpoint" : "apple_token"
        if let draft {
            if await guests.push.refusal(of: draft) != nil { sent.refuse(name, "guestAPI.values.device") }
        } else {
            sent.refuse(name, "guestAPI.values.device")
        }
        try sent.finish()
        guard let draft else { throw HTTPError(.unprocessableContent) }
        // A browser belongs to the house; an app belongs to the last guest who signed in on it.
        let device = token == nil ? person.session.deviceID : nil
        let id = try await guests.database.write { db in
            let id = try PushDevice.register(draft, for: guest.id, house: guest.houseID, on: device, label: label, db)
            try AuditEntry.write(
                db, "house.push.on", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
            return id
        }
        return .json(.values(["id": .id(id)]), status: .created, headers: [.location: "/api/v1/devices/\(id)"])
    }

    private func unregister(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let (id, guest) = (try person.id(), person.guest)
        try await guests.database.write { db in
            guard try PushDevice.remove(id, of: guest.id, db) else { throw HTTPError(.notFound) }
            try AuditEntry.write(
                db, "house.push.off", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
        }
        return Response(status: .noContent)
    }
}

extension GuestRequestContext {
    /// The actor in the audit log: the guest, or the educator who tries the pages.
    fileprivate var actor: Actor {
        Actor(accountID: session.accountID, name: "", address: visitor.client.text, requestID: visitor.id)
    }
}
