import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct ProfilePages: Sendable {
    let admin: AdminContext
    private static let most = 500

    func addRoutes(to router: RouterGroup<Visitor>) {
        router.get("authors/{id}", use: show)
    }

    @Sendable private func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let words = admin.pages.words(for: visitor)
        guard let author = visitor.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let values = try await admin.database.read { db -> Values? in
            guard let id = try AuthorProfile.run(of: author, db), let run = try Run.fetch(db, id: id),
                let name = try Author.fetch(db, id: author)?.name, let outcome = try Outcome.of(id, db),
                let computedAt = outcome.computedAt
            else { return nil }
            let findings = try Findings(outcome, year: CivilTime(db.transactionDate, in: admin.site.zone).year, db)
            let facts: [(String, String)] = [
                ("when", words.language.moment(computedAt, in: admin.site.zone)),
                ("preset", words("citations.preset.\(run.preset.rawValue)")),
                ("thresholds", "\(outcome.titleThreshold) % / \(run.authorThreshold) %"),
                ("documents", run.documents.map(\.name).joined(separator: ", ")),
            ]
            return try templateValues(findings, words).merging([
                "title": name,
                "facts": facts.map { ["label": words("citations.report.\($0.0)"), "value": $0.1] as Values },
                "history": HistoryChart([(name, Snapshot.all(of: author, db).filter { $0.runID == id })]).values(words, admin.site.zone),
            ]) { $1 }
        }
        guard let values else { throw HTTPError(.notFound) }
        return try admin.pages.page("citations/profiles/show", values, for: visitor, request: request)
    }

    private func templateValues(_ findings: Findings, _ words: Words) -> Values {
        let own = findings.works.indices.filter { findings.ranking.standings[$0] != .excluded }
        let isExact = findings.certainty.state == .exact
        let chart: any Sendable = if isExact { RankChart(findings.counted).values(words) } else { false }
        let years: any Sendable = if findings.certainty.knowsAll { YearChart(findings.counted).values(words) } else { false }
        return [
            "h": findings.certainty.localized(words), "isExact": isExact,
            "reasons": findings.certainty.reasons(words), "isFiltered": findings.isFiltered,
            "summary": words("citations.profile.summary", count: findings.own.works),
            "indexes": findings.own.values(words, beside: findings.all, findings.certainty),
            "chart": chart,
            "years": years,
            "works": own.prefix(Self.most).map { index -> Values in
                let (work, standing) = (findings.works[index], findings.ranking.standings[index])
                return [
                    "title": work.title, "authors": work.listed.authors, "venue": work.listed.venue.isEmpty ? false : work.listed.venue,
                    "year": work.year.map(String.init) ?? "–", "citations": work.knownCitations.map(words.language.number) ?? "–",
                    "standing": words("citations.standing.\(standing.rawValue)"),
                ]
            },
            "isCut": own.count > Self.most,
        ]
    }
}
