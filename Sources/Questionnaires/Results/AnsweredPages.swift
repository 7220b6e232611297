import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// The results of those in a part who gave one answer, beside those of everyone in it.
struct AnsweredPages: Sendable {
    let results: ResultPages

    func addRoutes(to own: RouterGroup<SignedIn>) { own.get("answered", use: show) }

    /// Query such as `version=1&part=y1&question=12&answer=45`; without an answer, those of the first one.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await results.admin.page(person, request) { db, context in
            guard let asked = try results.find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            let (words, query) = (context.words, Form(query: request.uri.query ?? ""))
            let outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
            let questions = CrossTable.questions(outline, in: asked.path, asked.reading.disclosed(outline))
            let chosen = questions.first { $0.id == query.recordID("question") }
            var values: Values = [
                "title": words("questionnaires.answered.title"), "back": asked.address(""), "version": String(asked.version.number),
                "part": query["part"], "isNothing": questions.count < 2, "hasQuestion": chosen != nil,
                "breadcrumbs": [["label": try asked.heading.title(in: words.language, db), "href": asked.address("")] as Values],
                "choices": questions.map { ["value": String($0.id), "label": $0.text, "selected": $0.id == chosen?.id] as Values },
                "answers": [Values](), "questions": [Values](), "missing": [Values](), "why": false, "isShown": false,
            ]
            guard let chosen else { return ("questionnaires/results/answered", values) }
            let others = CrossTable.others(questions, askedLike: chosen, asked.reading.audiences(outline))
            let found = try AnsweredResults(chosen, others, in: asked.path, of: asked.reading, db)
            values.merge(templateValues(found, of: chosen, answer: query["answer"], asked, words)) { $1 }
            return ("questionnaires/results/answered", values)
        }
    }

    private func templateValues(_ found: AnsweredResults, of question: Question, answer: String, _ asked: ResultPages.Asked, _ words: Words)
        -> Values
    {
        let groups = found.tables.first?.table.answeredRows ?? []
        guard let group = groups.first(where: { $0.contains { String($0) == answer } }) ?? groups.first else {
            let threshold = words.language.number(asked.heading.threshold)
            return ["why": words("questionnaires.cross.tooFew", ["threshold": threshold])]
        }
        let drawings = found.tables.map { CrossDrawing(table: $0.table, row: question, column: $0.question, words: words) }
        let shown = drawings.compactMap { $0.shares(of: group) }
        // Who gave no answer to either is in no table, so that a group with no answer may differ from question to question.
        let others = drawings.filter { $0.shares(of: group) == nil }.map(\.column)
        let people = found.tables.first.map { $0.table.people(of: group) } ?? 0
        return [
            "isShown": true, "questions": shown, "who": CrossDrawing.label(group, of: question, words),
            "count": group.contains(0) ? false : words("questionnaires.results.compilations", count: people) as any Sendable,
            "missing": (found.withheld + others).map { ["text": $0.text] as Values },
            "answers": groups.map { one -> Values in
                [
                    "value": String(one.first ?? 0), "label": CrossDrawing.label(one, of: question, words), "selected": one == group,
                ]
            },
        ]
    }
}
