import Admin
import Web

extension Double {
    /// One decimal in the language's format: `97,6`.
    func formatted(_ words: Words, places: Double = 10) -> String { words.language.decimal((self * places).rounded() / places) }
}

extension Indexes {
    /// `certainty` hides figures of citations that are not known and words h.
    func values(_ words: Words, beside other: Indexes? = nil, _ certainty: Certainty? = nil) -> [Values] {
        let (isKnown, knowsAll) = (certainty.map { $0.state == .exact } ?? true, certainty?.knowsAll ?? true)
        return zip(rows(words), other?.rows(words) ?? rows(words)).map { own, other in
            let isAlways = own.0 == "works"
            let unknown = own.0 == "h" ? certainty?.localized(words) ?? "–" : "–"
            return [
                "name": words("citations.indexes.\(own.0)"),
                "value": isKnown || isAlways ? own.1 : unknown,
                "all": knowsAll || isAlways ? other.1 : "–",
                "meaning": words("citations.meanings.\(own.0)"),
            ]
        }
    }

    private func rows(_ words: Words) -> [(String, String)] {
        let language = words.language
        return [
            ("h", String(h)), ("g", String(g)), ("i10", String(i10)), ("e", e.formatted(words, places: 100)),
            ("m", m.map { $0.formatted(words, places: 100) } ?? "–"), ("hNormalised", String(hNormalised)),
            ("hm", hm.formatted(words, places: 100)),
            ("hIndividual", hIndividual.formatted(words, places: 100)),
            ("hAnnual", hAnnual.map { $0.formatted(words, places: 100) } ?? "–"),
            ("a", a.formatted(words, places: 100)), ("r", r.formatted(words, places: 100)), ("hg", hg.formatted(words, places: 100)),
            ("contemporary", String(contemporary)), ("hOthers", hOthers.map(String.init) ?? "–"), ("works", language.number(works)),
            ("total", language.number(total)),
            ("perYear", perYear.map { $0.formatted(words) } ?? "–"), ("mean", mean.formatted(words)), ("median", median.formatted(words)),
        ]
    }
}

/// Derives h and g: rank, citations, sum, and whether each rank satisfies the condition.
struct WorkingTable {
    static func rows(_ works: [Counted], _ words: Words, most: Int = 60) -> [Values] {
        let ranking = Ranking(works)
        let order = works.indices.filter { ranking.ranks[$0] != nil }.sorted { ranking.ranks[$0] ?? 0 < ranking.ranks[$1] ?? 0 }
        var sum = 0
        return order.prefix(most).enumerated().map { index, work in
            let rank = index + 1
            sum += works[work].citations
            let standing = ranking.standings[work]
            return [
                "rank": String(rank), "citations": words.language.number(works[work].citations), "holds": works[work].citations >= rank,
                "sum": words.language.number(sum), "square": words.language.number(rank * rank), "holdsG": sum >= rank * rank,
                "standing": standing.rawValue, "standingText": words("citations.standing.\(standing.rawValue)"),
            ]
        }
    }
}
