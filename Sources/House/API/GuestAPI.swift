import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

typealias GuestRoute = APIRoute<GuestAPI.Handler>

/// The guests' JSON API below `/api/v1`, and the one address of the first app.
public struct GuestAPI: Sendable {
    enum Handler: Sendable {
        case guest(@Sendable (GuestPages, Request, GuestRequestContext) async throws -> Response)
        case door(@Sendable (GuestPages, Request, Visitor) async throws -> Response)
        case educator(@Sendable (GuestPages, Request, Caller) async throws -> Response)
        case either(@Sendable (GuestPages, Request, Visitor) async throws -> Response)
    }

    let guests: GuestPages
    let origin: SameOrigin
    let guesses = FailedTokenLog()
    /// Each guest's session may call so often in five minutes, as an educator's token may.
    let limit = RateLimit(limit: 1_500, per: .seconds(300), announcedAs: "guest") { _, visitor in
        ((visitor.person as? GuestPageVisitor)?.session?.id).map { "guest session \($0)" }
    }

    init(guests: GuestPages, publicURL: String?) { (self.guests, origin) = (guests, SameOrigin(publicOrigin: publicURL)) }

    static let groups: [(name: String, routes: [GuestRoute])] = [
        ("entry", GuestSessionAPI.routes), ("catalogue", GuestCatalogueAPI.routes),
        ("list", GuestListAPI.routes + RecipeToListAPI.routes + GuestNearShopsAPI.routes + GuestSyncAPI.routes),
        ("recipes", GuestRecipeAPI.routes), ("everyday", GuestMoneyAPI.routes + GuestClockAPI.routes + GuestPreferencesAPI.routes),
        ("notices", GuestNoticesAPI.routes + GuestDevicesAPI.routes), ("staff", GuestMessagesAPI.routes + GuestPictureAPI.routes),
    ]
}

extension GuestPages {
    /// Mounts the guests' JSON below `/api/v1`. `router` serves `/` and knows no signed-in person; `publicURL` is nil when unknown.
    public func addAPIRoutes(to router: RouterGroup<Visitor>, callers: Callers) {
        let api = GuestAPI(guests: self, publicURL: admin.publicURL)
        let house = router.add(middleware: SystemSwitch("house", of: admin))
        for route in GuestAPI.groups.flatMap(\.routes) { api.mount(route, on: house.group("api/v1"), callers) }
    }

    /// Mounts the addresses of the first app outside `/api/v1`, with the parameters of `addAPIRoutes`.
    public func addLegacyAppRoutes(to router: RouterGroup<Visitor>, callers: Callers) {
        let api = GuestAPI(guests: self, publicURL: admin.publicURL)
        let house = router.add(middleware: SystemSwitch("house", of: admin))
        LegacyAppAPI(guests: self).addRoutes(
            to: house, callers: LegacyAppCallers(api: api), pictures: GuestOrEducatorCallers(api: api, callers: callers))
    }
}

extension GuestAPI {
    fileprivate func mount(_ route: GuestRoute, on router: RouterGroup<Visitor>, _ callers: Callers) {
        switch route.handle {
        case .guest(let handle):
            router.add(middleware: GuestCallers(api: self)).add(middleware: limit).group(context: GuestRequestContext.self)
                .mount(route) { try await handle(guests, $0, $1) }
        case .door(let handle):
            router.add(middleware: DeviceCallers(api: self)).mount(route) { try await handle(guests, $0, $1) }
        case .educator(let handle):
            router.add(middleware: callers).add(middleware: Callers.limit()).group(context: Caller.self)
                .mount(route) { try await handle(guests, $0, $1) }
        case .either(let handle):
            router.add(middleware: GuestOrEducatorCallers(api: self, callers: callers)).mount(route) { try await handle(guests, $0, $1) }
        }
    }
}
