import Accounts
import Admin
import Hummingbird
import Web

struct RunningCitations: RunningModule {
    let admin: AdminContext
    let live: LiveSources

    init(_ context: ModuleContext) {
        admin = context.admin
        live = LiveSources(permitted: context.settings[HostList.self], neighbours: admin.neighbours)
    }

    var jobs: [JobKind] { [live.kind] }
    private var pages: CitationPages { CitationPages(admin: admin, live: live) }

    func addVisitorRoutes(to router: RouterGroup<Visitor>) { pages.addRoutes(to: router) }
    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) { pages.addAdminRoutes(to: router) }

    func addAPIRoutes(to router: Router<Visitor>, callers: Callers) {
        CitationService(admin: admin, live: live).addRoutes(to: router.group("api/v1/citations"), callers: callers)
    }
}
