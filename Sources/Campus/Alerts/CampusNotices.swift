import Accounts
import Admin
import Hummingbird
import Web

/// What the university tells: alerts and calendars, for visitors and for those who keep them.
public struct CampusNotices: Sendable {
    private let desk: Desk

    /// What the editors of alerts and calendars may do.
    static let rights: [Permission] = [
        "campus.alerts.*", "campus.alert-categories.*", "campus.calendars.*", "campus.events.*", "campus.exam-sessions.*",
        "admin.audit.see",
    ]

    public init(desk: Desk) { self.desk = desk }

    /// Mounts the pages for everybody; the group stands at `/`.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let campus = router.group("campus").add(middleware: SystemSwitch("campus", of: desk))
        let (alerts, calendars) = (AlertPages(desk: desk), CalendarPages(desk: desk))
        alerts.addRoutes(to: campus)
        calendars.addRoutes(to: campus)
        WayPages(desk: desk, alerts: alerts, events: calendars).addRoutes(to: campus)
        LetterPages(desk: desk).addRoutes(to: campus)
        CampusAPI(desk: desk).addRoutes(to: campus)
    }

    /// Mounts the pages of the back office; the group stands at `/admin`.
    public func addDeskRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("campus").add(middleware: SystemSwitch("campus", of: desk))
        PublicationPages(desk: desk).addRoutes(to: own)
        own.get("conflicts", use: ConflictPage(desk: desk).show)
        own.get("broken-links", use: BrokenLinksPage(desk: desk).show)
        own.get("numbers", use: NumbersPage(desk: desk).show)
        FeedPages(desk: desk).addRoutes(to: own)
        LessonPages(desk: desk).addRoutes(to: own)
    }
}
