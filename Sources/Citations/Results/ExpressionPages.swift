import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// An expression for the titles of an author's page, written by a person: what it picks is shown before it is used.
extension ResultPages {
    /// What an expression picks on one page.
    private struct Trial {
        let document: String
        /// nil when it is no expression that picks elements.
        let titles: [String]?
    }

    private static let mostShown = 100

    /// `GET /admin/citations/runs/12/expression?expression=//li/b`
    @Sendable func expression(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")
        return try await expressionPage(request, person, typed.has("expression") ? typed["expression"] : nil)
    }

    private func expressionPage(
        _ request: Request, _ person: SignedIn, _ typed: String?, status: HTTPResponse.Status? = nil
    ) async throws -> Response {
        let (run, id, outcome) = try await desk.database.read { db in
            let (run, id) = try find(person, Citations.editing, db)
            return (run, id, try Outcome.of(id, db))
        }
        let found = outcome?.traced.expression ?? ""
        let expression = typed ?? (run.expression.isEmpty ? found : run.expression)
        let trials = Self.trials(expression, run)
        let isRefused = !expression.isEmpty && trials.contains { $0.titles == nil }
        return try await desk.page(
            person, request, status: status ?? (isRefused && typed != nil ? .unprocessableContent : .ok)
        ) { db, context in
            let words = context.words
            let known = try String.fetchAll(db, sql: "SELECT title FROM citationWork WHERE runID = ?", arguments: [id])
            return (
                "citations/expression",
                [
                    "title": words("citations.expression.title"), "breadcrumbs": ResultPage.crumbs(run, id, words),
                    "address": "\(Run.address)/\(id)/expression", "expression": expression, "limit": String(Run.longestExpression),
                    "why": isRefused ? words("citations.xpath.refused") : false, "isOwn": !run.expression.isEmpty,
                    "isUsable": !expression.isEmpty && !isRefused && !trials.isEmpty, "isNone": trials.isEmpty,
                    "pages": try expression.isEmpty || isRefused ? [] : trials.map { try values($0, known, run, words) },
                ]
            )
        }
    }

    private static func trials(_ expression: String, _ run: Run) -> [Trial] {
        run.texts(of: .page).filter { ListReader.isPage($0.text) && !ScholarPages.isOne($0.text) }.map { document in
            let isShort = expression.count <= Run.longestExpression
            let picked = isShort ? try? HTMLDocument(document.text)?.select(expression, steps: 2_000_000) : nil
            return Trial(document: document.name, titles: picked?.map(\.text).filter { !$0.isEmpty })
        }
    }

    private func values(_ trial: Trial, _ known: [String], _ run: Run, _ words: Words) throws -> Values {
        let titles = trial.titles ?? []
        let spell = { (title: String) in Spelling(title, run.preset.normalisation) }
        let best = try Matching.best(of: titles.prefix(Self.mostShown).map(spell), among: known.map(spell), threshold: run.titleThreshold)
        return [
            "document": trial.document, "count": words("citations.steps.results", count: titles.count),
            "more": titles.count > Self.mostShown ? words("citations.expression.more", count: titles.count - Self.mostShown) : false,
            "rows": zip(titles, best).map { title, best -> Values in
                let isPresent = best.map { Matching.reaches($0.percent, run.titleThreshold) } ?? false
                return [
                    "title": title, "isPresent": isPresent,
                    "state": words(isPresent ? "citations.steps.present" : "citations.steps.absent"),
                ]
            },
        ]
    }

    /// `POST /admin/citations/runs/12/expression` with `expression`; an empty one is found by the program again.
    @Sendable func saveExpression(_ request: Request, _ person: SignedIn) async throws -> Response {
        let expression = try await Form.read(request)["expression"]
        let words = desk.pages.words(for: person.visitor)
        // Tried before the transaction: nobody else could write meanwhile.
        let tried = try await desk.database.read { db in try find(person, Citations.editing, db).run }
        guard expression.isEmpty || Self.trials(expression, tried).allSatisfy({ $0.titles != nil }) else {
            return try await expressionPage(request, person, expression, status: .unprocessableContent)
        }
        let id = try await desk.database.write { db in
            var (run, id) = try find(person, Citations.editing, db)
            run.expression = expression
            try run.update(db, by: person.actor, words: words, zone: desk.site.zone)
            try RunJob.begin(run, db, by: person.actor)
            try person.session.setFlash(db, Flash(words("citations.expression.\(expression.isEmpty ? "left" : "saved")")))
            return id
        }
        return .redirect(to: Self.address(id))
    }
}
