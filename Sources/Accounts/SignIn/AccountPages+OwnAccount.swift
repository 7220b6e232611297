import Foundation
import GRDB
import Hummingbird
import Web

extension AccountPages {
    func showOwn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await ownPage(request, person)
    }

    func ownPage(
        _ request: Request, _ person: SignedIn, passwordError: String? = nil, newPasswordError: String? = nil,
        countryError: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let sessions = try await database.read { [settings] db in
            try Session.all().of(person.accountID).live(settings).order(Session.Columns.seenAt.desc).fetchAll(db)
        }
        let words = pages.words(for: person.visitor)
        let (now, language) = (settings.now(), person.language)
        let keepsDaysOnly = settings.keepsDaysOnly(person.grants)
        var values = try await admin(person, request)
        values["title"] = words("accounts.mine.title")
        values["displayName"] = person.account.name
        values["name"] = person.account.key
        values["passwordError"] = passwordError ?? false
        values["newPasswordError"] = newPasswordError ?? false
        values["countryError"] = countryError ?? false
        values["countries"] = Country.choices(words, chosen: Set([person.account.country].compactMap(\.self)))
        values["sessions"] = sessions.map { session -> Values in
            [
                "id": session.id ?? 0, "device": session.device.isEmpty ? words("accounts.mine.unknown-device") : session.device,
                "address": session.address,
                "started": keepsDaysOnly
                    ? language.date(session.createdAt, in: settings.zone)
                    : language.saidMoment(session.createdAt, now: now, in: settings.zone),
                "seen": keepsDaysOnly
                    ? language.date(session.seenAt - 1, in: settings.zone)
                    : language.saidMoment(session.seenAt, now: now, in: settings.zone),
                "current": session.id == person.session.id,
            ]
        }
        return try pages.page("accounts/mine", values, for: person.visitor, request: request, status: status)
    }

    func chooseCountry(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = try await Form.read(request, limits: .small)["country"]
        let words = pages.words(for: person.visitor)
        guard typed.isEmpty || Country.of(typed) != nil else {
            return try await ownPage(request, person, countryError: words("accounts.country.unknown"), status: .unprocessableContent)
        }
        try await database.write { [settings] db in
            let columns = Account.Columns.self
            // A new version, so that the people form detects the change.
            let changed = try Account.filter(key: person.accountID).updateAll(
                db, columns.country.set(to: Country.of(typed)), columns.version += 1, columns.updatedAt.set(to: settings.now()))
            if changed > 0 { try audit("account.country", person.account, person.visitor, db, isActor: true) }
            try person.session.setFlash(db, Flash(words("accounts.country.saved")))
        }
        return .redirect(to: "/admin/account")
    }
}
