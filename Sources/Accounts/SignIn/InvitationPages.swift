import Foundation
import GRDB
import Hummingbird
import Web

private struct Invitation {
    let token: Token
    let account: Account?
    var email: String?

    static func find(_ token: Token, now: Date, roles: [Role], _ db: Database) throws -> Invitation? {
        guard let link = try OneTimeLink.find(token, now: now, db) else { return nil }
        if let id = link.accountID {
            guard let account = try Account.fetchOne(db, key: id), account.mayComeIn else { return nil }
            return Invitation(token: token, account: account, email: link.email)
        }
        // A command may have created an administrator since.
        return try FirstAdministrator.canSignIn(db, roles: roles) ? nil : Invitation(token: token, account: nil)
    }
}

private struct Answer {
    var name = ""
    var displayName = ""
    var country = ""
    var nameError: String?
    var displayNameError: String?
    var countryError: String?
    var passwordError: PasswordRules.Problem?

    var isGood: Bool { nameError == nil && displayNameError == nil && countryError == nil && passwordError == nil }

    init(_ account: Account?) { country = account?.country ?? "" }

    init(_ form: Form, for invitation: Invitation, rules: PasswordRules) {
        if invitation.account == nil {
            (name, displayName) = (form["name"], form["displayName"])
            nameError = Account.foldedKey(name) == nil ? "accounts.welcome.name-form" : nil
            if displayName.isEmpty { displayNameError = "accounts.welcome.display-name-missing" }
            if let flaw = TextRule.flaw(in: displayName, as: .name) { displayNameError = flaw.textKey }
            if displayName.unicodeScalars.count > 200 { displayNameError = "accounts.welcome.display-name-long" }
        }
        country = form.all("country").first ?? invitation.account?.country ?? ""
        if !country.isEmpty, Country.of(country) == nil { countryError = "accounts.country.unknown" }
        let names = invitation.account.map { [$0.key, $0.name] } ?? [name, displayName]
        passwordError = rules.problem(form.exact("password"), again: form.exact("passwordAgain"), names: names)
    }
}

