/// Generalizes known texts to all texts of their kind on a page, with a record of the steps.
struct Wrapper {
    let anchors: [Anchor]
    let picks: [Pick]
    let results: [HTMLElement]

    struct Pick {
        let first: Anchor
        let second: Anchor
        let path: InducedPath
        let results: [HTMLElement]
    }

    var expression: String { picks.map(\.path.expression).joined(separator: " | ") }

    private static let mostPairs = 200

    /// `firstPairOnly`: the first two anchors decide (2011). `limit`: see `HTMLDocument.select`. `step` throws to cancel.
    init(
        _ document: HTMLDocument, anchors: [Anchor], firstPairOnly: Bool, limit: Duration, step: () throws -> Void = {}
    ) throws {
        self.anchors = anchors
        var candidates: [Pick] = []
        var seen: Set<String> = []
        for (first, second) in Self.pairs(anchors, most: firstPairOnly ? 1 : Self.mostPairs) {
            try step()
            let path = InducedPath(first.element, second.element, ignoresAccidents: !firstPairOnly)
            guard !path.steps.isEmpty, seen.insert(path.expression).inserted,
                let results = try? document.select(path.expression, within: limit)
            else {
                continue
            }
            candidates.append(Pick(first: first, second: second, path: path, results: results))
        }
        picks = Self.cover(anchors, candidates)
        results = document.inOrder(picks.flatMap(\.results))
    }

    private static func pairs(_ anchors: [Anchor], most: Int) -> [(Anchor, Anchor)] {
        var pairs: [(Anchor, Anchor)] = []
        for second in anchors.indices {
            for first in anchors[..<second] where first.element.name == anchors[second].element.name && first.known != anchors[second].known
            {
                pairs.append((first, anchors[second]))
                if pairs.count == most { return pairs }
            }
        }
        return pairs
    }

    /// Repeatedly takes the candidate that adds the most anchors; ties go to the narrower one.
    private static func cover(_ anchors: [Anchor], _ candidates: [Pick]) -> [Pick] {
        var uncovered = Set(anchors.map(\.element))
        var picks: [Pick] = []
        let sets = candidates.map { Set($0.results) }
        while !uncovered.isEmpty {
            let gains = sets.map { $0.intersection(uncovered).count }
            let best = candidates.indices.max {
                (gains[$0], -candidates[$0].results.count, -$0) < (gains[$1], -candidates[$1].results.count, -$1)
            }
            guard let best, gains[best] > 0 else { break }
            picks.append(candidates[best])
            uncovered.subtract(sets[best])
        }
        return picks
    }
}
