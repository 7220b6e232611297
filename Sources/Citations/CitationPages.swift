import Accounts
import Admin
import Hummingbird
import Web

/// The routes that no resource provides.
public struct CitationPages: Sendable {
    private let admin: AdminContext
    private let live: LiveSources

    public init(admin: AdminContext, live: LiveSources) { (self.admin, self.live) = (admin, live) }

    /// Adds the public pages to a group at `/`.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: admin))
        ClassroomPages(admin: admin).addRoutes(to: own)
        ClassPages(admin: admin).addRoutes(to: own)
        own.get("authors/{id}", use: ProfilePages(admin: admin).show)
    }

    /// Adds the researchers' pages to a group at `/admin`.
    public func addDeskRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: admin))
        own.get("overview", use: Overview(admin: admin).show)
        own.post("authors/{id}/favourite", use: Favourites(admin: admin).choose)
        own.get("comparison", use: ComparisonPages(admin: admin).show)
        own.get("works", use: AllWorks(admin: admin).show)
        own.get("works.csv", use: AllWorks(admin: admin).file)
        own.get("new-run", use: NewRunPages(admin: admin, live: live).show)
        own.post("new-run", use: NewRunPages(admin: admin, live: live).make)
        own.get("settings", use: SettingsPages(admin: admin, live: live).show)
        own.post("settings", use: SettingsPages(admin: admin, live: live).save)
        KeptDocumentPages(admin: admin, live: live).addRoutes(to: own)
        own.get("layouts/{id}/trial", use: LayoutPages(admin: admin).show)
        ClassPages(admin: admin).addDeskRoutes(to: own)
        RunResultPages(admin: admin, live: live).addRoutes(to: own)
    }
}
