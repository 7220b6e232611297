/// Decides which parts may be shown without revealing fewer answers than the threshold, in themselves or by subtraction.
enum Disclosure {
    /// Whether each part may be shown, by its number of people. Empty parts are shown, because they reveal nothing.
    static func visible(_ counts: [Int], threshold: Int) -> [Bool] {
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

    /// The same where results open course by course: a course is shown or not by its own number, which is final, and a part around courses
    /// only if what is in none of the shown parts within it has the threshold or is empty.
    func shownByCourse(threshold: Int) -> [[String]] { threshold > 0 ? byCourse([], threshold).shown : [] }

    private func byCourse(_ path: [String], _ threshold: Int) -> (shown: [[String]], covered: Int) {
        let own = path + [key]
        if key.first == "a", path.count > 2 {
            let shown = count >= threshold ? shownWithin(path, threshold) : []
            return (shown, shown.isEmpty ? 0 : count)
        }
        let within = parts.map { $0.byCourse(own, threshold) }
        let (shown, covered) = (within.flatMap(\.shown), within.reduce(0) { $0 + $1.covered })
        let rest = count - covered
        let isShown = count > 0 && (rest == 0 || rest >= threshold)
        return isShown ? ([own] + shown, count) : (shown, covered)
    }

    func visible(threshold: Int) -> [[String]] { count >= threshold && threshold > 0 ? shownWithin([], threshold) : [] }

    private func shownWithin(_ path: [String], _ threshold: Int) -> [[String]] {
        let own = path + [key]
        let isShown = Disclosure.visible(parts.map(\.count), threshold: threshold)
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
