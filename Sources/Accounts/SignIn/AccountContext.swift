import Foundation
import GRDB
import Hummingbird
import Web

public struct AccountContext: Sendable {
    let database: any DatabaseWriter
    let pages: Pages
    let passwords: Passwords
    let settings: AccountSettings
    let mailbox: AccountMailbox
    let admin: @Sendable (SignedIn, Request) async throws -> Values

    /// `admin` gives the values of back-office pages (menu, scopes) for the account page.
    public init(
        database: any DatabaseWriter, pages: Pages, passwords: Passwords, settings: AccountSettings,
        mailbox: AccountMailbox = .closed,
        admin: @escaping @Sendable (SignedIn, Request) async throws -> Values
    ) {
        self.database = database
        self.pages = pages
        self.passwords = passwords
        self.settings = settings
        self.mailbox = mailbox
        self.admin = admin
    }

    /// Adds public routes to a group at `/` with `Sessions`.
    public func addVisitorRoutes(_ routes: RouterGroup<Visitor>) {
        SignInPages(accounts: self).addRoutes(to: routes)
        SignOutPages(accounts: self).addRoutes(to: routes)
        SecondStepPages(accounts: self).addRoutes(to: routes)
        PasskeySignInPages(accounts: self).addRoutes(to: routes)
        InvitationPages(accounts: self).addRoutes(to: routes)
        ForgottenPasswordPages(accounts: self).addRoutes(to: routes)
        EmailLinkPages(accounts: self).addRoutes(to: routes)
        LanguagePages(accounts: self).addRoutes(to: routes)
    }

    public func addSignedInRoutes(_ routes: RouterGroup<SignedIn>) {
        OwnAccountPages(accounts: self).addRoutes(to: routes)
        PasswordChangePages(accounts: self).addRoutes(to: routes)
        OwnEmailPages(accounts: self).addRoutes(to: routes)
        OwnSessionPages(accounts: self).addRoutes(to: routes)
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

    func waiting(_ seconds: Int, _ visitor: Visitor) -> String {
        let words = pages.words(for: visitor)
        return seconds <= 90
            ? words("accounts.sign-in.wait-seconds", count: seconds) : words("accounts.sign-in.wait-minutes", count: (seconds + 59) / 60)
    }

    func destination(_ next: String) -> String { SafePath.local(next) ?? "/admin" }

    /// Whether the password is right; takes the same time without an account.
    func isRight(_ password: String, of account: Account?, attempt: Int64) async throws -> Bool {
        do {
            let hash = account?.mayComeIn == true ? account?.passwordHash : nil
            return try await passwords.verify(password, against: hash)
        } catch {
            try await database.write { db in try Attempts.withdraw(attempt, db) }
            throw error
        }
    }

    /// Wrong current passwords count as sign-in attempts, so that an unlocked device does not allow guessing.
    func beginAttempt(_ person: SignedIn) async throws -> Attempts.Verdict {
        try await database.write { [settings] db in
            let verdict = try Attempts.begin(person.account.key, from: person.visitor.client.network, at: settings.now(), db)
            if case .wait(_, isNews: true) = verdict { try audit("sign-in.limited", person.account, person.visitor, db, isActor: true) }
            return verdict
        }
    }

    /// Clears caches and script storage on shared computers. Not "cookies": the language stays; the session's is cleared apart.
    func signedOut() -> Response {
        var response = Response.redirect(to: "/sign-in")
        SessionCookie(settings).clear(in: &response)
        response.headers[.init("Clear-Site-Data")!] = #""cache", "storage""#
        return response
    }
}
