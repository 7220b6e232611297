import Foundation
import GRDB
import Hummingbird
import Web

/// The pages of signing in and of one's own account.
public struct AccountPages: Sendable {
    let database: any DatabaseWriter
    let pages: Pages
    let passwords: Passwords
    let settings: AccountSettings
    let admin: @Sendable (SignedIn, Request) async throws -> Values

    /// - Parameter desk: what every back-office page shows (menu, scopes), for the page of one's own account.
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

    /// Routes open to everybody; the group needs `Sessions` and stands at `/`.
    public func addVisitorRoutes(_ routes: RouterGroup<Visitor>) {
        routes.get("sign-in", use: showSignIn)
        routes.post("sign-in", use: signIn)
        routes.post("sign-out", use: signOut)
        routes.get("sign-in/factor", use: showSecondStep)
        routes.post("sign-in/factor", use: takeSecondStep)
        routes.post("sign-in/passkey", use: signInWithPasskey)
        // Each is a row until it is used or five minutes old, and nobody is known yet.
        routes.group("sign-in/passkey/challenges").add(middleware: RateLimit(limit: 60, per: .seconds(300))).post("", use: challenge)
        routes.get("welcome/{token}", use: showWelcome)
        routes.post("welcome/{token}", use: welcome)
        routes.post("language", use: chooseLanguage)
    }

    /// Routes of whoever is signed in; the group stands at `/` too.
    public func addSignedInRoutes(_ routes: RouterGroup<SignedIn>) {
        routes.get("admin/account", use: showOwn)
        routes.post("admin/account/password", use: changePassword)
        routes.post("admin/account/country", use: chooseCountry)
        routes.post("admin/account/sessions/{id}/ending", use: endSession)
        routes.post("admin/account/sessions/endings", use: endOtherSessions)
        FactorPages(accounts: self).addRoutes(to: routes)
    }

    /// Writes what happened to an account.
    /// - Parameter isActor: whether the visitor is known to be the account's owner. A failed sign-in was tried by nobody we know.
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
