import Web

/// How far the h-index of a result is known. A number that is not known is never said.
struct Certainty: Sendable, Equatable {
    enum Doubt: String, Codable, Sendable, CaseIterable {
        case noWorks, noCitations, fewCitations, listUnread, pageUnread, pageFew

        /// Whether the works of the lists and their citations are known all the same.
        var isOfPage: Bool { self == .pageUnread || self == .pageFew }
    }

    enum State: String, Sendable, CaseIterable { case exact, range, atLeast, unknown }

    let doubts: [Doubt]
    let least: Int
    /// nil when nothing bounds it.
    let most: Int?

    /// `h` is the index of the works that count, which holds when nothing is in doubt.
    init(_ doubts: [Doubt], h: Int, band: ClosedRange<Int>) {
        self.doubts = doubts
        if doubts.isEmpty {
            (least, most) = (h, h)
        } else if doubts.contains(.noWorks) || doubts.contains(.noCitations) {
            (least, most) = (0, nil)
        } else {
            (least, most) = (band.lowerBound, doubts.allSatisfy(\.isOfPage) ? band.upperBound : nil)
        }
    }

    var state: State {
        guard let most else { return least == 0 ? .unknown : .atLeast }
        return least == most ? .exact : .range
    }

    var exact: Int? { state == .exact ? least : nil }

    var knowsAll: Bool { doubts.allSatisfy(\.isOfPage) }

    func localized(_ words: Words) -> String { state.localized(least: least, most: most, words) }

    func reasons(_ words: Words) -> [Values] {
        doubts.map { doubt in
            ["why": words("citations.certainty.why.\(doubt.rawValue)"), "next": words("citations.certainty.next.\(doubt.rawValue)")]
        }
    }
}

extension Certainty.State {
    func localized(least: Int, most: Int?, _ words: Words) -> String {
        if self == .exact { return String(least) }
        return words("citations.certainty.\(rawValue)", ["least": String(least), "most": most.map(String.init) ?? ""])
    }
}
