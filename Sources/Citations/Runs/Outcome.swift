import Admin
import Foundation
import GRDB
import Web

/// The result of a run; table `citationOutcome`, with works in `citationWork` and `citationPageWork`.
struct Outcome: FetchableRecord, Decodable, Sendable {
    let runID: Int64
    let jobID: Int64?
    let version: Int
    let computedAt: Date?
    let titleThreshold: Int
    let isFiltered: Bool
    let strangers: Int
    let trace: String
    let remarks: String
    private let doubts: String

    struct Figures {
        let h: Int
        let allH: Int
        let counted: Int
        let state: Certainty.State
        let least: Int
        let most: Int?

        init(_ findings: Findings) {
            (h, allH, counted) = (findings.own.h, findings.all.h, findings.own.works)
            (state, least, most) = (findings.certainty.state, findings.certainty.least, findings.certainty.most)
        }

        /// nil when the figures are not stored yet.
        init?(_ row: Row) {
            guard let h: Int = row["h"], let state = (row["state"] as String?).flatMap({ Certainty.State(rawValue: $0) }) else {
                return nil
            }
            (self.h, allH, counted, self.state) = (h, row["allH"], row["counted"], state)
            let least: Int? = row["least"]
            (self.least, most) = (least ?? h, row["most"])
        }

        func localized(_ words: Words) -> String { state.localized(least: least, most: most, words) }

        /// The index of all works; a dash when the lists do not tell it.
        var formattedIndexOfAll: String { state == .exact || state == .range ? String(allH) : "–" }
    }

    static func of(_ run: Int64, _ db: Database) throws -> Outcome? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM citationOutcome WHERE runID = ?"), arguments: [run])
    }

    var traced: HomePage.Trace { (try? JSONDecoder().decode(HomePage.Trace.self, from: Data(trace.utf8))) ?? HomePage.Trace() }
    var remarked: [Analysis.Remark] { (try? JSONDecoder().decode([Analysis.Remark].self, from: Data(remarks.utf8))) ?? [] }

    var doubted: [Certainty.Doubt] {
        let found = (try? JSONDecoder().decode([Certainty.Doubt].self, from: Data(doubts.utf8))) ?? []
        // Older results only say it in their remarks.
        let isUnread = !isFiltered && remarked.contains { ["noAnchor", "oneTitle"].contains($0.kind) }
        return isUnread && !found.contains(.pageUnread) ? found + [.pageUnread] : found
    }

    /// Stores the figures for lists of runs with the current decisions; calculating them per row is too slow.
    static func recordFigures(of run: Int64, _ db: Database) throws {
        guard let outcome = try of(run, db), outcome.computedAt != nil else { return }
        // The figures do not depend on the year.
        let findings = try Findings(outcome, year: 0, db)
        try recordWorks(findings, db)
        let figures = Figures(findings)
        try db.execute(
            sql: "UPDATE citationOutcome SET h = ?, allH = ?, counted = ?, state = ?, least = ?, most = ? WHERE runID = ?",
            arguments: [figures.h, figures.allH, figures.counted, figures.state.rawValue, figures.least, figures.most, run])
    }

    private static func recordWorks(_ findings: Findings, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql:
                "UPDATE citationWork SET standing = :standing, words = :words WHERE id = :id AND (standing, words) IS NOT (:standing, :words)"
        )
        for (work, standing) in zip(findings.works, findings.ranking.standings) {
            let words = [work.title, work.listed.authors, work.listed.venue].joined(separator: " ").folded
            try statement.execute(arguments: ["standing": standing.rawValue, "words": words, "id": work.id])
        }
    }

    static func recordUnfinished(_ db: Database) throws {
        let sql = "SELECT runID FROM citationOutcome WHERE h IS NULL AND computedAt IS NOT NULL LIMIT 200"
        for run in try Int64.fetchAll(db, sql: sql) { try recordFigures(of: run, db) }
    }

    func figures(_ db: Database) throws -> Figures { Figures(try Findings(self, year: 0, db)) }

    static func begin(_ run: Int64, job: Int64?, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO citationOutcome (runID, jobID) VALUES (?, ?) ON CONFLICT (runID) DO UPDATE SET jobID = excluded.jobID",
            arguments: [run, job])
    }

    /// Replaces the result. Decisions stay, because they refer to title and year.
    static func store(_ analysis: Analysis, of run: Run, at now: Date, _ db: Database) throws {
        guard let id = run.id else { return }
        try db.execute(sql: "DELETE FROM citationWork WHERE runID = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM citationPageWork WHERE runID = ?", arguments: [id])
        for (position, work) in analysis.works.enumerated() { try insert(work, position, analysis, id, db) }
        for (position, row) in analysis.page.enumerated() {
            try db.execute(
                sql: """
                    INSERT INTO citationPageWork (runID, position, identity, title, authors, workTitle, percent, isFromText)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, position, row.row.identity, row.row.title, row.row.authors, row.best.map { analysis.works[$0.index].listed.title },
                    row.best?.percent, row.row.isFromText,
                ])
        }
        try db.execute(
            sql: """
                UPDATE citationOutcome SET version = ?, computedAt = ?, titleThreshold = ?, isFiltered = ?, strangers = ?, trace = ?,
                remarks = ?, doubts = ? WHERE runID = ?
                """,
            arguments: [
                run.stamp.version, now, run.titleThreshold, analysis.isFiltered, analysis.strangers, try json(analysis.trace),
                try json(analysis.remarks), try json(analysis.doubts), id,
            ])
    }

    private static func insert(_ work: Analysis.Work, _ position: Int, _ analysis: Analysis, _ run: Int64, _ db: Database) throws {
        let listed = work.listed
        try db.execute(
            sql: """
                INSERT INTO citationWork (runID, position, identity, title, authors, venue, year, citations, selfCitations, url, copies, parts,
                  pageTitle, percent, takenBy, evidence, sources)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                run, position, work.identity, listed.title, listed.authors, listed.venue, listed.year, listed.citations,
                listed.selfCitations, listed.url, work.copies, try json(work.parts), work.best.map { analysis.page[$0.index].row.title },
                work.best?.percent,
                work.takenBy, try json(work.evidence), try json(work.sources),
            ])
    }

    static func json(_ value: some Encodable) throws -> String { String(decoding: try JSONEncoder().encode(value), as: UTF8.self) }
}
