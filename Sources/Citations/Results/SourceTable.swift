import Admin
import Web

/// The lists of a result beside each other: the same counted works with the citations that each list says.
enum SourceTable {
    /// Empty for a single list.
    static func rows(_ findings: Findings, _ words: Words) -> [Values] {
        let names = findings.works.flatMap { $0.sources.map(\.list) }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard names.count > 1 else { return [] }
        let rows = names.map { name -> Values in
            let counts = counts(of: name, findings)
            let known = counts.compactMap { $0 }
            return row(name, counts.count, known, words)
        }
        let joined = zip(findings.works, findings.counted).filter(\.1.isIn).map { $0.0.knownCitations }
        return rows + [row(words("citations.sources.joined"), joined.count, joined.compactMap { $0 }, words)]
    }

    private static func row(_ name: String, _ works: Int, _ known: [Int], _ words: Words) -> Values {
        [
            "name": name, "works": words.language.number(works), "cited": words.language.number(known.count),
            // A list without citations tells no index.
            "h": known.isEmpty ? "–" : String(Ranking(known.map { Counted(citations: $0) }).h),
        ]
    }

    /// The counts of the works of a list that count; of works that a person joined the larger one.
    private static func counts(of list: String, _ findings: Findings) -> [Int?] {
        var (counts, places): ([Int?], [String: Int]) = ([], [:])
        let targets = Dictionary(zip(findings.works, findings.counted).map { ($0.0.identity, $0.1.isIn) }) { first, _ in first }
        for work in findings.works {
            let target = work.decision.mergedInto ?? work.identity
            guard targets[target] == true, let source = work.sources.first(where: { $0.list == list }) else { continue }
            if let place = places[target] {
                counts[place] = [counts[place], source.citations].compactMap { $0 }.max()
            } else {
                places[target] = counts.count
                counts.append(source.citations)
            }
        }
        return counts
    }
}
