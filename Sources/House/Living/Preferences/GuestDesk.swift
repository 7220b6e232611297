import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

// The educator's page of one guest: how the pages are for him, how he comes in, and where he is in.

extension Living {
    /// `GET /admin/house/guests/3/living`
    @Sendable func showGuest(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await guestPage(request, person)
    }

    /// `POST /admin/house/guests/3/living`
    @Sendable func savePreferences(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        return try await act(person, "preferences", "house.living.admin.saved") { guest, db in
            var wanted = Preferences(guestID: guest.id)
            guard let size = Int(form["textSize"]), Preferences.textSizes.contains(size), let speed = Int(form["voiceSpeed"]),
                Preferences.voiceSpeeds.contains(speed)
            else { throw HTTPError(.unprocessableContent) }
            (wanted.textSize, wanted.voiceSpeed) = (size, speed)
            (wanted.directAdd, wanted.directBought) = (form["directAdd"] == "yes", form["directBought"] == "yes")
            (wanted.ownList, wanted.showPrice, wanted.sounds) = (form["ownList"] == "yes", form["showPrice"] == "yes", form["sounds"] == "yes")
            wanted.hiddenDoors = Preferences.doors.filter { !form.all("doors").contains($0) }.joined(separator: " ")
            try wanted.save(db)
        }
    }

    /// `POST /admin/house/guests/3/living/secret`: sets the pictures or the number anew; the old one, and every session, is over.
    @Sendable func saveSecret(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let guest = try await find(person)
        let typed = guest.entry == "pin" ? form["pin"] : (1...3).map { form["picture\($0)"] }.joined()
        guard guest.entry != "none", EntrySecret.isValid(typed, guest.entry) else {
            let why = pages.words(for: person.visitor)("house.living.admin.secret\(guest.entry == "pin" ? "Pin" : "Pictures")Wrong")
            return try await guestPage(request, person, why: why, status: .unprocessableContent)
        }
        let hash = try await passwords.hash(EntrySecret.text(typed, guest.entry))
        return try await act(person, "secret", "house.living.admin.secretSaved") { guest, db in
            try db.execute(
                sql: """
                    INSERT INTO guestSecret (guestID, entry, hash) VALUES (?, ?, ?)
                    ON CONFLICT (guestID, entry) DO UPDATE SET hash = excluded.hash
                    """, arguments: [guest.id, guest.entry, hash])
            try db.execute(sql: "DELETE FROM guestSession WHERE guestID = ?", arguments: [guest.id])
            try Attempts.forget(guest.attemptName, db)
        }
    }

    /// `POST /admin/house/guests/3/living/unlocking`: ends a waiting time after wrong attempts.
    @Sendable func unlock(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(person, "unlock", "house.living.admin.unlocked") { guest, db in try Attempts.forget(guest.attemptName, db) }
    }

    /// `POST /admin/house/guests/3/living/pairing`: a code for a device of the guest's house, shown once.
    @Sendable func makePairing(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let guest = try await find(person)
        let code = try await database.write { db in
            try AuditEntry.write(db, "house.device.code", by: person.actor, scope: guest.houseID)
            return try Pairing.make(for: guest.houseID, stays: form["stays"] == "yes", db)
        }
        return try await guestPage(request, person, code: code)
    }

