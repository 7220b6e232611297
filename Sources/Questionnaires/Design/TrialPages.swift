import Admin
import GRDB
import Hummingbird
import Web

/// The preview of a draft behind its secret link. Nothing is stored.
struct TrialPages: Sendable {
    let admin: AdminContext

    static let address = "/questionnaires/trials"

    func addRoutes(to router: RouterGroup<Visitor>) { router.get("trials/{key}", use: show) }

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        let key = visitor.parameters.get("key") ?? ""
        let (title, version, structure) = try await admin.database.read { db -> (String, QuestionnaireVersion, Structure) in
            guard let version = try DesignTrial.find(key, db) else { throw HTTPError(.notFound) }
            let title = try Headline(version.questionnaire, in: words.language, db).title
            return (title, version, try StructureStore.read(version.id, db).reading(in: words.language))
        }
        let preview = PreviewDrawing(
            structure: structure, form: Form(query: request.uri.query ?? ""), words: words, original: admin.site.language)
        guard let drawn = preview.values else { throw HTTPError(.notFound) }
        let values: Values = [
            "title": title, "action": "\(Self.address)/\(key)", "structure": false,
            "version": words("questionnaires.design.version", ["number": String(version.number)]),
        ]
        return try admin.pages.page("questionnaires/design/preview", values.merging(drawn) { $1 }, for: visitor, request: request)
    }
}
