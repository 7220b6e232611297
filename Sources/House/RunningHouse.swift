import Accounts
import Admin
import Hummingbird
import Web

struct RunningHouse: RunningModule {
    let guests: GuestPages

    init(_ context: ModuleContext) {
        guests = GuestPages(
            admin: context.admin, passwords: context.passwords, secureCookie: context.accounts.secureCookie,
            push: Push(context.settings[Push.Settings.self] ?? .init()), assets: context.assets)
    }

    var jobs: [JobKind] { [guests.push.kind, guests.push.timerKind] }
    var errorFrames: [Substring: any ErrorFrame] { ["house": guests] }

    func addOpenRoutes(to router: Router<Visitor>, callers: Callers) { guests.addLegacyAppRoutes(to: router.group(), callers: callers) }
    func addVisitorRoutes(to router: RouterGroup<Visitor>) { guests.addRoutes(to: router) }
    func addAdminRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) { guests.addAdminRoutes(to: router, proof: proof) }
    func addAPIRoutes(to router: Router<Visitor>, callers: Callers) { guests.addAPIRoutes(to: router.group(), callers: callers) }
}
