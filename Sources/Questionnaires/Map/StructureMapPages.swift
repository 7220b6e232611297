import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct StructureMapPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("map", use: map)
    }

    @Sendable private func map(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = design.words(person)
        let (about, structure) = try await admin.database.read { db -> (DesignHeading, Structure) in
            let found = try design.heading(person, DesignContext.seeing, db)
            return (found, try design.version(found, request, db).map { try StructureStore.read($0.id, db) } ?? Structure())
        }
        let values: Values = ["title": words("questionnaires.map.title"), "questionnaire": about.title, "back": about.structure]
        let drawing = MapDrawing(outline: StructureOutline(structure), words: words)
        return try admin.pages.page(
            "questionnaires/map/index", values.merging(drawing.values) { $1 }, for: person.visitor, request: request)
    }
}
