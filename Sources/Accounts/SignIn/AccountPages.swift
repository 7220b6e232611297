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
    let desk: @Sendable (SignedIn, Request) async throws -> [String: Any]

    /// - Parameter desk: what every back-office page shows (menu, scopes), for the page of one's own account.
    public init(
        database: any DatabaseWriter, pages: Pages, passwords: Passwords, settings: AccountSettings,
        desk: @escaping @Sendable (SignedIn, Request) async throws -> [String: Any]
    ) {
        self.database = database
        self.pages = pages
        self.passwords = passwords
        self.settings = settings
        self.desk = desk
    }

    /// Routes open to everybody; the group needs `Sessions` and stands at `/`.
    public func addVisitorRoutes(_ routes: RouterGroup<Visitor>) {
    }

    /// Routes of whoever is signed in; the group stands at `/` too.
    public func addSignedInRoutes(_ routes: RouterGroup<SignedIn>) {
    }
}
