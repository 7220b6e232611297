/// Decides which parts may be shown without revealing fewer answers than the threshold, in themselves or by subtraction.
enum Disclosure {
    /// Whether each part may be shown, by its number of people. Empty parts are shown, because they reveal nothing.
    static func shown(_ counts: [Int], threshold: Int) -> [Bool] {
        var shown = counts.map { $0 == 0 || $0 >= threshold }
        let rest = zip(counts, shown).reduce(0) { $1.1 ? $0 : $0 + $1.0 }
        // Subtraction would reveal a rest below the threshold, so the smallest part that could be shown is hidden too.
        guard rest > 0, rest < threshold else { return shown }
        let candidates = counts.indices.filter { shown[$0] && counts[$0] > 0 }
        if let smallest = candidates.min(by: { (counts[$0], $0) < (counts[$1], $1) }) { shown[smallest] = false }
        return shown
    }
}

/// All compilations by year, degree and activity. A part is shown only in a shown parent, so one level's rule protects all levels.
struct Cells: Sendable, Equatable {
    /// The part's key in addresses, such as `y3` or `d7`.
    var key: String
    var count: Int
    var parts: [Cells] = []

    func shown(threshold: Int) -> [[String]] { count >= threshold && threshold > 0 ? shownWithin([], threshold) : [] }

    private func shownWithin(_ path: [String], _ threshold: Int) -> [[String]] {
        let own = path + [key]
        let isShown = Disclosure.shown(parts.map(\.count), threshold: threshold)
        return [own]
            + zip(parts, isShown).flatMap { part, isShown in isShown && part.count > 0 ? part.shownWithin(own, threshold) : [] }
    }
}

/// Which questions may be shown in which parts. A question asked of everyone follows its part.
struct DisclosedQuestions: Sendable {
    let withheld: [Int64: Set<[String]>]

    func mayShow(_ question: Int64, in path: [String]) -> Bool { withheld[question]?.contains(path) != true }

    func withheld(in path: [String]) -> Set<Int64> { Set(withheld.keys.filter { !mayShow($0, in: path) }) }
}
