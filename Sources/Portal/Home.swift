import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct Home: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<Visitor>) { router.get("", use: show) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        var isWithoutDesk = false
        if let person = try? SignedIn(context: visitor) {
            let hasAdminPages = try await admin.database.read { try admin.hasAdminPages(person, $0) }
            isWithoutDesk = !hasAdminPages
        }
        let words = admin.pages.words(for: visitor)
        let highlights = try await admin.database.read { db in
            try admin.modulesOn.flatMap { module in
                let name = words("\(module.name).name")
                return try module.highlights(for: visitor, admin, db).map { $0.values(of: name) }
            }
        }
        let values: Values = [
            "title": words("home.title"), "isHome": true, "isWithoutDesk": isWithoutDesk, "highlights": highlights,
        ]
        return try admin.pages.page("portal/home", values, for: visitor, request: request)
    }
}
