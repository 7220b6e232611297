import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ExportedRun: Sendable {
    enum Format: String, CaseIterable, Sendable {
        case csv, json, bib, ris

        var file: String { "works." + rawValue }

        var type: String {
            switch self {
            case .csv: "text/csv"
            case .json: "application/json"
            case .bib: "application/x-bibtex"
            case .ris: "application/x-research-info-systems"
            }
        }
    }

    let run: Run
    let author: String
    let outcome: Outcome
    let findings: Findings

    init(_ run: Run, _ outcome: Outcome?, _ findings: Findings, _ db: Database) throws {
        guard let outcome, outcome.computedAt != nil else { throw HTTPError(.notFound) }
        (self.run, self.outcome, self.findings) = (run, outcome, findings)
        author = try Author.fetch(db, id: run.author ?? 0)?.name ?? ""
    }

    private var own: [FoundWork] { zip(findings.works, findings.ranking.standings).filter { $1 != .excluded }.map(\.0) }

    func file(_ format: Format, _ language: Language) -> Response {
        let text =
            switch format {
            case .csv: csv(language)
            case .json: json
            case .bib: BibliographyWriting.bibtex(own)
            case .ris: BibliographyWriting.ris(own)
            }
        return .file(text, named: format.file, type: format == .json ? format.type : format.type + "; charset=utf-8")
    }

    private func csv(_ language: Language) -> String {
        let csv = CSV(separator: language.columnSeparator)
        var text =
            CSV.mark
            + csv.line(["rank", "standing", "citations", "title", "authors", "year", "venue", "url", "similarity", "on_page", "reason"])
        for (index, work) in findings.works.enumerated() {
            text += csv.line([
                .number(findings.ranking.ranks[index].map(String.init)), .text(findings.ranking.standings[index].rawValue),
                .number(work.knownCitations.map(String.init)), .text(work.title), .text(work.listed.authors),
                .number(work.year.map(String.init)),
                .text(work.listed.venue), .text(work.listed.url), .number(work.percent.map { String(($0 * 10).rounded() / 10) }),
                .text(work.pageTitle ?? ""), .text(findings.reason(of: index).key),
            ])
        }
        return text
    }

    private var json: String {
        let works = findings.works.enumerated().map { index, work in
            JSON.object([
                ("title", .text(work.title)), ("authors", .text(work.listed.authors)), ("year", work.year.map { .number($0) } ?? .null),
                ("venue", .text(work.listed.venue)), ("citations", .optional(work.knownCitations)),
                ("self_citations", work.listed.selfCitations.map { .number($0) } ?? .null), ("url", .text(work.listed.url)),
                ("standing", .text(findings.ranking.standings[index].rawValue)),
                ("rank", findings.ranking.ranks[index].map { .number($0) } ?? .null),
                ("similarity", work.percent.map { .decimal($0) } ?? .null), ("reason", .text(findings.reason(of: index).key)),
            ])
        }
        let (own, certainty) = (findings.own, findings.certainty)
        func number(_ value: Int?) -> JSON { .optional(certainty.state == .exact ? value : nil) }
        func decimal(_ value: Double?) -> JSON { .optional(certainty.state == .exact ? value : nil) }
        let root = JSON.object([
            ("run", .text(run.name)), ("author", .text(author)), ("preset", .text(run.preset.rawValue)),
            ("titleThreshold", .number(outcome.titleThreshold)),
            ("computedAt", .text(outcome.computedAt?.formatted(.iso8601) ?? "")),
            ("documents", .list(run.documents.map { .text($0.name) })),
            (
                "indexes",
                .object([
                    ("h", .optional(certainty.exact)), ("hWithoutFilter", .optional(certainty.knowsAll ? findings.all.h : nil)),
                    ("g", number(own.g)), ("i10", number(own.i10)), ("e", decimal(own.e)), ("m", decimal(own.m)),
                    ("hNormalised", number(own.hNormalised)), ("hm", decimal(own.hm)), ("contemporary", number(own.contemporary)),
                    ("hIndividual", decimal(own.hIndividual)), ("hAnnual", decimal(own.hAnnual)), ("a", decimal(own.a)),
                    ("r", decimal(own.r)), ("hg", decimal(own.hg)), ("perYear", decimal(own.perYear)),
                    ("hWithoutSelfCitations", number(own.hOthers)),
                ])
            ),
            (
                "certainty",
                .object([
                    ("state", .text(certainty.state.rawValue)), ("least", .optional(certainty.state == .unknown ? nil : certainty.least)),
                    ("most", .optional(certainty.most)), ("doubts", .list(certainty.doubts.map { .text($0.rawValue) })),
                ])
            ),
            ("works", .list(works)),
        ])
        return root.compact + "\n"
    }
}
