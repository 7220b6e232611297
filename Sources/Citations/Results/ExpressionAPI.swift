import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ExpressionAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(
            .get, "runs/{id}/expression", "expression",
            .caller { _, caller, service in try await service.read(caller) { found, _ in expression(found) } }
        ) { ($0.answer, $0.headers) = (expressionShape, ["ETag"]) },
        CitationRoute(.put, "runs/{id}/expression", "useExpression", .caller { try await Self(service: $2).useExpression($0, $1) }) {
            $0.sent = Shape.object(["expression": Shape.text(0...Run.longestExpression)])
            ($0.answer, $0.status, $0.headers, $0.needsMatch) = (expressionShape, .accepted, ["ETag"], true)
        },
        CitationRoute(.post, "runs/{id}/expression/preview", "tryExpression", .caller { try await Self(service: $2).tryExpression($0, $1) })
        {
            $0.sent = Shape.object(["expression": Shape.text(1...Run.longestExpression)])
            let titles = Shape.list(Shape.object(["title": Shape.text, "isPresent": Shape.flag]))
            $0.answer = Shape.object([
                "pages": Shape.list(Shape.object(["document": Shape.text, "count": Shape.count, "titles": titles]))
            ])
        },
    ]

    private static let expressionShape = Shape.object([
        "own": Shape.text, "found": Shape.text, "authors": Shape.text,
        "anchors": Shape.list(HomePage.Trace.Found.shape), "pairs": Shape.list(HomePage.Trace.Pick.shape),
    ])

    private static func expression(_ found: RunAnswer) -> JSON {
        let trace = found.outcome?.traced ?? HomePage.Trace()
        return .values([
            "own": .text(found.run.expression), "found": .text(trace.expression), "authors": .text(trace.authorsExpression),
            "anchors": .list(trace.anchors.map(\.json)), "pairs": .list(trace.picks.map(\.json)),
        ])
    }

    /// An empty expression lets the program find one.
    private func useExpression(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let (expression, _) = try await tried(request, caller, 0...Run.longestExpression)
        let words = service.words(caller)
        let (json, headers) = try await admin.database.write { db in
            let before = try RunAnswer(caller, Citations.editing, db)
            try Precondition.check(request, tag: before.tag)
            var run = before.run
            try run.use(expression, db, by: caller.actor, words: words, zone: admin.site.zone)
            let after = try RunAnswer(caller, Citations.editing, db)
            return (Self.expression(after), after.headers)
        }
        return .json(json, status: .accepted, headers: headers)
    }

    private func tryExpression(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let (_, pages) = try await tried(request, caller, 1...Run.longestExpression)
        return .json(.values(["pages": .list(pages)]))
    }

    /// Evaluates an expression on each page, outside a transaction, which would block writers. Throws `Problem` (422) when it is invalid.
    private func tried(_ request: Request, _ caller: Caller, _ range: ClosedRange<Int>) async throws -> (String, [JSON]) {
        var sent = try await SentValues(request, service.words(caller))
        sent.need("expression")
        let typed = TypedText.clean(Array((sent.text("expression", range) ?? "").utf8))
        let expression = typed.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingSpaces()
        let (run, known) = try await admin.database.read { db in
            let found = try RunAnswer(caller, Citations.editing, db)
            return (found.run, try String.fetchAll(db, sql: "SELECT title FROM citationWork WHERE runID = ?", arguments: [found.id]))
        }
        let trials = expression.isEmpty ? [] : try await ExpressionTrial.all(expression, on: run)
        if let why = ExpressionTrial.refusal(of: expression, trials) {
            sent.refuse("expression", why.key, ["longest": String(Run.longestExpression)])
        }
        try sent.finish()
        let pages = try trials.map { trial in
            JSON.values([
                "document": .text(trial.document), "count": .number(trial.titles.count),
                "titles": .list(
                    try trial.shown(beside: known, run).map { .values(["title": .text($0.title), "isPresent": .flag($0.isPresent)]) }),
            ])
        }
        return (expression, pages)
    }
}
