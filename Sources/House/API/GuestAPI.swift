import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// The guests' pages for programs: the addresses J1 to J22 below `/api/v1`, and the one that the first app asked.
public struct GuestAPI: Sendable {
    let living: Living
    let origin: SameOrigin
    /// Each guest's session may call so often in five minutes, as an educator's token may.
    let limit = RateLimit(limit: 1_500, per: .seconds(300), announcedAs: "guest") { _, visitor in
        ((visitor.person as? Present)?.session?.id).map { "guest session \($0)" }
    }

    init(living: Living, publicURL: String?) { (self.living, origin) = (living, SameOrigin(publicOrigin: publicURL)) }

    var database: any DatabaseWriter { living.database }

    func words(_ visitor: Visitor) -> Words { living.pages.words(for: visitor) }
    func words(_ person: AtHome) -> Words { words(person.visitor) }

    /// Every address, in the order of the description.
    static let groups: [(name: String, routes: [GuestRoute])] = [
        ("entry", entryRoutes), ("catalogue", catalogueRoutes), ("list", listRoutes + syncRoutes), ("recipes", recipeRoutes),
        ("everyday", everydayRoutes), ("notices", noticeRoutes + deviceRoutes), ("staff", staffRoutes),
    ]
}

extension Living {
    /// Mounts the guests' JSON.
    /// - Parameters:
    ///   - router: stands at `/`; none of its middlewares knows who is signed in.
    ///   - callers: lets educators' programs in.
    ///   - publicURL: where visitors reach the site; nil when it is not known.
    public func addAPIRoutes(to router: RouterGroup<Visitor>, callers: Callers, publicURL: String?) {
        let api = GuestAPI(living: self, publicURL: publicURL)
        let house = router.add(middleware: SystemSwitch("house", of: desk))
        for route in GuestAPI.groups.flatMap(\.routes) { route.mount(on: house.group("api/v1"), api, callers) }
        // Where the lists say that pictures are.
        house.group("media").add(middleware: EitherCaller(api: api, callers: callers)).get("{file}") { request, visitor in
            try await api.picture(request, visitor)
        }
        house.add(middleware: OldAppCallers(api: api)).get("index.php") { request, visitor in
            try await api.oldProducts(request, visitor)
        }
    }
}

/// An address of the guests' JSON, with what its description needs beside it.
struct GuestRoute: Sendable {
    enum Handler: Sendable {
        case guest(@Sendable (GuestAPI, Request, AtHome) async throws -> Response)
        /// For whoever is at the door: the handler looks itself.
        case door(@Sendable (GuestAPI, Request, Visitor) async throws -> Response)
        case educator(@Sendable (GuestAPI, Request, Caller) async throws -> Response)
        case either(@Sendable (GuestAPI, Request, Visitor) async throws -> Response)
    }

    let method: HTTPRequest.Method
    /// Below `/api/v1`.
    let path: String
    /// The last part of its texts, `guestAPI.acts.<name>`, and of its operation's id.
    let name: String
    var query: [(name: String, schema: JSON)] = []
    /// Further parameters, as references to those of the description.
    var parameters: [String] = []
    var sent: JSON?
    var isSentOptional = false
    /// JSON, as `answered`.
    var example: String?
    var answer: JSON?
    var answerType = "application/json"
    var answered: String?
    var status: HTTPResponse.Status = .ok
    var headers: [String] = []
    var problems: [Int] = []
    let handle: Handler

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ handle: Handler, _ more: (inout GuestRoute) -> Void = { _ in }
    ) {
        (self.method, self.path, self.name, self.handle) = (method, path, name, handle)
        more(&self)
    }

    func mount(on router: RouterGroup<Visitor>, _ api: GuestAPI, _ callers: Callers) {
        let known = query.map(\.name)
        let path = RouterPath(path)
        let takesAll = answerType != "application/json"
        switch handle {
        case .guest(let handle):
            let inside = router.add(middleware: GuestCallers(api: api)).add(middleware: api.limit)
                .group(context: AtHome.self)
            (takesAll ? inside : inside.add(middleware: AcceptsJSON())).on(path, method: method) { request, person in
                _ = try APIQuery(request, knows: known)
                return try await handle(api, request, person)
            }
        case .door(let handle):
            router.add(middleware: DoorCallers(api: api)).add(middleware: AcceptsJSON()).on(path, method: method) {
                request, visitor in
                _ = try APIQuery(request, knows: known)
                return try await handle(api, request, visitor)
            }
        case .educator(let handle):
            router.add(middleware: callers).add(middleware: Callers.limit()).group(context: Caller.self).add(middleware: AcceptsJSON())
                .on(path, method: method) { request, caller in
                    _ = try APIQuery(request, knows: known)
                    return try await handle(api, request, caller)
                }
        case .either(let handle):
            router.add(middleware: EitherCaller(api: api, callers: callers)).on(path, method: method) { request, visitor in
                _ = try APIQuery(request, knows: known)
                return try await handle(api, request, visitor)
            }
        }
    }
}
