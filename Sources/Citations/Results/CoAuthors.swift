import Admin
import Web

/// With whom the works of a result were written: namesakes have other company.
enum CoAuthors {
    private static let most = 20

    /// Those who share most works first.
    /// - Parameter surnames: of the author himself, whom every work names.
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
                // Company on both sides may mean a work that was left out by mistake.
                "isBoth": counts.count == 2,
            ]
        }
    }
}
