import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestSettingsPages: Sendable {
    let admin: AdminContext
    let passwords: Passwords

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let guest = router.group("guests/{id}/living")
        guest.get("", use: show)
        guest.post("", use: save)
        guest.group("secret").add(middleware: proof).post("", use: saveSecret)
        guest.post("unlocking", use: unlock)
        guest.post("sessions/{session}/ending", use: endSession)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard GuestPreferences.mistakes(form).isEmpty else {
            return try await page(request, person, refused: form, status: .unprocessableContent)
        }
        let (guest, words) = (try await admin.guest(person), admin.pages.words(for: person.visitor))
        do {
            try await admin.database.write { db in
                // The log does not record what guests choose on their own pages.
                let taken = try GuestPreferences.merge(form, for: guest.id, house: guest.houseID, by: nil, person.actor, words, db)
                let object = (kind: "house.guests", id: guest.id, title: guest.name)
                try AuditEntry.write(db, "house.guests.preferences", by: person.actor, on: object, scope: guest.houseID)
                let text = [words("living.desk.saved", ["name": guest.name]), taken].compactMap { $0 }
                try person.session.setFlash(db, Flash(text.joined(separator: " ")))
            }
        } catch let disputed as DisputedPreferences {
            return try await page(request, person, refused: disputed.form, status: .conflict)
        }
        return .redirect(to: "/admin/house/guests/\(guest.id)/living")
    }

    /// Replaces the secret and ends every session.
    @Sendable private func saveSecret(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let guest = try await admin.guest(person)
        let typed = guest.entry == "pin" ? form["pin"] : (1...3).map { form["picture\($0)"] }.joined()
        guard guest.entry != "none", EntrySecret.isValid(typed, guest.entry) else {
            let why = admin.pages.words(for: person.visitor)("living.desk.secret.\(guest.entry == "pin" ? "pinWrong" : "picturesWrong")")
            return try await page(request, person, why: why, status: .unprocessableContent)
        }
        let hash = try await passwords.hash(EntrySecret.text(typed, guest.entry))
        return try await admin.changeGuest(person, "secret", "living.desk.secret.saved") { guest, db in
            try db.execute(
                sql: """
                    INSERT INTO guestSecret (guestID, entry, hash) VALUES (?, ?, ?)
                    ON CONFLICT (guestID, entry) DO UPDATE SET hash = excluded.hash
                    """, arguments: [guest.id, guest.entry, hash])
            try db.execute(sql: "DELETE FROM guestSession WHERE guestID = ?", arguments: [guest.id])
            try Attempts.forget(guest.attemptName, db)
        }
    }

    @Sendable private func unlock(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.changeGuest(person, "unlock", "living.desk.unlocked") { guest, db in try Attempts.forget(guest.attemptName, db) }
    }

    @Sendable private func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("session")
        return try await admin.changeGuest(person, "session-end", "living.desk.sessionEnded") { guest, db in
            try db.execute(sql: "DELETE FROM guestSession WHERE id = ? AND guestID = ?", arguments: [id, guest.id])
        }
    }

    private func page(
        _ request: Request, _ person: SignedIn, why: String? = nil, refused: Form? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let guest = try await admin.guest(person)
        return try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try GuestPreferences.of(nil, house: guest.houseID, db)
            let pictures = try ClockPicture.offered(in: guest.houseID, db)
            let title = words("living.desk.title", ["name": guest.name])
            var values: Values = [
                "title": title, "address": "/admin/house/guests/\(guest.id)/living", "why": why ?? false,
                "groups": GuestPreferences.templateValues(
                    try GuestPreferences.own(guest.id, house: guest.houseID, db), over: house, "living.desk.likeHouse", words,
                    pictures: pictures, refused: refused),
                "tryHref": guest.active ? "/house/guests/\(guest.id)/entry" : false, "guestHref": "/admin/house/guests/\(guest.id)",
                "drawn": SettingsMerge.hiddenValue(try GuestPreferences.typed(guest.id, house: guest.houseID, db), refused), "since": false,
                "questions": GuestPreferences.questions(refused, by: nil, context),
                "independenceHref": "/admin/house/guests/\(guest.id)/independence",
                "breadcrumbs": [
                    ["label": words("house.guests.many"), "href": "/admin/house/guests"],
                    ["label": guest.name, "href": "/admin/house/guests/\(guest.id)"],
                ] as [Values],
            ]
            values.merge(try entryValues(guest, words, db)) { $1 }
            return ("house/preferences/guest", values)
        }
    }

    private func entryValues(_ guest: Inhabitant, _ words: Words, _ db: Database) throws -> Values {
        let sessions = try Row.fetchAll(
            db, sql: "SELECT id, browser AS label, createdAt FROM guestSession WHERE guestID = ? AND expiresAt > ? ORDER BY id",
            arguments: [guest.id, Date.now])
        let rows = (1...3).map { number -> Values in
            [
                "name": "picture\(number)", "label": words("living.desk.secret.picture", ["number": String(number)]),
                "signs": EntrySecret.signs(words),
            ]
        }
        return [
            "isPin": guest.entry == "pin", "isPictures": guest.entry == "pictures", "isOpen": guest.entry == "none", "rows": rows,
            "hasSecret": try EntrySecret.hash(of: guest, db) != nil, "entryLabel": words("house.entry.\(guest.entry)"),
            "sessions": sessions.map { $0.signedIn(words, guest.timeZone) },
        ]
    }
}

extension Row {
    func signedIn(_ words: Words, _ zone: TimeZone) -> Values {
        let label: String = self["label"]
        return [
            "id": String(self["id"] as Int64), "label": label.isEmpty ? words("living.desk.unknownDevice") : label,
            "when": words.language.relativeMoment(self["createdAt"], now: .now, in: zone),
        ]
    }
}
