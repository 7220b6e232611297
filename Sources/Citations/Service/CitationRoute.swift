import Accounts
import Admin
import HTTPTypes
import Hummingbird
import Web

/// An address of the system's web service, with what is said of it beside it.
struct CitationRoute: Sendable {
    enum Handler: Sendable {
        /// For everybody: it keeps nothing.
        case open(@Sendable (Request, Visitor, CitationService) async throws -> Response)
        /// For researchers; what of the right is asked for stands in the handler.
        case caller(@Sendable (Request, Caller, CitationService) async throws -> Response)
    }

    let method: HTTPRequest.Method
    /// Below `/api/v1/citations`.
    let path: String
    /// Its own name, and where its texts lie: `citations.service.acts.<name>`.
    let name: String
    var query: [(name: String, schema: JSON)] = []
    /// JSON Schemas of what is sent and of what comes back.
    var sent: JSON?
    let answer: JSON
    var answerType = "application/json"
    var status: HTTPResponse.Status = .ok
    /// Of the answer.
    var headers: [String] = []
    /// Whether it names the state that it changes, in `If-Match`.
    var needsMatch = false
    /// Statuses of the problems it may have beside those that every address has.
    var problems: [Int] = []
    let handle: Handler

    static let all = tools + runs + works + expressions + exports
}

/// Runs, works and tools for programs: the acts of the pages with the same rights, log and undoing.
public struct CitationService: Sendable {
    let desk: Desk
    /// Requests of one network to the tools in a minute.
    private static let mostOpen = 120

    public init(desk: Desk) { self.desk = desk }

    /// Mounts the web service; the group stands at `/api/v1/citations` and knows nobody yet.
    public func addRoutes(to router: RouterGroup<Visitor>, callers: Callers) {
        let system = router.add(middleware: SystemSwitch("citations", of: desk))
        let open = system.group().add(middleware: RateLimit(limit: Self.mostOpen, per: .seconds(60), announcedAs: "network"))
            .add(middleware: AcceptsJSON())
        let known = system.group().add(middleware: callers).add(middleware: Callers.limit()).group(context: Caller.self)
        for route in CitationRoute.all { mount(route, open, known) }
    }

    private func mount(_ route: CitationRoute, _ open: RouterGroup<Visitor>, _ known: RouterGroup<Caller>) {
        let (path, names) = (RouterPath(route.path), route.query.map(\.name))
        switch route.handle {
        case .open(let handle):
            open.on(path, method: route.method) { request, visitor in
                _ = try APIQuery(request, knows: names)
                return try await handle(request, visitor, self)
            }
        case .caller(let handle):
            let group = known.group()
            (route.answerType == "application/json" ? group.add(middleware: AcceptsJSON()) : group).on(path, method: route.method) {
                request, caller in
                _ = try APIQuery(request, knows: names)
                return try await handle(request, caller, self)
            }
        }
    }

    func words(_ visitor: Visitor) -> Words { desk.pages.words(for: visitor) }
    func words(_ caller: Caller) -> Words { desk.pages.words(for: caller.visitor) }
}

extension Citations {
    /// The web service, made from the routes that are mounted.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        [("tools", CitationRoute.tools), ("results", CitationRoute.all.filter { !$0.isOpen })].map { name, routes in
            APIDescription.Group(
                tag: "citations.\(name)", title: words("citations.service.\(name).title"), text: words("citations.service.\(name).text"),
                operations: routes.map { $0.described(in: "citations.\(name)", words) })
        }
    }
}

extension CitationRoute {
    fileprivate var isOpen: Bool { if case .open = handle { true } else { false } }

    fileprivate func described(in tag: String, _ words: Words) -> APIDescription.Operation {
        let texts = "citations.service.acts.\(name)"
        var operation = APIDescription.Operation(
            method: method.rawValue.lowercased(), path: "/api/v1/citations/\(path)", id: "citations-service-\(name)", tag: tag,
            title: words("\(texts).title"), text: words.optional("\(texts).text") ?? "")
        let places = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        operation.parameters =
            places.map {
                $0 == "id"
                    ? .reference("parameters", "id") : .parameter($0, words("citations.service.parameters.\($0)"), Shape.id, in: "path")
            } + query.map { .parameter($0.name, words("citations.service.parameters.\($0.name)"), $0.schema) }
            + (needsMatch ? [.reference("parameters", "ifMatch")] : [])
        if let sent { operation.sent = [("application/json", sent)] }
        (operation.answer, operation.answerType, operation.status) = (answer, answerType, Int(status.code))
        operation.headers = headers
        operation.problems = problems + (sent == nil ? [] : [413, 415, 422]) + (needsMatch ? [412, 428] : [])
        if isOpen { operation.security = [] }
        return operation
    }
}
