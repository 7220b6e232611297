import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What a run found as files, and as a report on paper. All name the run, its date and its settings, so that a number can be checked.
struct ExportPages: Sendable {
    let pages: ResultPages

    /// The group stands at `/admin/citations/runs/{id}`.
    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("exports/works.csv", use: csv)
        run.get("exports/works.json", use: json)
        run.get("exports/works.bib", use: bibtex)
        run.get("exports/works.ris", use: ris)
        run.get("report", use: report)
    }

    private struct Found: Sendable {
        let run: Run
        let author: String
        let outcome: Outcome
        let findings: Findings
        var own: [FoundWork] { zip(findings.works, findings.ranking.standings).filter { $1 != .excluded }.map(\.0) }
    }

    private func found(_ person: SignedIn, _ db: Database) throws -> Found {
        let (run, id) = try pages.find(person, Citations.seeing, db)
        guard let outcome = try Outcome.of(id, db), outcome.computedAt != nil else { throw HTTPError(.notFound) }
        let author = try Author.fetch(db, id: run.author ?? 0)?.name ?? ""
        return Found(run: run, author: author, outcome: outcome, findings: try Findings(outcome, year: pages.year(db), db))
    }

    private func read(_ person: SignedIn) async throws -> Found { try await pages.desk.database.read { try found(person, $0) } }

    /// `GET …/exports/works.csv`: every work, in and out, with why.
    @Sendable func csv(_ request: Request, _ person: SignedIn) async throws -> Response {
        let found = try await read(person)
        let csv = CSV(separator: person.language == .italian ? ";" : ",")
        var text =
            CSV.mark
            + csv.line(["rank", "standing", "citations", "title", "authors", "year", "venue", "url", "similarity", "on_page", "reason"])
        for (index, work) in found.findings.works.enumerated() {
            text += csv.line([
                found.findings.ranking.ranks[index].map(String.init) ?? "", found.findings.ranking.standings[index].rawValue,
                String(work.citations), work.title, work.listed.authors, work.year.map(String.init) ?? "", work.listed.venue,
                work.listed.url,
                work.percent.map { String(($0 * 10).rounded() / 10) } ?? "", work.pageTitle ?? "", found.findings.reason(of: index).key,
            ])
        }
        return .file(text, named: "works.csv", type: "text/csv; charset=utf-8")
    }

    /// `GET …/exports/works.json`: the same, with indexes and settings; its works can be read in again.
    @Sendable func json(_ request: Request, _ person: SignedIn) async throws -> Response {
        let found = try await read(person)
        let works = found.findings.works.enumerated().map { index, work in
            JSON.object([
                ("title", .text(work.title)), ("authors", .text(work.listed.authors)), ("year", work.year.map { .number($0) } ?? .null),
                ("venue", .text(work.listed.venue)), ("citations", .number(work.citations)),
                ("self_citations", work.listed.selfCitations.map { .number($0) } ?? .null), ("url", .text(work.listed.url)),
                ("standing", .text(found.findings.ranking.standings[index].rawValue)),
                ("rank", found.findings.ranking.ranks[index].map { .number($0) } ?? .null),
                ("similarity", work.percent.map { .decimal($0) } ?? .null), ("reason", .text(found.findings.reason(of: index).key)),
            ])
        }
        let own = found.findings.own
        let root = JSON.object([
            ("run", .text(found.run.name)), ("author", .text(found.author)), ("preset", .text(found.run.preset.rawValue)),
            ("titleThreshold", .number(found.outcome.titleThreshold)),
            ("computedAt", .text(found.outcome.computedAt?.formatted(.iso8601) ?? "")),
            ("documents", .list(found.run.documents.map { .text($0.name) })),
            (
                "indexes",
                .object([
                    ("h", .number(own.h)), ("hWithoutFilter", .number(found.findings.all.h)), ("g", .number(own.g)),
                    ("i10", .number(own.i10)),
                    ("e", .decimal(own.e)), ("m", own.m.map { .decimal($0) } ?? .null), ("hNormalised", .number(own.hNormalised)),
                    ("hm", .decimal(own.hm)), ("contemporary", .number(own.contemporary)),
                    ("hWithoutSelfCitations", own.hOthers.map { .number($0) } ?? .null),
                ])
            ),
            ("works", .list(works)),
        ])
        return .file(root.compact + "\n", named: "works.json", type: "application/json")
    }

    /// `GET …/exports/works.bib`: the works that count.
    @Sendable func bibtex(_ request: Request, _ person: SignedIn) async throws -> Response {
        let text = BibliographyWriting.bibtex(try await read(person).own)
        return .file(text, named: "works.bib", type: "application/x-bibtex; charset=utf-8")
    }

    /// `GET …/exports/works.ris`: the works that count.
    @Sendable func ris(_ request: Request, _ person: SignedIn) async throws -> Response {
        let text = BibliographyWriting.ris(try await read(person).own)
        return .file(text, named: "works.ris", type: "application/x-research-info-systems; charset=utf-8")
    }

    /// `GET …/report`: everything on one page, for paper.
    @Sendable func report(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await pages.desk.page(person, request) { db, context in
            let found = try found(person, db)
            let words = context.words
            let rows = WorkRows(findings: found.findings, base: "", mayEdit: false, page: 1, onlyDoubtful: false, words: words)
            let values: Values = [
                "title": words("citations.report.title", ["name": found.run.name]), "author": found.author,
                "breadcrumbs": ResultPage.crumbs(found.run, found.run.id ?? 0, words),
                "indexes": found.findings.own.values(words, beside: found.findings.all),
                "facts": [
                    ("when", found.outcome.computedAt.map { words.language.moment($0, in: context.zone) } ?? ""),
                    ("preset", words("citations.preset.\(found.run.preset.rawValue)")),
                    ("thresholds", "\(found.outcome.titleThreshold) % / \(found.run.authorThreshold) %"),
                    ("expression", found.outcome.traced.expression),
                    ("documents", found.run.documents.map(\.name).joined(separator: ", ")),
                ].filter { !$0.1.isEmpty }.map { ["label": words("citations.report.\($0.0)"), "value": $0.1] as Values },
                "rows": found.findings.works.indices.map(rows.values),
            ]
            return ("citations/report", values)
        }
    }
}
