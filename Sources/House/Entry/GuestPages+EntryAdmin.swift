import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension GuestPages {
    /// `POST /admin/house/guests/3/living/secret`: replaces the secret and ends every session.
    @Sendable func saveSecret(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let guest = try await find(person)
        let typed = guest.entry == "pin" ? form["pin"] : (1...3).map { form["picture\($0)"] }.joined()
        guard guest.entry != "none", EntrySecret.isValid(typed, guest.entry) else {
            let why = pages.words(for: person.visitor)("living.desk.secret.\(guest.entry == "pin" ? "pinWrong" : "picturesWrong")")
            return try await guestPage(request, person, why: why, status: .unprocessableContent)
        }
        let hash = try await passwords.hash(EntrySecret.text(typed, guest.entry))
        return try await act(person, "secret", "living.desk.secret.saved") { guest, db in
            try db.execute(
                sql: """
                    INSERT INTO guestSecret (guestID, entry, hash) VALUES (?, ?, ?)
                    ON CONFLICT (guestID, entry) DO UPDATE SET hash = excluded.hash
                    """, arguments: [guest.id, guest.entry, hash])
            try db.execute(sql: "DELETE FROM guestSession WHERE guestID = ?", arguments: [guest.id])
            try Attempts.forget(guest.attemptName, db)
        }
    }

    @Sendable func unlock(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(person, "unlock", "living.desk.unlocked") { guest, db in try Attempts.forget(guest.attemptName, db) }
    }

    @Sendable func endSession(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("session")
        return try await act(person, "session-end", "living.desk.sessionEnded") { guest, db in
            try db.execute(sql: "DELETE FROM guestSession WHERE id = ? AND guestID = ?", arguments: [id, guest.id])
        }
    }

    @Sendable func makePairing(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let code = try await database.write { db in
            let house = try admin.house(person, House.living, db)
            try AuditEntry.write(db, "house.device.code", by: person.actor, scope: house)
            return try Pairing.make(for: house, stays: form["stays"] == "yes", db)
        }
        return try await housePage(request, person, code: code)
    }

    /// `POST /admin/house/living/devices/5/ending`: removes a device and ends its sessions.
    @Sendable func endDevice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("device")
        return try await actOnHouse(person, "house.device.end", "living.desk.deviceEnded") { house, db in
            try db.execute(sql: "DELETE FROM houseDevice WHERE id = ? AND houseID = ?", arguments: [id, house])
        }
    }

    func entryValues(_ guest: Inhabitant, _ words: Words, _ db: Database) throws -> Values {
        let sessions = try Row.fetchAll(
            db, sql: "SELECT id, browser, createdAt FROM guestSession WHERE guestID = ? AND expiresAt > ? ORDER BY id",
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
            "sessions": sessions.map { Self.drawn($0, guest.timeZone, words) },
        ]
    }

    func deviceValues(_ house: Int64, _ words: Words, _ db: Database) throws -> [Values] {
        let zone = try String.fetchOne(db, sql: "SELECT zone FROM house WHERE id = ?", arguments: [house]).flatMap(
            TimeZone.init(identifier:))
        let sql = "SELECT id, label, createdAt, stays FROM houseDevice WHERE houseID = ? ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [house]).map { row in
            var device = Self.drawn(row, zone ?? .gmt, words)
            device["stays"] = row["stays"] as Bool
            return device
        }
    }

    private static func drawn(_ row: Row, _ zone: TimeZone, _ words: Words) -> Values {
        let label: String = row[1]
        return [
            "id": String(row[0] as Int64), "label": label.isEmpty ? words("living.desk.unknownDevice") : label,
            "when": words.language.saidMoment(row[2], now: .now, in: zone),
        ]
    }
}
