import Web

/// The most alike of a list of titles for each title of another.
enum Matching {
    struct Best: Sendable, Equatable {
        let index: Int
        let percent: Double
    }

    /// How far below the threshold a likeness is still told, so that a person sees what was nearly found.
    static let nearness = 20

    /// - Parameters:
    ///   - isApart: whether a title, by its place, cannot be one of the others.
    ///   - step: called again and again; throws when the search is to end.
    static func best(
        of titles: [NormalizedText], among others: [NormalizedText], threshold: Int, _ isApart: (Int, Int) -> Bool = { _, _ in false },
        step: () throws -> Void = {}
    ) rethrows -> [Best?] {
        try titles.enumerated().map { place, title in
            try step()
            let similarity = Similarity(to: title)
            var best: Best?
            for (index, other) in others.enumerated() {
                if isApart(place, index) { continue }
                // Only what is better than the best so far needs to be worked out to its end.
                let least = max(threshold - nearness, best.map { Int(cutting: $0.percent) } ?? 0, 1)
                guard let percent = similarity.percent(other, atLeast: min(least, 100)) else { continue }
                if percent > best?.percent ?? -1 { best = Best(index: index, percent: percent) }
            }
            return best
        }
    }

    /// One of the others for each title and each only once: the most alike pair first, of equal ones the first in the list.
    /// - Returns: by the place of the title; titles that are left without one are not in it.
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

    /// Whether a percentage is enough. The threshold itself is.
    static func reaches(_ percent: Double, _ threshold: Int) -> Bool { percent >= Double(threshold) - 1e-9 }
}
