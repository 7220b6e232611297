import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestSessionAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.post, "pairing", "pair", .door { try await Self(guests: $0).pair($1, $2) }) {
            $0.sent = Shape.sent(["code": Shape.text(0...20)])
            $0.example = #"{"code": "40718825"}"#
            $0.answer = Shape.object(["device_token": Shape.text, "house": Shape.named])
            $0.answered = #"{"device_token": "ptd_…", "house": {"id": 1, "name": "Casa Rossa"}}"#
            $0.status = .created
        },
        GuestRoute(.get, "people", "people", .door { try await Self(guests: $0).people($1, $2) }) {
            $0.answer = Shape.items(
                Shape.object([
                    "id": Shape.whole, "name": Shape.text, "image": Shape.image, "entry": Shape.choice(GuestEntry.allCases.map(\.rawValue)),
                ]))
            $0.answered = #"{"items": [{"id": 3, "name": "Anna Rossi", "image": "/media/7", "entry": "pin"}]}"#
        },
        GuestRoute(.post, "session", "enter", .door { try await Self(guests: $0).enter($1, $2) }) {
            $0.sent = Shape.sent(
                ["guest_id": Shape.id, "secret": Shape.text(0...20)], optional: ["secret"])
            $0.example = #"{"guest_id": 3, "secret": "4711"}"#
            $0.answer = Shape.object(
                ["token": Shape.orNull("string"), "expires_at": Shape.moment, "guest": Shape.named])
            $0.answered =
                #"{"token": "ptg_…", "expires_at": "2026-11-22T07:30:00Z", "guest": {"id": 3, "name": "Anna Rossi"}}"#
            $0.status = .created
        },
        GuestRoute(.delete, "session", "leave", .guest { try await Self(guests: $0).leave($1, $2) }) { $0.status = .noContent },
        GuestRoute(.get, "me", "me", .guest { try await Self(guests: $0).me($1, $2) }) {
            $0.answer = Shape.object([
                "guest": Shape.object(["id": Shape.whole, "name": Shape.text, "image": Shape.image]), "house": Shape.named,
                "language": Shape.text, "zone": Shape.text, "preferences": GuestPreferencesAPI.shape,
            ])
        },
    ]

    private func pair(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = try await SentValues(request, guests.words(visitor))
        sent.need("code")
        let code = sent.typed("code", limit: 20)
        try sent.finish()
        switch try await Pairing.join(code ?? "", request, visitor, guests.database) {
        case .wait(let seconds): throw Problem(.tooManyRequests, headers: [.retryAfter: String(max(1, seconds))])
        case .wrong:
            sent.refuse("code", "living.pairing.wrong")
            try sent.finish()
            throw HTTPError(.unprocessableContent)
        case .joined(let token, let house):
            let name = try await guests.database.read {
                try String.fetchOne($0, sql: "SELECT name FROM house WHERE id = ?", arguments: [house])
            }
            let json = JSON.values([
                "device_token": .text(HouseToken.device.text(token)), "house": .values(["id": .id(house), "name": .text(name ?? "")]),
            ])
            return .json(json, status: .created, headers: [.cacheControl: "no-store, no-transform"])
        }
    }

    private func people(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let device = (visitor.person as? GuestPageVisitor)?.device else { throw Problem.entryNeeded() }
        let people = try await guests.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT guest.id, guest.name, picture.id AS picture, entry FROM guest
                    LEFT JOIN picture ON picture.id = guest.picture AND \(Picture.notTrashed)
                    WHERE \(Guest.active.in("?")) ORDER BY guest.folded
                    """, arguments: [device.houseID]
            ).map { row in
                JSON.values([
                    "id": .id(row["id"]), "name": .text(row["name"]), "image": .image(row["picture"]), "entry": .text(row["entry"]),
                ])
            }
        }
        return .json(.items(people))
    }

    /// A device's token yields a session token; its cookie yields a session cookie.
    private func enter(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let present = visitor.person as? GuestPageVisitor, let device = present.device else { throw Problem.entryNeeded() }
        var sent = try await SentValues(request, guests.words(visitor))
        sent.need("guest_id")
        let id = sent.number("guest_id", in: APIQuery.ids) ?? 0
        let secret = sent.typed("secret", limit: 20) ?? ""
        try sent.finish()
        guard let guest = try await guests.database.read({ try Inhabitant.find(id, $0) }), guest.active,
            present.maySee(houseID: guest.houseID)
        else { throw HTTPError(.notFound) }
        if guest.entry != "none" {
            guard EntrySecret.isValid(secret, guest.entry) else {
                sent.refuse("secret", "living.notRight")
                try sent.finish()
                throw HTTPError(.unprocessableContent)
            }
            switch try await GuestSignIn(guests: guests).judge(secret, guest, visitor) {
            case .right: break
            case .wrong:
                sent.refuse("secret", "living.notRight")
                try sent.finish()
            case .wait(let seconds): throw Problem(.tooManyRequests, headers: [.retryAfter: String(max(1, seconds))])
            }
        }
        let isProgram = request.headers[.authorization] != nil
        let (token, life) = try await GuestSignIn(guests: guests).begin(guest, present, request, visitor, isProgram: isProgram)
        let json = JSON.values([
            "token": isProgram ? .text(HouseToken.guest.text(token)) : .null, "expires_at": .moment(Date.now + life),
            "guest": .values(["id": .id(guest.id), "name": .text(guest.name)]),
        ])
        var response = Response.json(json, status: .created, headers: [.cacheControl: "no-store, no-transform"])
        if !isProgram { guests.set(.guest, token.text, age: device.stays ? Int(cutting: life) : nil, in: &response) }
        return response
    }

    private func leave(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        var response = try await GuestSignInPages(guests: guests).leave(request, person)
        response.status = .noContent
        response.headers[.location] = nil
        return response
    }

    private func me(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let guest = person.guest
        let picture = try await guests.database.read { db in
            let sql =
                "SELECT picture.id FROM guest JOIN picture ON picture.id = guest.picture AND \(Picture.notTrashed) WHERE guest.id = ?"
            return try Int64.fetchOne(db, sql: sql, arguments: [guest.id])
        }
        return .json(
            .values([
                "guest": .values(["id": .id(guest.id), "name": .text(guest.name), "image": .image(picture)]),
                "house": .values(["id": .id(guest.houseID), "name": .text(guest.houseName)]),
                "language": .text(person.language.rawValue), "zone": .text(guest.zone),
                "preferences": GuestPreferencesAPI.json(person.preferences),
            ]))
    }
}
