import Hummingbird
import Web

struct Home: Sendable {
    let pages: Pages

    func addRoutes(to router: RouterGroup<Visitor>) { router.get("", use: show) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) throws -> Response {
        try pages.page("portal/home", ["title": pages.words(for: visitor)("home.title"), "isHome": true], for: visitor, request: request)
    }
}
