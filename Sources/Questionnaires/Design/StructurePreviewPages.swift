import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The preview keeps its answers in the address and stores nothing.
struct StructurePreviewPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("preview", use: preview)
        structure.get("paper", use: paper)
    }

    @Sendable private func preview(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let words = design.words(person)
        let (about, title, version, structure) = try await admin.database.read {
            db -> (DesignHeading, String, QuestionnaireVersion, Structure) in
            let found = try design.heading(person, DesignContext.seeing, db)
            let (newest, asked) = try design.content(found, db)
            return (found, try Headline(found.id, in: words.language, db).title, newest, asked.reading(in: words.language))
        }
        let preview = PreviewDrawing(structure: structure, form: form, words: words, original: admin.site.language)
        guard let drawn = preview.values else { return .redirect(to: about.structure) }
        let values: Values = [
            "title": title, "action": about.structure + "/preview", "structure": about.structure,
            "version": words("questionnaires.design.version", ["number": String(version.number)]),
        ]
        return try admin.pages.page("questionnaires/design/preview", values.merging(drawn) { $1 }, for: person.visitor, request: request)
    }

    @Sendable private func paper(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = design.words(person)
        let (about, title, structure) = try await admin.database.read { db -> (DesignHeading, String, Structure) in
            let found = try design.heading(person, DesignContext.seeing, db)
            return (
                found, try Headline(found.id, in: words.language, db).title, try design.content(found, db).1.reading(in: words.language)
            )
        }
        let report = CheckReport(StructureOutline(structure), about.check)
        let drawing = TreeDrawing(structure: structure, report: report, words: words, address: about.structure)
        let values: Values = ["title": title, "pages": drawing.pages, "facts": drawing.facts, "back": about.structure]
        return try admin.pages.page("questionnaires/design/paper", values, for: person.visitor, request: request)
    }
}
