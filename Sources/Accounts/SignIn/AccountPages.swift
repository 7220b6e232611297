import Foundation
import GRDB
import Hummingbird
import Web

public struct AccountPages: Sendable {
    let database: any DatabaseWriter
    let pages: Pages
    let passwords: Passwords
    let settings: AccountSettings
    let admin: @Sendable (SignedIn, Request) async throws -> Values

    /// `desk` gives the values of back-office pages (menu, scopes) for the account page.
    public init(
        database: any DatabaseWriter, pages: Pages, passwords: Passwords, settings: AccountSettings,
        admin: @escaping @Sendable (SignedIn, Request) async throws -> Values
    ) {
        self.database = database
        self.pages = pages
        self.passwords = passwords
        self.settings = settings
        self.admin = admin
    }

    /// Adds public routes to a group at `/` with `Sessions`.
    public func addVisitorRoutes(_ routes: RouterGroup<Visitor>) {
        routes.get("sign-in", use: showSignIn)
        routes.post("sign-in", use: signIn)
        routes.post("sign-out", use: signOut)
        routes.get("sign-in/factor", use: showSecondStep)
        routes.post("sign-in/factor", use: takeSecondStep)
        routes.post("sign-in/passkey", use: signInWithPasskey)
        // Each challenge is a row for up to five minutes, and the visitor is unknown.
        routes.group("sign-in/passkey/challenges").add(middleware: RateLimit(limit: 60, per: .seconds(300))).post("", use: challenge)
        routes.get("welcome/{token}", use: showWelcome)
        routes.post("welcome/{token}", use: welcome)
        routes.post("language", use: chooseLanguage)
    }

    /// Adds signed-in routes to a group at `/`.
    public func addSignedInRoutes(_ routes: RouterGroup<SignedIn>) {
        routes.get("admin/account", use: showOwn)
        routes.post("admin/account/password", use: changePassword)
        routes.post("admin/account/country", use: chooseCountry)
        routes.post("admin/account/sessions/{id}/ending", use: endSession)
        routes.post("admin/account/sessions/endings", use: endOtherSessions)
        FactorPages(accounts: self).addRoutes(to: routes)
    }

    /// Logs an event of an account. `isActor` is false when the visitor may not be the owner, as in a failed sign-in.
    func audit(
        _ action: String, _ account: Account?, _ visitor: Visitor, _ db: Database, isActor: Bool = false, detail: [String: String] = [:]
    ) throws {
        let actor = Actor(
            accountID: isActor ? account?.id : nil, name: isActor ? account?.name ?? "" : "", address: visitor.client.text,
            requestID: visitor.id)
        let object = account.flatMap { account in account.id.map { (kind: "account", id: $0, title: account.name) } }
        let day = try settings.keepsDaysOnly(account?.id, db) ? settings.day(of: settings.now()).start : nil
        try AuditEntry.write(db, action, by: actor, on: object, detail: detail, day: day)
    }
}