struct InvitationPages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.get("welcome/{token}", use: showWelcome)
        routes.post("welcome/{token}", use: welcome)
    }

    func showWelcome(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let invitation = try await invitation(visitor) else { return try expiredPage(request, visitor) }
        return try welcomePage(invitation, Answer(invitation.account), request, visitor)
    }

    /// Stores the password without sign-in, so that a mistyped password shows while the link's author is near.
    func welcome(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let invitation = try await invitation(visitor) else { return try expiredPage(request, visitor) }
        let form = try await Form.read(request, limits: .small, judgesText: false)
        var answer = Answer(form, for: invitation, rules: PasswordRules(accounts.settings))
        if invitation.account == nil, answer.nameError == nil, try await isTaken(answer.name) {
            answer.nameError = "accounts.welcome.name-taken"
        }
        guard answer.isGood else { return try welcomePage(invitation, answer, request, visitor, status: .unprocessableContent) }
        let hash = try await accounts.passwords.hash(form.exact("password"))
        let isDone = try await accounts.database.write { [answer] db in
            // Read again, because the link may have been used while the password was hashed.
            guard let now = try find(invitation.token, db) else { return false }
            try OneTimeLink.filter(Column("tokenHash") == now.token.hash).deleteAll(db)
            if let account = now.account {
                try setPassword(hash, of: account, mailedTo: now.email, country: Country.of(answer.country), visitor, db)
            } else {
                try makeAdministrator(answer, hash, visitor, db)
            }
            return true
        }
        let name = invitation.account?.key ?? Account.foldedKey(answer.name) ?? ""
        return isDone ? .redirect(to: SignInPages.address(after: name)) : try expiredPage(request, visitor)
    }

    private func setPassword(
        _ hash: String, of account: Account, mailedTo email: String?, country: String?, _ visitor: Visitor, _ db: Database
    ) throws {
        let columns = Account.Columns.self
        try Account.filter(key: account.id).updateAll(db, columns.passwordHash.set(to: hash), columns.country.set(to: country))
        try Session.all().of(account.id!).deleteAll(db)
        try Factors.endTrust(account.id!, db)
        try Attempts.forget(account.key, db)
        try OneTimeLink.all().of(account.id!).deleteAll(db)
        try KnownBrowser.forget(of: account.id!, db)
        try accounts.audit("account.link-used", account, visitor, db, isActor: true)
        if let email { try AccountEmail.confirm(email, of: account.id!, at: accounts.settings.now(), db) }
        try accounts.post(account.passwordHash == nil ? .welcome : .passwordChanged, account, db)
    }

    private func isTaken(_ name: String) async throws -> Bool {
        try await accounts.database.read { db in try !Account.all().named(name).isEmpty(db) }
    }

    private func makeAdministrator(_ answer: Answer, _ hash: String, _ visitor: Visitor, _ db: Database) throws {
        var account = Account(
            key: Account.foldedKey(answer.name)!, name: answer.displayName, passwordHash: hash, country: Country.of(answer.country),
            createdAt: accounts.settings.now())
        try account.insert(db)
        let role = accounts.settings.roles.first { $0.scope == nil && $0.grants.contains("*") }?.name ?? "administrator"
        try RoleAssignment(accountID: account.id!, role: role).insert(db)
        try accounts.audit("account.first", account, visitor, db, isActor: true)
    }

    private func invitation(_ visitor: Visitor) async throws -> Invitation? {
        guard let token = visitor.parameters.get("token").flatMap({ Token(sent: $0) }) else { return nil }
        return try await accounts.database.read { db in try find(token, db) }
    }

    private func find(_ token: Token, _ db: Database) throws -> Invitation? {
        try Invitation.find(token, now: accounts.settings.now(), roles: accounts.settings.roles, db)
    }

    private func welcomePage(
        _ invitation: Invitation, _ answer: Answer, _ request: Request, _ visitor: Visitor, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = accounts.pages.words(for: visitor)
        let heading =
            invitation.account.map { words("accounts.welcome.password-heading", ["name": $0.name]) }
            ?? words("accounts.welcome.first-heading")
        return try secretPage(
            [
                "title": heading, "heading": heading, "action": "/welcome/\(invitation.token.text)", "asksName": invitation.account == nil,
                "name": invitation.account?.key ?? answer.name, "displayName": invitation.account?.name ?? answer.displayName,
                "nameError": answer.nameError.map { words($0) } ?? false,
                "displayNameError": answer.displayNameError.map { words($0) } ?? false,
                "countries": Country.choices(words, chosen: [answer.country]),
                "countryError": answer.countryError.map { words($0) } ?? false,
                "passwordError": answer.passwordError.map { words($0) } ?? false, "expired": false,
            ], request, visitor, status: status)
    }

    /// The same answer for used, replaced, expired and invented links.
    private func expiredPage(_ request: Request, _ visitor: Visitor) throws -> Response {
        let heading = accounts.pages.words(for: visitor)("accounts.welcome.expired-heading")
        return try secretPage(
            [
                "title": heading, "heading": heading, "action": "", "asksName": false, "name": "", "displayName": "", "nameError": false,
                "displayNameError": false,
                "countries": false, "countryError": false, "passwordError": false, "expired": true,
            ], request, visitor, status: .gone)
    }

    /// The address is secret: not cached and sent in no referrer.
    private func secretPage(_ values: Values, _ request: Request, _ visitor: Visitor, status: HTTPResponse.Status) throws -> Response {
        var page = try accounts.pages.page("accounts/sign-in/welcome", values, for: visitor, request: nil, status: status)
        page.markSecret()
        page.headers[.init("Referrer-Policy")!] = "no-referrer"
        return page
    }
}

extension Words {
    func callAsFunction(_ problem: PasswordRules.Problem) -> String { self("accounts.password.\(problem.rawValue)") }
}
