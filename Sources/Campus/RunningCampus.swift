import Accounts
import Admin
import Hummingbird
import Web

struct RunningCampus: RunningModule {
    let campus: CampusPages
    let notices: CampusNotices
    let counts = CampusVisits()
    private let examSystem: ExamSystem?

    init(_ context: ModuleContext) {
        campus = CampusPages(admin: context.admin, secureCookie: context.accounts.secureCookie)
        notices = CampusNotices(admin: context.admin)
        examSystem = context.settings[ExamSystem.self]
    }

    var jobs: [JobKind] { [counts.kind] }
    var errorFrames: [Substring: any ErrorFrame] { ["campus": campus] }
    var visits: VisitMeter? { counts.meter }

    func addVisitorRoutes(to router: RouterGroup<Visitor>) {
        notices.addRoutes(to: router)
        campus.addRoutes(to: router)
    }

    func addSignedInRoutes(to router: RouterGroup<SignedIn>) {
        ExamSignUpPages(admin: campus.admin, system: examSystem).addRoutes(to: router)
    }

    func addAPIRoutes(to router: Router<Visitor>, callers: Callers) {
        AlertPublicationAPI(admin: campus.admin).addRoutes(to: router.group("api/v1/campus"), callers: callers)
    }

    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) { notices.addAdminRoutes(to: router) }

    func stop() async throws { try await counts.keep(campus.admin) }
}
