import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct RunAnswer {
    let run: Run
    let id: Int64
    let outcome: Outcome?
    let job: Job?
    /// Covers settings, calculation and decisions: a caller may change only the state that it has read.
    let tag: String

    /// Throws 403 without the right, 404 when the caller may not see it.
    init(_ caller: Caller, _ permission: Permission, _ db: Database) throws {
        try caller.require(permission)
        let id = try caller.id()
        let run = try Run.find(db, caller.grants, Citations.seeing, id)
        guard try Run.isOpen(id, permission, caller.grants, db) else { throw HTTPError(.forbidden) }
        (self.run, self.id, outcome, job) = (run, id, try Outcome.of(id, db), try RunJob.job(of: id, db))
        tag = try Self.tag(of: run, id, outcome, db)
    }

    static func tag(of run: Run, _ id: Int64, _ outcome: Outcome?, _ db: Database) throws -> String {
        let act = try Int64.fetchOne(db, sql: "SELECT max(id) FROM citationAct WHERE runID = ?", arguments: [id]) ?? 0
        let moment = outcome?.computedAt.map { Int(nearest: $0.timeIntervalSince1970 * 1000) } ?? 0
        return "\"\(run.stamp.version)-\(moment)-\(act)\""
    }

    var headers: HTTPFields { [.eTag: tag] }

    /// Throws `Problem` (409) without a result.
    func findings(_ service: CitationService, _ db: Database) throws -> Findings {
        guard let outcome, outcome.computedAt != nil else { throw Problem(.conflict, "noResult") }
        return try Findings(outcome, year: service.year(db), db)
    }

    var named: (id: Int64, name: String) { (id, run.name) }

    enum Status: String, CaseIterable { case new, waiting, running, done, failed, stopped }

    private var status: Status {
        switch job?.state {
        case .waiting: .waiting
        case .running: .running
        case .failed: .failed
        case .cancelled: .stopped
        case .done, nil: outcome?.computedAt == nil ? .new : .done
        }
    }

    static let shape = Shape.object([
        "id": Shape.id, "name": Shape.text, "status": Shape.choice(Status.allCases.map(\.rawValue)), "step": Shape.orNull(Shape.text),
        "code": Shape.orNull(Shape.text), "failure": Shape.orNull(Shape.text),
        "progress": Shape.object(["done": Shape.count, "total": Shape.count]),
        "author": Shape.object(["id": Shape.id, "name": Shape.text]), "computedAt": Shape.orNull(Shape.moment), "isStale": Shape.flag,
        "h": Shape.orNull(h),
        "counts": Shape.orNull(
            Shape.object([
                "works": Shape.count, "counted": Shape.count, "excluded": Shape.count, "doubtful": Shape.count, "decided": Shape.count,
                "strangers": Shape.count, "onPage": Shape.count,
            ])),
        "settings": Shape.object([
            "preset": Shape.choice(Preset.allCases.map(\.rawValue)), "normalisation": Shape.choice(Normalisation.allCases.map(\.rawValue)),
            "titleThreshold": Shape.count, "authorThreshold": Shape.count, "oneToOne": Shape.flag, "expression": Shape.text,
        ]),
        "documents": Shape.list(
            Shape.object([
                "id": Shape.id, "name": Shape.text, "role": Shape.choice(DocumentRole.allCases.map(\.rawValue)), "characters": Shape.count,
            ])),
        "warnings": Shape.list(warningShape),
        "exports": Shape.orNull(Shape.object(["csv": Shape.text, "json": Shape.text, "bib": Shape.text, "ris": Shape.text])),
    ])
    static let warningShape = Shape.object([
        "code": Shape.text, "text": Shape.text, "document": Shape.text, "rows": Shape.list(Shape.count), "count": Shape.count,
    ])
    /// Indexes are null where they are not known; `least` and `most` say what is.
    static let h = Shape.object([
        "state": Shape.choice(Certainty.State.allCases.map(\.rawValue)), "all": Shape.orNull(Shape.count),
        "filtered": Shape.orNull(Shape.count), "selected": Shape.orNull(Shape.count), "least": Shape.orNull(Shape.count),
        "most": Shape.orNull(Shape.count), "doubts": Shape.list(Shape.choice(Certainty.Doubt.allCases.map(\.rawValue))),
    ])

    func json(_ service: CitationService, _ words: Words, _ db: Database) throws -> JSON {
        let isDone = outcome?.computedAt != nil
        let findings = try isDone ? findings(service, db) : nil
        let author = try Author.fetch(db, id: run.author ?? 0)
        let (h, counts) = (try findings.map { try Self.h($0, service, db) }, try findings.map { try self.counts($0, db) })
        return .values([
            "id": .id(id), "name": .text(run.name), "status": .text(status.rawValue), "step": step(words),
            "code": .optional(code(findings)),
            "failure": failure(words), "progress": progress,
            "author": .values(["id": .id(run.author ?? 0), "name": .text(author?.name ?? "")]), "computedAt": .moment(outcome?.computedAt),
            "isStale": .flag(isDone && outcome?.version != run.stamp.version), "h": h ?? .null, "counts": counts ?? .null,
            "settings": settings, "documents": .list(run.documents.map(document)),
            "warnings": .list((isDone ? outcome?.remarked ?? [] : []).map { Self.warning($0, words) }),
            "exports": isDone ? exports : .null,
        ])
    }

    private var isWorking: Bool { status == .waiting || status == .running }

    private func step(_ words: Words) -> JSON {
        isWorking ? .text(words("citations.results.phase\(min(job?.done ?? 0, 2))")) : .null
    }

    private func failure(_ words: Words) -> JSON {
        guard status == .failed, let error = job?.error else { return .null }
        return .text(LocalizedMessage(json: error).localized(in: words))
    }

    private var progress: JSON {
        let done = isWorking ? job?.done ?? 0 : outcome?.computedAt != nil ? Self.phases : 0
        return .values(["done": .number(min(done, Self.phases)), "total": .number(Self.phases)])
    }

    private static let phases = 3

    private var exports: JSON {
        .object(ExportedRun.Format.allCases.map { ($0.rawValue, .text("/api/v1/citations/runs/\(id)/exports/\($0.file)")) })
    }

    static func h(_ findings: Findings, _ service: CitationService, _ db: Database) throws -> JSON {
        let certainty = findings.certainty
        let (isExact, isPlain) = (certainty.state == .exact, certainty.doubts.isEmpty)
        let filtered = try isExact ? findings.filtered(in: service.year(db)).h : nil
        return .values([
            "state": .text(certainty.state.rawValue), "all": .optional(certainty.knowsAll ? findings.all.h : nil),
            "filtered": .optional(filtered),
            "selected": .optional(certainty.exact),
            "least": .optional(certainty.state == .unknown ? nil : isPlain ? findings.band.lowerBound : certainty.least),
            "most": .optional(isPlain ? findings.band.upperBound : certainty.most),
            "doubts": .list(certainty.doubts.map { .text($0.rawValue) }),
        ])
    }

    private func counts(_ findings: Findings, _ db: Database) throws -> JSON {
        let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM citationPageWork WHERE runID = ?", arguments: [id]) ?? 0
        return .values([
            "works": .number(findings.works.count), "counted": .number(findings.own.works),
            "excluded": .number(findings.works.count - findings.own.works),
            "doubtful": .number(findings.works.indices.count(where: findings.isDoubtful)),
            "decided": .number(findings.works.count { !$0.decision.isEmpty }), "strangers": .number(outcome?.strangers ?? 0),
            "onPage": .number(rows),
        ])
    }

    private var settings: JSON {
        .values([
            "preset": .text(run.preset.rawValue), "normalisation": .text(run.method(surnames: []).normalisation.rawValue),
            "titleThreshold": .number(run.titleThreshold), "authorThreshold": .number(run.authorThreshold), "oneToOne": .flag(run.oneToOne),
            "expression": .text(run.expression),
        ])
    }

    private func document(_ document: RunDocument) -> JSON {
        .values([
            "id": .id(document.id ?? 0), "name": .text(document.name), "role": .text(document.role.rawValue),
            "characters": .number(document.text.unicodeScalars.count),
        ])
    }

    static func warning(_ remark: Analysis.Remark, _ words: Words) -> JSON {
        .values([
            "code": .text(code(of: remark.kind)), "text": .text(remark.localized(in: words)), "document": .text(remark.document),
            "rows": .list(remark.rows.map(JSON.number)), "count": .number(remark.count),
        ])
    }

    private func code(_ findings: Findings?) -> String? {
        if status == .stopped { return "cancelled" }
        guard let findings, let outcome else { return nil }
        let codes = outcome.remarked.map { Self.code(of: $0.kind) }.filter { $0 != "bad_row" }
        return codes.first
            ?? (findings.works.isEmpty ? "no_publications" : findings.certainty.doubts.first.map(Self.code(ofDoubt:)) ?? "ok")
    }

    private static func code(ofDoubt doubt: Certainty.Doubt) -> String {
        switch doubt {
        case .noWorks, .listUnread: "no_publications"
        case .noCitations, .fewCitations: "citations_unknown"
        case .pageUnread: "homepage_titles_not_found"
        case .pageFew: "homepage_few_titles"
        }
    }

    static func code(of kind: String) -> String { codes[kind] ?? "bad_row" }

    private static let codes = [
        "noAnchor": "homepage_titles_not_found", "oneTitle": "homepage_single_title", "authorsMismatch": "homepage_authors_mismatch",
        "blocked": "blocked_page", "unknownPage": "unknown_layout", "unknownColumns": "unknown_layout", "isiText": "unknown_layout",
        "scopusText": "unknown_layout", "pubMedText": "unknown_layout", "endNoteText": "unknown_layout",
        "risWithoutTypes": "unknown_layout", "xmlList": "unknown_layout", "notTitles": "unknown_layout",
        "pageFew": "homepage_few_titles", "empty": "no_publications",
        "broken": "inconsistent_page", "badExpression": "invalid_expression", "slowExpression": "limit_exceeded", "cut": "limit_exceeded",
        "tooMany": "limit_exceeded", "full": "limit_exceeded",
    ]
}
