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
        countryError: String? = nil, typedCountry: String? = nil, status: HTTPResponse.Status = .ok
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
        values["countries"] = Country.choices(words, chosen: Set([typedCountry ?? person.account.country].compactMap(\.self)))
        values["country"] = person.account.country ?? ""
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
        let form = try await Form.read(request, limits: .small)
        let typed = form["country"]
        let words = pages.words(for: person.visitor)
        guard typed.isEmpty || Country.of(typed) != nil else {
            return try await ownPage(request, person, countryError: words("accounts.country.unknown"), status: .unprocessableContent)
        }
        let changed = try await database.write { [settings] db -> String? in
            let saved = try String?.fetchOne(db, sql: "SELECT country FROM account WHERE id = ?", arguments: [person.accountID]) ?? nil
            if form.has("was"), form["was"] != saved ?? "", typed != saved ?? "" {
                let sentence = try changedCountry(to: saved, typed: typed, person, words, db)
                guard typed == form["was"] else { return sentence }
                try person.session.setFlash(db, Flash(sentence, kind: .info))
                return nil
            }
            let columns = Account.Columns.self
            // A new version, so that the people form detects the change.
            let changed = try Account.filter(key: person.accountID).updateAll(
                db, columns.country.set(to: Country.of(typed)), columns.version += 1, columns.updatedAt.set(to: settings.now()))
            if changed > 0 { try audit("account.country", person.account, person.visitor, db, isActor: true) }
            try person.session.setFlash(db, Flash(words("accounts.country.saved")))
            return nil
        }
        guard let changed else { return .redirect(to: "/admin/account") }
        return try await ownPage(request, person, countryError: changed, typedCountry: typed, status: .conflict)
    }

    /// Says who chose another country since the page was drawn, when, and which; and how to keep one's own where that was changed too.
    private func changedCountry(
        to saved: String?, typed: String, _ person: SignedIn, _ words: Words, _ db: Database
    ) throws -> String {
        let sql = """
            SELECT * FROM audit WHERE objectKind = 'account' AND objectID = ?
              AND (action = 'account.country' OR action = 'account.update' AND detail LIKE '%"country":%') ORDER BY id DESC LIMIT 1
            """
        let entry = try AuditEntry.fetchOne(db, sql: sql, arguments: [person.accountID])
        let isOwn = entry?.accountID == person.accountID
        let when = entry.map { words.language.saidMoment($0.at, now: settings.now(), in: settings.zone) } ?? ""
        func name(_ code: String) -> String { code.isEmpty ? words("accounts.country.none") : Country.name(code, words) }
        return words(
            isOwn ? "accounts.country.changedOwn" : "accounts.country.changed",
            ["who": entry?.actor ?? "", "when": when, "theirs": name(saved ?? ""), "mine": name(typed)])
    }
}
