import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ComparisonPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/citations/comparison"
    private static let most = 6

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("comparison", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let chosen = Set(Form(query: request.uri.query ?? "").all("author").compactMap { Int64(recordID: $0) })
        return try await admin.page(person, request) { db, context in
            guard person.grants.may(Citations.seeing, in: nil) else { throw HTTPError(.notFound) }
            let words = context.words
            let sql = """
                SELECT a.id, a.name, (
                  SELECT o.runID FROM citationOutcome o JOIN citationRun r ON r.id = o.runID
                  WHERE r.author = a.id AND \(Run.notTrashed("r")) AND o.computedAt IS NOT NULL
                  ORDER BY o.computedAt DESC, o.runID DESC LIMIT 1
                ) AS newest FROM citationAuthor a
                WHERE \(Author.notTrashed("a")) AND \(Author.rows(Citations.seeingAuthors, person.grants, as: "a"))
                ORDER BY a.folded, a.id LIMIT 500
                """
            let authors: [(id: Int64, name: String, run: Int64)] = try Row.fetchAll(db, sql: sql).compactMap { row in
                (row["newest"] as Int64?).map { (row["id"], row["name"], $0) }
            }
            let shown = Array(authors.filter { chosen.contains($0.id) }.prefix(Self.most))
            let values: Values = [
                "title": words("citations.comparison.title"), "address": Self.address,
                "breadcrumbs": [["label": words("citations.overview.menu"), "href": Overview.address] as Values],
                "authors": authors.map { author -> Values in
                    ["value": String(author.id), "label": author.name, "checked": chosen.contains(author.id)]
                },
                "none": authors.isEmpty,
                "isCut": chosen.count > Self.most ? words("citations.comparison.cut", ["most": String(Self.most)]) : false,
                "table": try table(shown, db, context),
                "history": try HistoryChart(shown.map { ($0.name, try Snapshot.all(of: $0.id, db)) }).values(words, context.zone),
            ]
            return ("citations/results/comparison", values)
        }
    }

    private func table(_ shown: [(id: Int64, name: String, run: Int64)], _ db: Database, _ context: FormContext) throws -> any Sendable {
        let year = CivilTime(try db.transactionDate, in: admin.site.zone).year
        var columns: [[Values]] = []
        var heads: [Values] = []
        for (index, author) in shown.enumerated() {
            guard let outcome = try Outcome.of(author.run, db), let computedAt = outcome.computedAt else { continue }
            let findings = try Findings(outcome, year: year, db)
            columns.append(findings.own.values(context.words, beside: findings.all, findings.certainty))
            heads.append([
                "name": "\(HistoryChart.letter(index)) · \(author.name)", "href": RunResultPages.address(author.run),
                "when": context.words.language.date(computedAt, in: context.zone),
            ])
        }
        guard let first = columns.first else { return false }
        let rows = first.indices.map { row -> Values in
            [
                "name": first[row]["name"] ?? "", "meaning": first[row]["meaning"] ?? "",
                "cells": columns.map { ["value": $0[row]["value"] ?? ""] as Values },
            ]
        }
        return ["heads": heads, "rows": rows] as Values
    }
}
