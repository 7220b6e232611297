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
        case guest(@Sendable (GuestAPI, Request, GuestRequestContext) async throws -> Response)
        case door(@Sendable (GuestAPI, Request, Visitor) async throws -> Response)
        case educator(@Sendable (GuestAPI, Request, Caller) async throws -> Response)
        case either(@Sendable (GuestAPI, Request, Visitor) async throws -> Response)
    }

    let living: GuestPages
    let origin: SameOrigin
    let guesses = TokenGuesses()
    /// Each guest's session may call so often in five minutes, as an educator's token may.
    let limit = RateLimit(limit: 1_500, per: .seconds(300), announcedAs: "guest") { _, visitor in
        ((visitor.person as? GuestPageVisitor)?.session?.id).map { "guest session \($0)" }
    }

    init(living: GuestPages, publicURL: String?) { (self.living, origin) = (living, SameOrigin(publicOrigin: publicURL)) }

    var database: any DatabaseWriter { living.database }

    func words(_ visitor: Visitor) -> Words { living.pages.words(for: visitor) }
    func words(_ person: GuestRequestContext) -> Words { words(person.visitor) }

    static let groups: [(name: String, routes: [GuestRoute])] = [
        ("entry", entryRoutes), ("catalogue", catalogueRoutes), ("list", listRoutes + syncRoutes), ("recipes", recipeRoutes),
        ("everyday", everydayRoutes), ("notices", noticeRoutes + deviceRoutes), ("staff", staffRoutes),
    ]
}

extension GuestPages {
    /// Mounts the guests' JSON below `/api/v1`. `router` serves `/` and knows no signed-in person; `publicURL` is nil when unknown.
    public func addAPIRoutes(to router: RouterGroup<Visitor>, callers: Callers, publicURL: String?) {
        let api = GuestAPI(living: self, publicURL: publicURL)
        let house = router.add(middleware: SystemSwitch("house", of: admin))
        for route in GuestAPI.groups.flatMap(\.routes) { api.mount(route, on: house.group("api/v1"), callers) }
    }

    /// Mounts the addresses of the first app outside `/api/v1`, with the parameters of `addAPIRoutes`.
    public func addOldAppRoutes(to router: RouterGroup<Visitor>, callers: Callers, publicURL: String?) {
        let api = GuestAPI(living: self, publicURL: publicURL)
        let house = router.add(middleware: SystemSwitch("house", of: admin))
        // The lists point to pictures at this address.
        house.group("media").add(middleware: EitherCaller(api: api, callers: callers)).get("{file}") { request, visitor in
            try await api.picture(request, visitor)
        }
        house.add(middleware: OldAppCallers(api: api)).get("index.php") { request, visitor in
            try await api.oldProducts(request, visitor)
        }
    }
}

extension GuestAPI {
    fileprivate func mount(_ route: GuestRoute, on router: RouterGroup<Visitor>, _ callers: Callers) {
        switch route.handle {
        case .guest(let handle):
            router.add(middleware: GuestCallers(api: self)).add(middleware: limit).group(context: GuestRequestContext.self)
                .mount(route) { try await handle(self, $0, $1) }
        case .door(let handle):
            router.add(middleware: DoorCallers(api: self)).mount(route) { try await handle(self, $0, $1) }
        case .educator(let handle):
            router.add(middleware: callers).add(middleware: Callers.limit()).group(context: Caller.self)
                .mount(route) { try await handle(self, $0, $1) }
        case .either(let handle):
            router.add(middleware: EitherCaller(api: self, callers: callers)).mount(route) { try await handle(self, $0, $1) }
        }
    }
}
