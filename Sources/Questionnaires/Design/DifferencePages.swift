import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct DifferencePages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("difference", use: difference)
    }

    /// Defaults to the newest version and the one before it.
    @Sendable private func difference(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let all = try QuestionnaireVersion.all(of: heading.id, db)
            let query = Form(query: request.uri.query ?? "")
            guard let new = all.first(where: { $0.number == query.number("to", in: .whole) }) ?? all.first,
                let old = all.first(where: { $0.number == query.number("from", in: .whole) }) ?? all.first(where: { $0.number < new.number }
                ) ?? all.last
            else { throw HTTPError(.notFound) }
            let difference = StructureDifference(from: try StructureStore.read(old.id, db), to: try StructureStore.read(new.id, db))
            let words = context.words
            func choices(_ chosen: QuestionnaireVersion) -> [Values] {
                all.map { version in
                    [
                        "value": String(version.number), "selected": version.id == chosen.id,
                        "label": words("questionnaires.design.version", ["number": String(version.number)]) + " · "
                            + words("questionnaires.design.states.\(version.state.rawValue)"),
                    ]
                }
            }
            let values: Values = [
                "title": words("questionnaires.difference.title"), "action": heading.structure + "/difference",
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values], "back": heading.structure,
                "from": choices(old), "to": choices(new), "isSame": difference.changes.isEmpty,
                "count": words("questionnaires.difference.count", count: difference.changes.count),
                "changes": difference.changes.map { ["text": $0.sentence(words)] as Values },
            ]
            return ("questionnaires/design/difference", values)
        }
    }
}

extension StructureDifference.Change {
    func sentence(_ words: Words) -> String {
        words("questionnaires.difference.\(key)", values.mapValues { $0.isEmpty ? "–" : $0 })
    }
}
