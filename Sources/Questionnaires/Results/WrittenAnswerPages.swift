import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// The written answers to a question of a part: equal ones together, and a search.
struct WrittenAnswerPages: Sendable {
    let results: ResultPages

    /// Of a part; files hold all.
    private static let (most, mostGroups) = (20_000, 200)

    func addRoutes(to own: RouterGroup<SignedIn>) { own.get("voices", use: show) }

    /// Query such as `version=1&part=y1&question=12&q=lab`.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await results.admin.page(person, request) { db, context in
            let (words, query) = (context.words, Form(query: request.uri.query ?? ""))
            guard let asked = try results.find(request, person, db), asked.mayShow else { throw HTTPError(.notFound) }
            let outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: words.language))
            guard let question = query.recordID("question").flatMap({ outline.questions[$0] }),
                asked.reading.disclosed(outline).mayShow(question.id, in: asked.path)
            else { throw HTTPError(.notFound) }
            let texts = try WrittenAnswer.texts(to: question, in: asked.path, of: asked.reading, most: Self.most, db)
            let sought = String(query["q"].prefix(100))
            let found = CountedText.grouped(texts).filter { sought.isEmpty || $0.text.folded.contains(sought.folded) }
            let count = found.reduce(0) { $0 + $1.count }
            return (
                "questionnaires/results/voices",
                [
                    "title": question.text, "back": asked.address(""), "version": String(asked.version.number), "part": query["part"],
                    "question": String(question.id), "q": sought,
                    "breadcrumbs": [["label": try asked.heading.title(in: words.language, db), "href": asked.address("")] as Values],
                    "count": words("questionnaires.results.texts", count: count),
                    "voices": found.prefix(Self.mostGroups).map { CountedText.templateValues($0, words) },
                    "rest": found.count > Self.mostGroups || texts.count == Self.most, "isNothing": found.isEmpty,
                ]
            )
        }
    }
}

extension CountedText {
    static func templateValues(_ said: CountedText, _ words: Words) -> Values {
        ["text": said.text, "times": said.count > 1 ? words("questionnaires.results.times", count: said.count) : false]
    }
}
