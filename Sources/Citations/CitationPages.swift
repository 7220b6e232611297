import Accounts
import Admin
import Hummingbird
import Web

public struct CitationPages: Sendable {
    private let admin: AdminContext
    private let live: LiveSources

    public init(admin: AdminContext, live: LiveSources) { (self.admin, self.live) = (admin, live) }

    public func addRoutes(to router: RouterGroup<Visitor>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: admin))
        let classroom = ClassroomPages(admin: admin)
        classroom.addRoutes(to: own)
        XPathLessonPages(classroom: classroom).addRoutes(to: own)
        ExercisePages(classroom: classroom).addRoutes(to: own)
        OwnLessonPages(classroom: classroom).addRoutes(to: own)
        ClassPages(admin: admin).addRoutes(to: own)
        ProfilePages(admin: admin).addRoutes(to: own)
    }

    public func addAdminRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("citations").add(middleware: SystemSwitch("citations", of: admin))
        Overview(admin: admin).addRoutes(to: own)
        Favourites(admin: admin).addRoutes(to: own)
        ComparisonPages(admin: admin).addRoutes(to: own)
        AllWorks(admin: admin).addRoutes(to: own)
        NewRunPages(admin: admin, live: live).addRoutes(to: own)
        SettingsPages(admin: admin, live: live).addRoutes(to: own)
        KeptDocumentPages(admin: admin, live: live).addRoutes(to: own)
        LayoutPages(admin: admin).addRoutes(to: own)
        ClassPages(admin: admin).addAdminRoutes(to: own)
        let (runs, run) = (RunContext(admin: admin, live: live), own.group("runs/{id}"))
        RunResultPages(runs: runs).addRoutes(to: run)
        ExpressionPages(runs: runs).addRoutes(to: run)
        DecisionPages(runs: runs).addRoutes(to: run)
        SureAnswerPages(runs: runs).addRoutes(to: run)
        DuplicatePages(runs: runs).addRoutes(to: run)
        WorkPages(runs: runs).addRoutes(to: run)
        PageWorkPages(runs: runs).addRoutes(to: run)
        ProfilePublicationPages(runs: runs).addRoutes(to: run)
        SourcePages(runs: runs).addRoutes(to: run)
        ColumnPages(runs: runs).addRoutes(to: run)
        ExportPages(runs: runs).addRoutes(to: run)
    }
}
