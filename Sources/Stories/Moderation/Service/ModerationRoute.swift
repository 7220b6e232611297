import Accounts
import Admin
import Hummingbird
import Web

typealias ModerationRoute = APIRoute<@Sendable (Request, Caller, ModerationPages) async throws -> Response>

extension ModerationPages {
    static let routes = caseRoutes + postRoutes + peopleRoutes

    /// Mounts the moderators' web service; `router` needs `Callers` and serves `/api/admin`.
    public func addServiceRoutes(to router: RouterGroup<Visitor>) {
        let callers = router.group(context: Caller.self).add(middleware: SystemSwitch("stories", of: admin))
        for route in Self.routes {
            callers.mount(route) { request, caller in
                // As on the pages, because the service shows reported content.
                try caller.require(Self.deciding)
                return try await route.handle(request, caller, self)
            }
        }
    }
}

extension Stories {
    /// Describes the moderators' web service, from the mounted routes.
    public static func described(_ words: Words) -> [APIDescription.Group] {
        let service = APIService(at: "/api/admin", texts: "stories.service", id: "stories")
        return [
            .init(
                tag: "moderation", title: words("stories.service.title"), text: words("stories.service.text"),
                operations: ModerationPages.routes.map { service.described($0, in: "moderation", words) })
        ]
    }
}
