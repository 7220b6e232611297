import Accounts
import Admin
import Hummingbird
import Web

/// The pages of alerts and calendars for visitors and editors.
public struct CampusNotices: Sendable {
    private let admin: AdminContext

    static let rights: [Permission] = [
        "campus.alerts.*", "campus.alert-categories.*", "campus.alert-templates.*", "campus.calendars.*", "campus.events.*",
        "campus.exam-sessions.*",
        "admin.audit.see",
    ]

    public init(admin: AdminContext) { self.admin = admin }

    public func addRoutes(to router: RouterGroup<Visitor>) {
        let campus = router.group("campus").add(middleware: SystemSwitch("campus", of: admin))
        let (alerts, events) = (AlertPages(admin: admin), EventPages(admin: admin))
        alerts.addRoutes(to: campus)
        CalendarPages(admin: admin).addRoutes(to: campus)
        events.addRoutes(to: campus)
        AgendaPages(admin: admin).addRoutes(to: campus)
        let subscriptions = SubscriptionPages(admin: admin, alerts: alerts, events: events)
        subscriptions.addRoutes(to: campus)
        FollowingPages(subscriptions: subscriptions).addRoutes(to: campus)
        MailLinkPages(admin: admin).addRoutes(to: campus)
        CampusAPI(admin: admin).addRoutes(to: campus)
    }

    public func addAdminRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("campus").add(middleware: SystemSwitch("campus", of: admin))
        PublicationPages(admin: admin).addRoutes(to: own)
        QuickAlertPages(admin: admin).addRoutes(to: own)
        ConflictPage(admin: admin).addRoutes(to: own)
        AcademicCalendarPages(admin: admin).addRoutes(to: own)
        ExamRegisterPage(admin: admin).addRoutes(to: own)
        ExamSignUpChartPage(admin: admin).addRoutes(to: own)
        EventRepetitionPages(admin: admin).addRoutes(to: own)
        BrokenLinksPage(admin: admin).addRoutes(to: own)
        NumbersPage(admin: admin).addRoutes(to: own)
        FeedPages(admin: admin).addRoutes(to: own)
        NumberSourcePages(admin: admin).addRoutes(to: own)
        LessonPages(admin: admin).addRoutes(to: own)
    }
}
