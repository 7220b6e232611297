import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct GuestPushPages: Sendable {
    let guests: GuestPages

    static let address = "/house/notices/device"

    func addRoutes(to door: RouterGroup<Visitor>, inside: RouterGroup<GuestRequestContext>) {
        door.post("notices/device/renewal", use: renew)
        inside.get("notices/device", use: show)
        inside.post("notices/device", use: switchOn)
        inside.post("notices/device/removal", use: switchOff)
    }

    @Sendable private func show(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await page(request, person, why: nil)
    }

    @Sendable private func switchOn(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let form = try await Form.read(request)
        // An educator who tries a guest's pages uses their own device, which must not act for the guest.
        guard person.preferences[.notices] == "push", let device = person.session.deviceID else { throw HTTPError(.notFound) }
        let draft = PushDraft(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let draft, draft.kind == .web, await guests.push.refusal(of: draft) == nil else {
            return try await page(request, person, why: "push.refused", status: .unprocessableContent)
        }
        let label = Device.words(userAgent: request.headers[.userAgent])
        return try await act(person, "on") { db in
            try PushDevice.register(draft, for: person.guest.id, house: person.guest.houseID, on: device, label: label, db)
            return label
        }
    }

    @Sendable private func switchOff(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        try await act(person, "off") { db in
            guard let known = try PushDevice.find(person.guest.id, on: person.session.deviceID, db) else { return nil }
            try PushDevice.remove(known.id, of: person.guest.id, db)
            return known.label
        }
    }

    private func act(
        _ person: GuestRequestContext, _ act: String, _ body: @escaping @Sendable (Database) throws -> String?
    ) async throws -> Response {
        let message = Message(guests.words(person)("push.switched.\(act)")).json
        let (guest, visitor) = (person.guest, person.visitor)
        let actor = Actor(accountID: person.session.accountID, name: guest.name, address: visitor.client.text, requestID: visitor.id)
        try await guests.database.write { [session = person.session.id] db in
            if let device = try body(db) {
                try AuditEntry.write(
                    db, "house.push.\(act)", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID,
                    detail: ["device": device])
            }
            try db.execute(sql: "UPDATE guestSession SET message = ? WHERE id = ?", arguments: [message, session])
        }
        return .redirect(to: Self.address)
    }

    private func page(
        _ request: Request, _ person: GuestRequestContext, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard person.preferences[.notices] == "push" else { return .redirect(to: "/house/notices") }
        let key = try await PushKey.find(in: guests.database)
        let known = try await guests.database.read { try PushDevice.find(person.guest.id, on: person.session.deviceID, $0) }
        let words = guests.words(person)
        let values: Values = [
            "key": key.publicText, "isOn": known != nil, "mark": known?.mark ?? "", "isTried": person.session.deviceID == nil,
            "why": why.map { words($0) } ?? false,
        ]
        return try guests.page(
            "house/push/device", words("push.title"), back: "/house/notices", values, for: person.visitor, request, status: status)
    }

    /// Records the browser's new push address. No guest needs to be signed in; the browser must have the old address.
    @Sendable private func renew(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let draft = PushDraft(endpoint: form["endpoint"], p256dh: form["p256dh"], auth: form["auth"])
        guard let device = (visitor.person as? GuestPageVisitor)?.device?.id, let draft, await guests.push.refusal(of: draft) == nil else {
            throw HTTPError(.notFound)
        }
        let isKnown = try await guests.database.write { [old = form["old"]] in
            try PushDevice.renew(old, as: draft, on: device, at: .now, $0)
        }
        guard isKnown else { throw HTTPError(.notFound) }
        return Response(status: .noContent)
    }
}
