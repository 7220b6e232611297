import Admin
import Hummingbird
import Web

struct OpenResultPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<Visitor>) { router.get("open-results/{version}/{activity}", use: show) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        guard let version = visitor.parameters.recordID("version"),
            let activity = visitor.parameters.recordID("activity")
        else { throw HTTPError(.notFound) }
        let values = try await admin.database.read { db -> Values in
            guard let found = try OpenResults.find(version: version, activity: activity, db) else { throw HTTPError(.notFound) }
            return try ResultDrawing(found.asked, words, voices: .none, db).body(db).merging([
                "title": try found.title(in: words.language, db), "year": found.year,
                "questionnaire": try found.asked.heading.title(in: words.language, db),
            ]) { $1 }
        }
        return try await admin.openPage("questionnaires/results/open", values, request, visitor)
    }
}
