import Web

enum Matching {
    struct Best: Sendable, Equatable {
        let index: Int
        let percent: Double
    }

    /// Percentage points below the threshold that are still shown as near matches.
    static let nearness = 20

    /// Also finds matches up to `nearness` below the threshold. `isApart` forbids pairs by index. `step` is called repeatedly and throws to
    /// cancel.
    static func best(
        of titles: [NormalizedText], among others: [NormalizedText], threshold: Int, nearness: Int = Matching.nearness,
        _ isApart: (Int, Int) -> Bool = { _, _ in false }, step: () throws -> Void = {}
    ) rethrows -> [Best?] {
        try titles.enumerated().map { place, title in
            try step()
            let similarity = Similarity(to: title)
            var best: Best?
            for (index, other) in others.enumerated() {
                if isApart(place, index) { continue }
                // Lower bounds end the comparison early.
                let least = max(threshold - nearness, best.map { Int(cutting: $0.percent) } ?? 0, 1)
                guard let percent = similarity.percent(other, atLeast: min(least, 100)) else { continue }
                if percent > best?.percent ?? -1 { best = Best(index: index, percent: percent) }
            }
            return best
        }
    }

    /// Assigns each title at most one other, most similar pairs first, ties in list order. Returns indices; unmatched titles are missing.
    static func assignment(
        of titles: [NormalizedText], among others: [NormalizedText], threshold: Int, _ isApart: (Int, Int) -> Bool = { _, _ in false },
        step: () throws -> Void = {}
    ) rethrows -> [Int: Best] {
        var pairs: [(title: Int, best: Best)] = []
        for (place, title) in titles.enumerated() {
            try step()
            let similarity = Similarity(to: title)
            for (index, other) in others.enumerated() where !isApart(place, index) {
                guard let percent = similarity.percent(other, atLeast: threshold) else { continue }
                pairs.append((place, Best(index: index, percent: percent)))
            }
        }
        pairs.sort { ($1.best.percent, $0.title, $0.best.index) < ($0.best.percent, $1.title, $1.best.index) }
        var (assigned, taken): ([Int: Best], Set<Int>) = ([:], [])
        for pair in pairs where assigned[pair.title] == nil && taken.insert(pair.best.index).inserted { assigned[pair.title] = pair.best }
        return assigned
    }

    static func reaches(_ percent: Double, _ threshold: Int) -> Bool { percent >= Double(threshold) - 1e-9 }
}
