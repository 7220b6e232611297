/// Which parts of a whole may be shown so that nobody learns what fewer than so many people said: neither from a part itself nor from
/// what is left when the parts that are shown are taken from the whole.
enum Disclosure {
    /// - Parameter counts: how many people are in each part; the parts make up the whole.
    /// - Returns: for each part whether it is shown. Parts without anybody are: they say nothing of anybody.
    static func shown(_ counts: [Int], threshold: Int) -> [Bool] {
        var shown = counts.map { $0 == 0 || $0 >= threshold }
        let rest = zip(counts, shown).reduce(0) { $1.1 ? $0 : $0 + $1.0 }
        // Too small a rest would be found by subtraction: the smallest part that could be shown hides with it.
        guard rest > 0, rest < threshold else { return shown }
        let candidates = counts.indices.filter { shown[$0] && counts[$0] > 0 }
        if let smallest = candidates.min(by: { (counts[$0], $0) < (counts[$1], $1) }) { shown[smallest] = false }
        return shown
    }
}

/// Everybody who filled something in, divided and divided again: by year, degree, activity. Each part lies in one part of the level
/// above, and a part is shown only inside one that is shown, so what holds for one level holds for all together.
struct Cells: Sendable, Equatable {
    /// What the part is called in addresses: `year 3`, then `degree 7` and so on.
    var key: String
    var count: Int
    var parts: [Cells] = []

    /// The keys, from the top down, of all parts that are shown.
    func shown(threshold: Int) -> [[String]] { count >= threshold && threshold > 0 ? shownWithin([], threshold) : [] }

    private func shownWithin(_ path: [String], _ threshold: Int) -> [[String]] {
        let own = path + [key]
        let isShown = Disclosure.shown(parts.map(\.count), threshold: threshold)
        return [own]
            + zip(parts, isShown).flatMap { part, isShown in isShown && part.count > 0 ? part.shownWithin(own, threshold) : [] }
    }
}

/// Which questions may be shown in which parts. What everybody is asked may be shown wherever the part may.
struct DisclosedQuestions: Sendable {
    /// By question that only some were asked: the parts in which somebody was, and nothing may be said of it.
    let withheld: [Int64: Set<[String]>]

    func mayShow(_ question: Int64, in path: [String]) -> Bool { withheld[question]?.contains(path) != true }

    /// The questions of which nothing is said in a part.
    func withheld(in path: [String]) -> Set<Int64> { Set(withheld.keys.filter { !mayShow($0, in: path) }) }
}
