import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Exports of a run as files and a printable report, with run, date and settings for verification.
struct ExportPages: Sendable {
    let runs: RunContext

    func addRoutes(to run: RouterGroup<SignedIn>) {
        for format in ExportedRun.Format.allCases {
            run.get(RouterPath("exports/" + format.file)) { [self] _, person in try await read(person).file(format, person.language) }
        }
        run.get("report", use: report)
    }

    private func exportedRun(_ person: SignedIn, _ db: Database) throws -> ExportedRun {
        let (run, id) = try runs.find(person, Citations.seeing, db)
        guard let outcome = try Outcome.of(id, db) else { throw HTTPError(.notFound) }
        return try ExportedRun(run, outcome, Findings(outcome, year: runs.year(db), db), db)
    }

    /// Exports all works as CSV or JSON, which can be imported again, and the counted works as BibTeX or RIS.
    private func read(_ person: SignedIn) async throws -> ExportedRun { try await runs.admin.database.read { try exportedRun(person, $0) } }

    @Sendable func report(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await runs.admin.page(person, request) { db, context in
            let found = try exportedRun(person, db)
            let words = context.words
            let rows = WorkRows(findings: found.findings, base: "", mayEdit: false, words: words)
            let values: Values = [
                "title": words("citations.report.title", ["name": found.run.name]), "author": found.author,
                "breadcrumbs": ResultPage.crumbs(found.run, found.run.id ?? 0, words),
                "indexes": found.findings.own.values(words, beside: found.findings.all, found.findings.certainty),
                "facts": [
                    ("when", found.outcome.computedAt.map { words.language.moment($0, in: context.zone) } ?? ""),
                    ("preset", words("citations.preset.\(found.run.preset.rawValue)")),
                    ("thresholds", "\(found.outcome.titleThreshold) % / \(found.run.authorThreshold) %"),
                    ("expression", found.outcome.traced.expression),
                    ("documents", found.run.documents.map(\.name).joined(separator: ", ")),
                ].filter { !$0.1.isEmpty }.map { ["label": words("citations.report.\($0.0)"), "value": $0.1] as Values },
                "rows": found.findings.works.indices.map(rows.values),
            ]
            return ("citations/results/report", values)
        }
    }
}
