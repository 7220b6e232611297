import Foundation
import GRDB
import Hummingbird
import Web

struct OwnAccountPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<SignedIn>) {
        routes.get("admin/account", use: showOwn)
        routes.post("admin/account/country", use: chooseCountry)
    }

    func showOwn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await ownPage(request, person)
    }

    func ownPage(
        _ request: Request, _ person: SignedIn, passwordError: String? = nil, newPasswordError: String? = nil,
        countryError: String? = nil, typedCountry: String? = nil, email: OwnEmailPages.Typed? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (sessions, mail) = try await accounts.database.read { db in
            (
                try Session.all().of(person.accountID).live(accounts.settings).order(Session.Columns.seenAt.desc).fetchAll(db),
                try mailValues(email, person, db)
            )
        }
        let words = accounts.pages.words(for: person.visitor)
        let (now, language) = (accounts.settings.now(), person.language)
        let keepsDaysOnly = accounts.settings.keepsDaysOnly(person.grants)
        var values = try await accounts.admin(person, request)
        values["title"] = words("accounts.mine.title")
        values["displayName"] = person.account.name
        values["name"] = person.account.key
        values["passwordError"] = passwordError ?? false
        values["newPasswordError"] = newPasswordError ?? false
        values["countryError"] = countryError ?? false
        values["countries"] = Country.choices(words, chosen: Set([typedCountry ?? person.account.country].compactMap(\.self)))
        values["country"] = person.account.country ?? ""
        values["mail"] = mail
        values["sessions"] = sessions.map { session -> Values in
            [
                "id": session.id ?? 0, "device": session.device.isEmpty ? words("accounts.mine.unknown-device") : session.device,
                "address": session.address,
                "started": keepsDaysOnly
                    ? language.date(session.createdAt, in: accounts.settings.zone)
                    : language.relativeMoment(session.createdAt, now: now, in: accounts.settings.zone),
                "seen": keepsDaysOnly
                    ? language.date(session.seenAt - 1, in: accounts.settings.zone)
                    : language.relativeMoment(session.seenAt, now: now, in: accounts.settings.zone),
                "current": session.id == person.session.id,
            ]
        }
        return try accounts.pages.page("accounts/sign-in/mine", values, for: person.visitor, request: request, status: status)
    }

    private func mailValues(_ typed: OwnEmailPages.Typed?, _ person: SignedIn, _ db: Database) throws -> Values {
        let words = accounts.pages.words(for: person.visitor)
        let known = try AccountEmail.of(person.accountID, db)
        let asked = try EmailLink.waiting(person.accountID, at: accounts.settings.now(), db)
        let isOpen = try accounts.mailbox.isOpen(db)
        let state =
            known.map { words("accounts.email.\($0.confirmedAt == nil ? "unconfirmed" : "confirmed")", ["address": $0.address]) }
            ?? words("accounts.email.none")
        return [
            "address": typed?.address ?? asked ?? known?.address ?? "", "state": state,
            "isConfirmed": known?.confirmedAt != nil, "error": typed?.error ?? false, "passwordError": typed?.passwordError ?? false,
            "waiting": asked.map { words("accounts.email.waiting", ["address": $0]) } ?? false,
            "closed": isOpen ? false : words("accounts.email.siteSendsNothing"),
        ]
    }

    func chooseCountry(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        let typed = form["country"]
        let words = accounts.pages.words(for: person.visitor)
        guard typed.isEmpty || Country.of(typed) != nil else {
            return try await ownPage(request, person, countryError: words("accounts.country.unknown"), status: .unprocessableContent)
        }
        let changed = try await accounts.database.write { db -> String? in
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
                db, columns.country.set(to: Country.of(typed)), columns.version += 1, columns.updatedAt.set(to: accounts.settings.now()))
            if changed > 0 { try accounts.audit("account.country", person.account, person.visitor, db, isActor: true) }
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
        let when = entry.map { words.language.relativeMoment($0.at, now: accounts.settings.now(), in: accounts.settings.zone) } ?? ""
        func name(_ code: String) -> String { code.isEmpty ? words("accounts.country.none") : Country.name(code, words) }
        return words(
            isOwn ? "accounts.country.changedOwn" : "accounts.country.changed",
            ["who": entry?.actor ?? "", "when": when, "theirs": name(saved ?? ""), "mine": name(typed)])
    }
}
