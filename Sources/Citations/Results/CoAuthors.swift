import Admin
import Web

enum CoAuthors {
    private static let most = 20

    /// Co-authors by number of shared works; `surnames` of the author are excluded.
    static func rows(_ findings: Findings, surnames: [String], address: String, _ words: Words) -> [Values] {
        var found: [String: (name: String, counts: [Bool: Int])] = [:]
        for (work, counted) in zip(findings.works, findings.counted) where work.decision.mergedInto == nil {
            for (key, name) in AuthorNames(work.listed.authors).people where !surnames.contains(where: AuthorNames(name).include) {
                found[key, default: (name, [:])].counts[counted.isIn, default: 0] += 1
            }
        }
        let ordered = found.values.sorted { a, b in
            (b.counts.values.reduce(0, +), a.name) < (a.counts.values.reduce(0, +), b.name)
        }
        return ordered.prefix(most).map { name, counts in
            [
                "name": name, "href": address.appendingQuery([("q", name)]) + "#works",
                "isIn": words.language.number(counts[true] ?? 0), "isOut": words.language.number(counts[false] ?? 0),
                // A co-author of counted and excluded works may indicate a wrongly excluded work.
                "isBoth": counts.count == 2,
            ]
        }
    }
}
