import Accounts
import Admin
import Hummingbird
import Web

struct RunningStories: RunningModule {
    let stories: StoryPages
    let moderation: ModerationPages

    init(_ context: ModuleContext) throws {
        let photos = try context.admin.pictures.store(for: Stories.photos)
        stories = StoryPages(admin: context.admin, passwords: context.passwords, accounts: context.accounts, photos: photos)
        moderation = ModerationPages(admin: context.admin, photos: photos)
    }

    var errorFrames: [Substring: any ErrorFrame] { ["stories": stories] }

    func addVisitorRoutes(to router: RouterGroup<Visitor>) { stories.addRoutes(to: router) }
    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) { moderation.addRoutes(to: router, proof: proof) }

    func addAPIRoutes(to router: Router<Visitor>, callers: Callers) {
        moderation.addServiceRoutes(to: router.group("api/admin").add(middleware: callers).add(middleware: Callers.limit()))
    }
}