    /// `POST /admin/house/guests/3/living/devices/5/ending`
    @Sendable func endDevice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.get("device", as: Int64.self)
        return try await act(person, "device-end", "house.living.admin.deviceEnded") { guest, db in
            try db.execute(sql: "DELETE FROM houseDevice WHERE id = ? AND houseID = ?", arguments: [id, guest.houseID])
        }
    }

    /// `POST /admin/house/guests/3/living/sessions/5/ending`
    @Sendable func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.get("session", as: Int64.self)
        return try await act(person, "session-end", "house.living.admin.sessionEnded") { guest, db in
            try db.execute(sql: "DELETE FROM guestSession WHERE id = ? AND guestID = ?", arguments: [id, guest.id])
        }
    }

    // MARK: What they share

    private func find(_ person: SignedIn) async throws -> Inhabitant {
        guard let id = person.parameters.get("id", as: Int64.self), let guest = try await database.read({ try Inhabitant.find(id, $0) }),
            person.grants.may("house.guests.edit", in: guest.houseID)
        else { throw HTTPError(.notFound) }
        return guest
    }

    private func act(
        _ person: SignedIn, _ action: String, _ text: String, _ body: @escaping @Sendable (Inhabitant, Database) throws -> Void
    ) async throws -> Response {
        let guest = try await find(person)
        let words = pages.words(for: person.visitor)
        try await database.write { db in
            try body(guest, db)
            try AuditEntry.write(
                db, "house.guests.\(action)", by: person.actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
            try person.session.setFlash(db, Flash(words(text, ["name": guest.name])))
        }
        return .redirect(to: "/admin/house/guests/\(guest.id)/living")
    }

    private func guestPage(
        _ request: Request, _ person: SignedIn, why: String? = nil, code: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let guest = try await find(person)
        let words = pages.words(for: person.visitor)
        let zone = guest.timeZone
        let own = try await database.read { db -> Values in
            let chosen = try Preferences.of(guest.id, db)
            let flags: [(String, Bool)] = [
                ("directAdd", chosen.directAdd), ("directBought", chosen.directBought), ("ownList", chosen.ownList),
                ("showPrice", chosen.showPrice), ("sounds", chosen.sounds),
            ]
            let sessions = try Row.fetchAll(
                db, sql: "SELECT id, browser, createdAt FROM guestSession WHERE guestID = ? AND expiresAt > ? ORDER BY id",
                arguments: [guest.id, Date.now])
            let devices = try Row.fetchAll(
                db, sql: "SELECT id, label, createdAt, stays FROM houseDevice WHERE houseID = ? ORDER BY id", arguments: [guest.houseID])
            let drawn: (Row) -> Values = { row in
                [
                    "id": String(row[0] as Int64), "label": (row[1] as String).isEmpty ? words("house.living.admin.unknownDevice") : row[1] as String,
                    "when": words.language.saidMoment(row[2], now: .now, in: zone),
                ]
            }
            return [
                "flags": flags.map { ["name": $0, "label": words("house.living.admin.\($0)"), "on": $1] as Values },
                "sizes": Preferences.textSizes.map { ["value": String($0), "label": "\($0) %", "on": $0 == chosen.textSize] as Values },
                "speeds": Preferences.voiceSpeeds.map { ["value": String($0), "label": "\($0) %", "on": $0 == chosen.voiceSpeed] as Values },
                "doors": Preferences.doors.map {
                    ["value": $0, "label": words("house.living.doors.\($0)"), "on": !chosen.hidden.contains($0)] as Values
                },
                "sessions": sessions.map(drawn), "devices": devices.map(drawn), "hasSessions": !sessions.isEmpty, "hasDevices": !devices.isEmpty,
                "hasSecret": try EntrySecret.hash(of: guest, db) != nil,
            ]
        }
        var values = try await desk.frame(person, request)
        values.merge(own) { $1 }
        let rows = (1...3).map { number -> Values in
            ["name": "picture\(number)", "label": words("house.living.admin.pictureNumber", ["number": String(number)]), "signs": EntrySecret.signs(words)]
        }
        let title = words("house.living.admin.title", ["name": guest.name])
        let more: Values = [
            "title": title, "heading": title, "address": "/admin/house/guests/\(guest.id)/living", "why": why ?? false, "code": code ?? false,
            "isPin": guest.entry == "pin", "isPictures": guest.entry == "pictures", "isOpen": guest.entry == "none", "rows": rows,
            "needsSecret": guest.entry != "none", "tryHref": guest.active ? "/house/guests/\(guest.id)/entry" : false,
            "breadcrumbs": [
                ["label": words("house.guests.many"), "href": "/admin/house/guests"], ["label": guest.name, "href": "/admin/house/guests/\(guest.id)"],
            ] as [Values],
        ]
        values.merge(more) { $1 }
        var response = try pages.page("house/living/admin", values, for: person.visitor, request: request, status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
