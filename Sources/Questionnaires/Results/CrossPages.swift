import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// How the answers to two questions of a part go together.
struct CrossPages: Sendable {
    let results: ResultPages

    func addRoutes(to own: RouterGroup<SignedIn>) { own.get("cross", use: show) }

    /// Query such as `version=1&part=y1&rows=12&columns=15`, ids of questions.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await results.admin.page(person, request) { db, context in
            guard let asked = try results.find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            let (words, query) = (context.words, Form(query: request.uri.query ?? ""))
            let outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
            let questions = CrossTable.questions(outline, in: asked.path, asked.reading.disclosed(outline))
            let row = questions.first { $0.id == query.recordID("rows") }
            let alike = row.map { CrossTable.others(questions, askedLike: $0, asked.reading.audiences(outline)) } ?? []
            let column = alike.first { $0.id == query.recordID("columns") }
            var values: Values = [
                "title": words("questionnaires.cross.title"), "back": asked.address(""), "version": String(asked.version.number),
                "part": query["part"], "isNothing": questions.count < 2,
                "breadcrumbs": [["label": try asked.heading.title(in: words.language, db), "href": asked.address("")] as Values],
                "rows": options(questions, row), "columns": options(alike, column),
                "isAlone": row != nil && alike.isEmpty, "hasRow": row != nil,
            ]
            guard let row, let column else { return ("questionnaires/results/cross", values) }
            let pairs = try CrossTable.pairs(row, column, of: asked.version.id, db)
            let table = CrossTable(pairs, rows: row, columns: column, in: asked.path, of: asked.reading)
            let threshold = words.language.number(asked.heading.threshold)
            values["why"] = table == nil ? words("questionnaires.cross.tooFew", ["threshold": threshold]) : false
            values["table"] = table.map { CrossDrawing(table: $0, row: row, column: column, words: words).values } ?? false
            return ("questionnaires/results/cross", values)
        }
    }

    private func options(_ questions: [Question], _ chosen: Question?) -> [Values] {
        questions.map { ["value": String($0.id), "label": $0.text, "selected": $0.id == chosen?.id] }
    }
}
