import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// All runs with what they found, author by author: the history of each, and authors beside each other.
struct Overview: Sendable {
    let desk: Desk
    static let address = "/admin/citations/overview"

    /// `GET /admin/citations/overview`
    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await desk.page(person, request) { db, context in
            guard person.grants.may(Citations.seeing, in: nil) else { throw HTTPError(.notFound) }
            let sql = """
                SELECT r.id, r.name, r.preset, r.version, a.id AS authorID, a.name AS authorName, o.*
                FROM citationRun r JOIN citationAuthor a ON a.id = r.author LEFT JOIN citationOutcome o ON o.runID = r.id
                WHERE r.deletedAt IS NULL ORDER BY a.folded, a.id, o.computedAt DESC, r.id DESC LIMIT 200
                """
            let year = CivilTime(try db.transactionDate, in: desk.site.zone).year
            let rows = try Row.fetchAll(db, sql: sql).map { try row($0, year, context) }
            return (
                "citations/overview",
                [
                    "title": context.words("citations.overview.menu"), "rows": rows, "none": rows.isEmpty,
                    "mayEdit": person.grants.may(Citations.editing, in: nil), "new": NewRunPages.address,
                ]
            )
        }
    }

    private func row(_ row: Row, _ year: Int, _ context: FormContext) throws -> Values {
        let words = context.words
        let id: Int64 = row["id"]
        var values: Values = [
            "name": row["name"] as String, "author": row["authorName"] as String,
            "history": ComparisonPages.address + "?author=\(row["authorID"] as Int64)", "href": ResultPages.address(id),
            "preset": words("citations.preset.\(row["preset"] as String)"), "h": "–", "all": "–", "works": "–", "when": "–",
            "state": words("citations.overview.new"), "tone": "plain",
        ]
        guard let outcome = try Outcome.of(id, context.db), let computedAt = outcome.computedAt else { return values }
        let findings = try Findings(outcome, year: year, context.db)
        let isStale = outcome.version != row["version"] as Int
        values.merge([
            "h": String(findings.own.h), "all": String(findings.all.h), "works": words.language.number(findings.own.works),
            "when": words.language.saidMoment(computedAt, now: .now, in: context.zone),
            "state": words(isStale ? "citations.overview.stale" : "citations.overview.done"), "tone": isStale ? "warn" : "good",
        ]) { $1 }
        return values
    }
}
