import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct HouseSettingsPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        router.get("living", use: show)
        router.post("living", use: save)
        router.group("living/pairing").add(middleware: proof).post("", use: makePairing)
        router.post("living/devices/{device}/ending", use: endDevice)
        router.post("living/first-app", use: openProducts)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person)
    }

    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard GuestPreferences.mistakes(form).isEmpty else {
            return try await page(request, person, refused: form, status: .unprocessableContent)
        }
        let words = admin.pages.words(for: person.visitor)
        do {
            try await admin.database.write { db in
                let house = try admin.house(person, House.living, db)
                let changes = try Self.changes(of: house, since: form.number("since", in: .whole).map(Int64.init), db)
                let taken = try GuestPreferences.merge(form, for: nil, house: house, by: changes, person.actor, words, db)
                try AuditEntry.write(db, "house.living.preferences", by: person.actor, scope: house)
                let text = [words("living.desk.houseSaved"), taken].compactMap { $0 }
                try person.session.setFlash(db, Flash(text.joined(separator: " ")))
            }
        } catch let disputed as DisputedPreferences {
            return try await page(request, person, refused: disputed.form, status: .conflict)
        }
        return .redirect(to: "/admin/house/living")
    }

    /// `since` is the newest entry of the log when the page was drawn.
    private static func changes(of house: Int64, since: Int64?, _ db: Database) throws -> LastChange {
        try LastChange(["house.living.preferences"], since: since, in: house, db)
    }

    @Sendable private func makePairing(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let code = try await admin.database.write { db in
            let house = try admin.house(person, House.living, db)
            try AuditEntry.write(db, "house.device.code", by: person.actor, scope: house)
            return try Pairing.make(for: house, stays: form["stays"] == "yes", db)
        }
        return try await page(request, person, code: code)
    }

    @Sendable private func endDevice(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.recordID("device")
        return try await admin.changeHouse(person, "house.device.end", "living.desk.deviceEnded") { house, db in
            try db.execute(sql: "DELETE FROM houseDevice WHERE id = ? AND houseID = ?", arguments: [id, house])
        }
    }

    @Sendable private func openProducts(_ request: Request, _ person: SignedIn) async throws -> Response {
        let isOpen = try await Form.read(request)["open"] == "yes"
        let words = admin.pages.words(for: person.visitor)
        try await admin.database.write { db in
            let house = try admin.house(person, House.living, db)
            guard try LegacyAppSetting.set(isOpen, of: house, db) else {
                return try person.session.setFlash(db, Flash(words("living.desk.firstApp.taken"), kind: .bad))
            }
            try AuditEntry.write(db, isOpen ? "house.firstApp.open" : "house.firstApp.close", by: person.actor, scope: house)
            try person.session.setFlash(db, Flash(words(isOpen ? "living.desk.firstApp.opened" : "living.desk.firstApp.closed")))
        }
        return .redirect(to: "/admin/house/living")
    }

    /// `code` is a new pairing code, shown once.
    private func page(
        _ request: Request, _ person: SignedIn, code: String? = nil, refused: Form? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var response = try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let house = try admin.house(person, House.living, db)
            let own = try GuestPreferences.own(nil, house: house, db)
            let values: Values = [
                "title": words("living.desk.houseTitle"), "code": code ?? false,
                "groups": GuestPreferences.templateValues(
                    own, over: GuestPreferences(), "living.desk.asUsual", words, without: [.language],
                    pictures: try ClockPicture.offered(in: house, db), refused: refused),
                "devices": try devices(house, words, db), "opensProducts": try LegacyAppSetting.openHouse(db) == house,
                "drawn": SettingsMerge.hiddenValue(try GuestPreferences.typed(nil, house: house, db), refused),
                "since": try refused?["since"] ?? String(Int64.fetchOne(db, sql: "SELECT max(id) FROM audit") ?? 0),
                "questions": try GuestPreferences.questions(
                    refused, by: refused.map { try Self.changes(of: house, since: $0.number("since", in: .whole).map(Int64.init), db) },
                    context),
            ]
            return ("house/preferences/house", values)
        }
        if code != nil { response.markSecret() }
        return response
    }

    private func devices(_ house: Int64, _ words: Words, _ db: Database) throws -> [Values] {
        let zone = try String.fetchOne(db, sql: "SELECT zone FROM house WHERE id = ?", arguments: [house]).flatMap(
            TimeZone.init(identifier:))
        let sql = "SELECT id, label, createdAt, stays FROM houseDevice WHERE houseID = ? ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [house]).map { row in
            var device = row.signedIn(words, zone ?? .gmt)
            device["stays"] = row["stays"] as Bool
            return device
        }
    }
}
