import Accounts
import Admin
import Hummingbird
import Web

/// The addresses of the system that no resource gives.
public struct CitationPages: Sendable {
    private let desk: Desk
    private let live: LiveSources

    public init(desk: Desk, live: LiveSources) { (self.desk, self.live) = (desk, live) }

    /// Mounts the pages for everybody; the group stands at `/`.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: desk))
        TeachingPages(desk: desk).addRoutes(to: own)
        ClassPages(desk: desk).addRoutes(to: own)
        own.get("authors/{id}", use: ProfilePages(desk: desk).show)
    }

    /// Mounts the researchers' pages; the group stands at `/admin`.
    public func addDeskRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: desk))
        own.get("overview", use: Overview(desk: desk).show)
        own.post("authors/{id}/favourite", use: Favourites(desk: desk).choose)
        own.get("comparison", use: ComparisonPages(desk: desk).show)
        own.get("works", use: AllWorks(desk: desk).show)
        own.get("works.csv", use: AllWorks(desk: desk).file)
        own.get("new-run", use: NewRunPages(desk: desk, live: live).show)
        own.post("new-run", use: NewRunPages(desk: desk, live: live).make)
        own.get("settings", use: SettingsPages(desk: desk, live: live).show)
        own.post("settings", use: SettingsPages(desk: desk, live: live).save)
        KeptDocumentPages(desk: desk, live: live).addRoutes(to: own)
        own.get("layouts/{id}/trial", use: LayoutPages(desk: desk).show)
        ClassPages(desk: desk).addDeskRoutes(to: own)
        ResultPages(desk: desk, live: live).addRoutes(to: own)
    }
}
