import Admin
import Web

struct WorkRows {
    let findings: Findings
    let base: String
    let mayEdit: Bool
    let words: Words

    func values(_ index: Int) -> Values {
        let (work, standing) = (findings.works[index], findings.ranking.standings[index])
        let isIn = standing != .excluded
        let isMerged = work.decision.mergedInto != nil
        return [
            "id": String(work.id), "title": work.title, "authors": work.listed.authors, "venue": work.listed.venue,
            "year": work.year.map(String.init) ?? "–", "citations": work.knownCitations.map(words.language.number) ?? "–",
            "rank": findings.ranking.ranks[index].map(String.init) ?? "–", "standing": standing.rawValue,
            "standingText": words("citations.standing.\(standing.rawValue)"), "icon": Self.icons[standing] ?? "info",
            "why": Self.why(index, of: findings, words), "evidence": work.evidence.map { ["text": $0.localized(words)] as Values },
            "class": work.evidenceClass.map { words("citations.evidence.class.\($0.rawValue)") } ?? false,
            "isDoubtful": findings.isDoubtful(index),
            "isCorrected": work.decision.title != nil || work.decision.citations != nil || work.decision.year != nil,
            "copies": work.copies > 1 ? words("citations.results.copies", count: work.copies) : false,
            "act": mayEdit && !isMerged ? "\(base)/works/\(work.id)/decision" : false, "value": isIn ? "out" : "in",
            "actText": words(isIn ? "citations.decide.out" : "citations.decide.in"),
            "confirm": findings.isDoubtful(index) ? (isIn ? "in" : "out") : false,
            "confirmText": words(isIn ? "citations.decide.confirmIn" : "citations.decide.confirmOut"),
            "clear": mayEdit && work.decision.isIn != nil, "edit": mayEdit ? "\(base)/works/\(work.id)" : false,
            "tick": mayEdit && !isMerged,
        ]
    }

    static func why(_ index: Int, of findings: Findings, _ words: Words) -> String {
        let (work, reason) = (findings.works[index], findings.reason(of: index))
        // A title to the letter need not be said twice.
        let isSame = reason.key == "onPage" && reason.percent == 100 && work.pageTitle == work.title
        return words(
            "citations.why.\(isSame ? "same" : reason.key)",
            [
                "percent": reason.percent.map { $0.formatted(words) } ?? "", "threshold": String(findings.threshold),
                "page": work.pageTitle ?? "",
                "other": findings.works.first { $0.identity == work.decision.mergedInto }?.title ?? work.takenBy ?? "",
            ])
    }

    private static let icons: [CitationRank: String] = [.core: "check", .tie: "question", .out: "down", .excluded: "close"]
}
