import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// The public page of a consenting author: counted works, indexes and their basis.
struct ProfilePages: Sendable {
    let admin: AdminContext
    private static let most = 500

    @Sendable func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
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
            return try drawn(findings, words).merging([
                "title": name,
                "facts": facts.map { ["label": words("citations.report.\($0.0)"), "value": $0.1] as Values },
                "history": HistoryChart([(name, Snapshot.all(of: author, db).filter { $0.runID == id })]).values(words, admin.site.zone),
            ]) { $1 }
        }
        guard let values else { throw HTTPError(.notFound) }
        return try admin.pages.page("citations/profile", values, for: visitor, request: request)
    }

    private func drawn(_ findings: Findings, _ words: Words) -> Values {
        let own = findings.works.indices.filter { findings.ranking.standings[$0] != .excluded }
        return [
            "h": String(findings.own.h), "isFiltered": findings.isFiltered,
            "summary": words("citations.profile.summary", count: findings.own.works),
            "indexes": findings.own.values(words, beside: findings.all), "chart": RankChart(findings.counted).values(words),
            "years": YearChart(findings.counted).values(words),
            "works": own.prefix(Self.most).map { index -> Values in
                let (work, standing) = (findings.works[index], findings.ranking.standings[index])
                return [
                    "title": work.title, "authors": work.listed.authors, "venue": work.listed.venue.isEmpty ? false : work.listed.venue,
                    "year": work.year.map(String.init) ?? "–", "citations": words.language.number(work.citations),
                    "standing": words("citations.standing.\(standing.rawValue)"),
                ]
            },
            "isCut": own.count > Self.most,
        ]
    }
}

extension RunResultPages {
    /// Form field: `act` (`show`, which asks for the author's consent, or `hide`).
    @Sendable func publish(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try find(person, Citations.editing, db) }
        let form = try await Form.read(request)
        guard ["show", "hide"].contains(form["act"]) else { throw HTTPError(.unprocessableContent) }
        let words = admin.pages.words(for: person.visitor)
        let isShown = form["act"] == "show"
        let id = try await admin.database.write { db in
            let (run, id) = try find(person, Citations.editing, db)
            guard let author = run.author, let name = try Author.fetch(db, id: author)?.name, try Outcome.of(id, db)?.computedAt != nil
            else {
                throw HTTPError(.notFound)
            }
            if isShown, form["agreed"] != "yes" {
                try person.session.setFlash(db, Flash(words("citations.profile.notAgreed"), kind: .info))
                return id
            }
            try AuthorProfile.set(isShown ? id : nil, of: author, db)
            try AuditEntry.write(
                db, "citations.authors.\(isShown ? "publish" : "unpublish")", by: person.actor, on: (Author.name, author, name))
            let inverse = Flash.Undo(
                action: "\(Run.address)/\(id)/publication", label: words("citations.log.undo"),
                fields: [["act", isShown ? "hide" : "show"]] + (isShown ? [] : [["agreed", "yes"]]))
            try person.session.setFlash(db, Flash(words("citations.profile.\(form["act"])Done", ["name": name]), undo: inverse))
            return id
        }
        return .redirect(to: Self.address(id))
    }
}
