import Accounts
import Admin
import Hummingbird
import Web

struct RunningQuestionnaires: RunningModule {
    let questionnaires: QuestionnairePages
    let uniwebErrors: UniwebErrors

    init(_ context: ModuleContext) {
        questionnaires = QuestionnairePages(admin: context.admin)
        uniwebErrors = UniwebErrors(pages: context.admin.pages)
    }

    var errorFrames: [Substring: any ErrorFrame] { ["ws": uniwebErrors] }

    func addOpenRoutes(to router: Router<Visitor>, callers: Callers) {
        // Twice: refusals of callers are drawn in their language, those at the door in the visitor's.
        let wire = router.group("ws").add(middleware: uniwebErrors).add(middleware: callers).add(middleware: uniwebErrors)
            .add(middleware: Callers.limit())
        questionnaires.addUniwebRoutes(to: wire)
    }

    func addVisitorRoutes(to router: RouterGroup<Visitor>) { questionnaires.addOpenRoutes(to: router) }
    func addSignedInRoutes(to router: RouterGroup<SignedIn>) { questionnaires.addRoutes(to: router) }
    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) { questionnaires.addAdminRoutes(to: router) }
}
