import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ExpressionPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("expression", use: expression)
        run.post("expression", use: saveExpression)
    }

    @Sendable private func expression(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")
        return try await expressionPage(request, person, typed.has("expression") ? typed["expression"] : nil)
    }

    private func expressionPage(
        _ request: Request, _ person: SignedIn, _ typed: String?, status: HTTPResponse.Status? = nil
    ) async throws -> Response {
        let (run, id, outcome) = try await admin.database.read { db in
            let (run, id) = try runs.find(person, Citations.editing, db)
            return (run, id, try Outcome.of(id, db))
        }
        let found = outcome?.traced.expression ?? ""
        let expression = typed ?? (run.expression.isEmpty ? found : run.expression)
        let trials = try await ExpressionTrial.all(expression, on: run)
        let refusal = ExpressionTrial.refusal(of: expression, trials)
        return try await admin.page(
            person, request, status: status ?? (refusal != nil && typed != nil ? .unprocessableContent : .ok)
        ) { db, context in
            let words = context.words
            let known = try String.fetchAll(db, sql: "SELECT title FROM citationWork WHERE runID = ?", arguments: [id])
            return (
                "citations/results/expression",
                [
                    "title": words("citations.expression.title"), "breadcrumbs": ResultPage.crumbs(run, id, words),
                    "address": "\(Run.address)/\(id)/expression", "expression": expression, "limit": String(Run.longestExpression),
                    "why": refusal.map { words($0.key, ["longest": String(Run.longestExpression)]) } ?? false,
                    "isOwn": !run.expression.isEmpty,
                    "isUsable": !expression.isEmpty && refusal == nil && !trials.isEmpty, "isNone": trials.isEmpty,
                    "pages": try expression.isEmpty || refusal != nil ? [] : trials.map { try values($0, known, run, words) },
                ]
            )
        }
    }

    private func values(_ trial: ExpressionTrial, _ known: [String], _ run: Run, _ words: Words) throws -> Values {
        let count = trial.titles.count
        return [
            "document": trial.document, "count": words("citations.steps.results", count: count),
            "more": count > ExpressionTrial.mostShown
                ? words("citations.expression.more", count: count - ExpressionTrial.mostShown) : false,
            "rows": try trial.shown(beside: known, run).map { title, isPresent -> Values in
                [
                    "title": title, "isPresent": isPresent,
                    "state": words(isPresent ? "citations.steps.present" : "citations.steps.absent"),
                ]
            },
        ]
    }

    @Sendable private func saveExpression(_ request: Request, _ person: SignedIn) async throws -> Response {
        let expression = try await Form.read(request)["expression"]
        let words = admin.pages.words(for: person.visitor)
        // Evaluated before the transaction, which would block other writers.
        let tried = try await admin.database.read { db in try runs.find(person, Citations.editing, db).run }
        let trials = expression.isEmpty ? [] : try await ExpressionTrial.all(expression, on: tried)
        guard ExpressionTrial.refusal(of: expression, trials) == nil else {
            return try await expressionPage(request, person, expression, status: .unprocessableContent)
        }
        let id = try await admin.database.write { db in
            var (run, id) = try runs.find(person, Citations.editing, db)
            try run.use(expression, db, by: person.actor, words: words, zone: admin.site.zone)
            try person.session.setFlash(db, Flash(words("citations.expression.\(expression.isEmpty ? "left" : "saved")")))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}

extension Run {
    mutating func use(_ expression: String, _ db: Database, by actor: Actor, words: Words, zone: TimeZone) throws {
        self.expression = expression
        try update(db, by: actor, words: words, zone: zone)
        try RunJob.begin(self, db, by: actor)
    }
}
