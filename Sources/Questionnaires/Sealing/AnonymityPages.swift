import Admin
import Hummingbird
import Web

struct AnonymityPages: Sendable {
    let admin: AdminContext

    private static let sections = [
        ("attack", ["order", "transactions"]), ("cure", ["sealed", "batch", "key", "end", "drafts", "days"]),
        ("limits", ["few", "words", "server", "roles", "older", "backup"]), ("trial", ["start", "copy", "run", "read", "test"]),
    ]

    func addRoutes(to router: RouterGroup<Visitor>) { router.get("anonymity", use: show) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let sections = Self.sections.map { name, parts -> Values in
            [
                "id": name, "heading": words("questionnaires.anonymity.\(name).title"),
                "texts": parts.map { words("questionnaires.anonymity.\(name).\($0)") },
            ]
        }
        let values: Values = ["title": words("questionnaires.anonymity.title"), "sections": sections]
        return try admin.pages.page("questionnaires/sealing/anonymity", values, for: visitor, request: request)
    }
}
