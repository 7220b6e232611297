import Accounts
import Admin
import GRDB
import Hummingbird
import Web

extension DesignPages {
    /// `GET …/structure/map`: pages and questions with their rules, drawn on the server for screen and paper.
    @Sendable func map(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = words(person)
        let (about, structure) = try await admin.database.read { db -> (DesignHeading, Structure) in
            let found = try heading(person, Self.seeing, db)
            return (found, try version(found, request, db).map { try StructureStore.read($0.id, db) } ?? Structure())
        }
        let values: Values = ["title": words("questionnaires.map.title"), "questionnaire": about.title, "back": about.structure]
        let drawing = MapDrawing(outline: StructureOutline(structure), words: words)
        return try admin.pages.page("questionnaires/map", values.merging(drawing.values) { $1 }, for: person.visitor, request: request)
    }
}
