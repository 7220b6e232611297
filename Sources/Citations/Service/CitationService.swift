import Accounts
import Admin
import GRDB
import Hummingbird
import Web

typealias CitationRoute = APIRoute<CitationService.Handler>

/// The API for runs, works and tools, with the rights, log and undo of the pages.
public struct CitationService: Sendable {
    enum Handler: Sendable {
        case open(@Sendable (Request, Visitor, CitationService) async throws -> Response)
        case caller(@Sendable (Request, Caller, CitationService) async throws -> Response)
    }

    let admin: AdminContext
    let live: LiveSources
    private static let mostOpen = 120

    static let groups: [(name: String, routes: [CitationRoute])] = [
        ("tools", CitationToolAPI.routes),
        (
            "results",
            [
                RunResultAPI.routes, WorkAPI.routes, PageWorkAPI.routes, ExpressionAPI.routes, ExportAPI.routes, FavouriteAPI.routes,
                CitationSettingsAPI.routes, KeptDocumentAPI.routes,
            ].flatMap { $0 }
        ),
    ]

    public init(admin: AdminContext, live: LiveSources) { (self.admin, self.live) = (admin, live) }

    /// Adds the API to a group at `/api/v1/citations` without authentication.
    public func addRoutes(to router: RouterGroup<Visitor>, callers: Callers) {
        let system = router.add(middleware: SystemSwitch("citations", of: admin))
        let open = system.group().add(middleware: RateLimit(limit: Self.mostOpen, per: .seconds(60), announcedAs: "network"))
        let known = system.group().add(middleware: callers).add(middleware: Callers.limit()).group(context: Caller.self)
        for route in Self.groups.flatMap(\.routes) {
            switch route.handle {
            case .open(let handle): open.mount(route) { try await handle($0, $1, self) }
            case .caller(let handle): known.mount(route) { try await handle($0, $1, self) }
            }
        }
    }

    func words(_ visitor: Visitor) -> Words { admin.pages.words(for: visitor) }
    func words(_ caller: Caller) -> Words { admin.pages.words(for: caller.visitor) }
    func year(_ db: Database) throws -> Int { CivilTime(try db.transactionDate, in: admin.site.zone).year }

    func read(_ caller: Caller, _ answer: @escaping @Sendable (RunAnswer, Database) throws -> JSON) async throws -> Response {
        let (json, headers) = try await admin.database.read { db in
            let found = try RunAnswer(caller, Citations.seeing, db)
            return (try answer(found, db), found.headers)
        }
        return .json(json, headers: headers)
    }
}

extension Citations {
    public static func described(_ words: Words) -> [APIDescription.Group] {
        let service = APIService(at: "/api/v1/citations", texts: "citations.service", id: "citations-service")
        return CitationService.groups.map { name, routes in
            APIDescription.Group(
                tag: "citations.\(name)", title: words("citations.service.\(name).title"), text: words("citations.service.\(name).text"),
                operations: routes.map { route in
                    var operation = service.described(route, in: "citations.\(name)", words)
                    if case .open = route.handle { operation.security = [] }
                    return operation
                })
        }
    }
}
