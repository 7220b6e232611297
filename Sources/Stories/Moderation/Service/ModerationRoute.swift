import Accounts
import Admin
import HTTPTypes
import Hummingbird
import Web

/// An address of the moderators' web service, with what is said of it beside it.
struct ModerationRoute: Sendable {
    let method: HTTPRequest.Method
    /// Below `/api/admin`.
    let path: String
    /// Its own name, and where its texts lie: `stories.service.acts.<name>`.
    let name: String
    var query: [(name: String, schema: JSON)] = []
    /// JSON Schemas of what is sent and of what comes back.
    var sent: JSON?
    let answer: JSON
    var answerType = "application/json"
    var status: HTTPResponse.Status = .ok
    /// Statuses of the problems it may have beside those that every address has.
    var problems: [Int] = []
    let handle: @Sendable (Request, Caller, ModerationDesk) async throws -> Response

    static let all = cases + posts + people
}

extension ModerationDesk {
    /// Mounts the moderators' web service; the group needs `Callers` and stands at `/api/admin`.
    public func addServiceRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: SystemSwitch("stories", of: desk))
        for route in ModerationRoute.all {
            let group = callers.group()
            (route.answerType == "application/json" ? group.add(middleware: AcceptsJSON()) : group).on(
                RouterPath(route.path), method: route.method
            ) { request, caller in
                // As at the pages: everything here shows what somebody complained about.
                try caller.require(Self.deciding)
                return try await route.handle(request, caller, self)
            }
        }
    }
}

extension Caller {
    /// The number in an address; anything else is not found.
    func storyID(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.get(name, as: Int64.self), APIQuery.ids.contains(id) else { throw HTTPError(.notFound) }
        return id
    }
}

extension Stories {
    /// The moderators' web service, made from the routes that are mounted.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        let operations = ModerationRoute.all.map { route -> APIDescription.Operation in
            let texts = "stories.service.acts.\(route.name)"
            var operation = APIDescription.Operation(
                method: route.method.rawValue.lowercased(), path: "/api/admin/\(route.path)", id: "stories-\(route.name)",
                tag: "moderation",
                title: words("\(texts).title"), text: words.optional("\(texts).text") ?? "")
            operation.parameters =
                (route.path.contains("{id}") ? [.reference("parameters", "id")] : [])
                + route.query.map { .parameter($0.name, words("stories.service.parameters.\($0.name)"), $0.schema) }
            if let sent = route.sent { operation.sent = [("application/json", sent)] }
            (operation.status, operation.answer, operation.answerType) = (Int(route.status.code), route.answer, route.answerType)
            operation.problems = route.problems + (route.sent == nil ? [] : [413, 415, 422])
            return operation
        }
        return [
            .init(
                tag: "moderation", title: words("stories.service.title"), text: words("stories.service.text"), operations: operations)
        ]
    }
}
