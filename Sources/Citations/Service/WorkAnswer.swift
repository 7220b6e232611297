import Admin
import GRDB
import Web

enum WorkAnswer {
    static let standings = Shape.choice(CitationRank.allCases.map(\.rawValue))

    private enum Excluder: String, CaseIterable { case filter, person, merged }

    static let shape = Shape.object([
        "id": Shape.id, "rank": Shape.orNull(Shape.id), "state": standings, "enabled": Shape.flag, "decision": Shape.orNull(Shape.flag),
        "excludedBy": Shape.orNull(Shape.choice(Excluder.allCases.map(\.rawValue))), "reason": Shape.text, "why": Shape.text,
        "doubtful": Shape.flag, "title": Shape.text, "authors": Shape.text, "venue": Shape.text, "year": Shape.orNull(.type("integer")),
        "citations": Shape.orNull(Shape.count), "url": Shape.text, "copies": Shape.count, "corrected": Shape.flag,
        "sameAs": Shape.orNull(Shape.id),
        "match": Shape.orNull(Shape.object(["title": Shape.text, "percent": Shape.decimal, "reaches": Shape.flag])),
        "class": Shape.orNull(Shape.choice(EvidenceClass.allCases.map(\.rawValue))),
        "evidence": Shape.list(
            Shape.object(["kind": Shape.choice(Evidence.Kind.allCases.map(\.rawValue)), "weight": Shape.decimal, "text": Shape.text])),
    ])

    static func json(_ index: Int, of findings: Findings, _ words: Words) -> JSON {
        let (work, standing) = (findings.works[index], findings.ranking.standings[index])
        let decision = work.decision
        return .values([
            "id": .id(work.id), "rank": .optional(findings.ranking.ranks[index]), "state": .text(standing.rawValue),
            "enabled": .flag(standing != .excluded), "decision": decision.isIn.map { JSON.flag($0) } ?? .null,
            "excludedBy": .optional(standing == .excluded ? excluder(decision).rawValue : nil),
            "reason": .text(findings.reason(of: index).key), "why": .text(WorkRows.why(index, of: findings, words)),
            "doubtful": .flag(findings.isDoubtful(index)), "title": .text(work.title), "authors": .text(work.listed.authors),
            "venue": .text(work.listed.venue), "year": .optional(work.year), "citations": .optional(work.knownCitations),
            "url": .text(work.listed.url), "copies": .number(work.copies),
            "corrected": .flag(decision.title != nil || decision.year != nil || decision.citations != nil),
            "sameAs": same(decision, findings), "match": match(work, findings),
            "class": .optional(work.evidenceClass?.rawValue),
            "evidence": .list(
                work.evidence.map { evidence in
                    .values([
                        "kind": .text(evidence.kind.rawValue), "weight": .decimal(evidence.weight),
                        "text": .text(evidence.localized(words)),
                    ])
                }),
        ])
    }

    private static func excluder(_ decision: WorkDecision) -> Excluder {
        decision.mergedInto != nil ? .merged : decision.isIn == nil ? .filter : .person
    }

    private static func same(_ decision: WorkDecision, _ findings: Findings) -> JSON {
        guard let identity = decision.mergedInto, let other = findings.works.first(where: { $0.identity == identity }) else { return .null }
        return .id(other.id)
    }

    private static func match(_ work: FoundWork, _ findings: Findings) -> JSON {
        guard let title = work.pageTitle, let percent = work.percent else { return .null }
        return .values([
            "title": .text(title), "percent": .decimal(percent), "reaches": .flag(Matching.reaches(percent, findings.threshold)),
        ])
    }

    private static let (count, decimal) = (Shape.orNull(Shape.count), Shape.orNull(Shape.decimal))

    static let indexes = Shape.object([
        "h": count, "g": count, "e": decimal, "i10": count, "m": decimal, "hNormalised": count, "hm": decimal, "contemporary": count,
        "hIndividual": decimal, "hAnnual": decimal, "a": decimal, "r": decimal, "hg": decimal, "perYear": decimal,
        "hWithoutSelfCitations": count, "works": Shape.count, "total": count, "mean": decimal, "median": decimal,
        "withAuthors": Shape.count, "withYear": Shape.count,
    ])

    /// Figures of citations are null where they are not known.
    static func json(_ indexes: Indexes, isKnown: Bool) -> JSON {
        func number(_ value: Int?) -> JSON { .optional(isKnown ? value : nil) }
        func decimal(_ value: Double?) -> JSON { .optional(isKnown ? value : nil) }
        return .values([
            "h": number(indexes.h), "g": number(indexes.g), "e": decimal(indexes.e), "i10": number(indexes.i10), "m": decimal(indexes.m),
            "hNormalised": number(indexes.hNormalised), "hm": decimal(indexes.hm), "contemporary": number(indexes.contemporary),
            "hIndividual": decimal(indexes.hIndividual), "hAnnual": decimal(indexes.hAnnual), "a": decimal(indexes.a),
            "r": decimal(indexes.r), "hg": decimal(indexes.hg), "perYear": decimal(indexes.perYear),
            "hWithoutSelfCitations": number(indexes.hOthers), "works": .number(indexes.works), "total": number(indexes.total),
            "mean": decimal(indexes.mean), "median": decimal(indexes.median), "withAuthors": .number(indexes.known.authors),
            "withYear": .number(indexes.known.years),
        ])
    }

    static let changed = Shape.object([
        "acts": Shape.list(Shape.id), "batch": Shape.orNull(Shape.id), "h": RunAnswer.h, "indexes": indexes,
        "states": Shape.list(Shape.object(["id": Shape.id, "rank": Shape.orNull(Shape.id), "state": standings])),
    ])

    static func changed(_ acts: [Int64], _ findings: Findings, _ service: CitationService, _ db: Database) throws -> JSON {
        let states = findings.works.indices.map { index in
            JSON.values([
                "id": .id(findings.works[index].id), "rank": .optional(findings.ranking.ranks[index]),
                "state": .text(findings.ranking.standings[index].rawValue),
            ])
        }
        return .values([
            "acts": .list(acts.map(JSON.id)), "batch": acts.count > 1 ? .id(acts[0]) : .null, "h": try RunAnswer.h(findings, service, db),
            "indexes": json(findings.own, isKnown: findings.certainty.state == .exact),
            "states": .list(states),
        ])
    }
}
