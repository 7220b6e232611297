/// The answers of which the evidence is sure, about works that wait for one: the author's works count, those of others do not.
struct SureAnswers: Sendable {
    struct Answer: Sendable {
        /// The place of the work in the findings.
        let index: Int
        let isIn: Bool
        /// The index and its range with this answer and those before it.
        let certainty: Certainty
        let band: ClosedRange<Int>
    }

    private(set) var all: [Answer] = []
    /// Open works about which the evidence is not sure.
    let left: Int

    /// The most cited works come first, as in the findings.
    init(_ findings: Findings) {
        let counted = findings.counted
        let open = counted.indices.filter(findings.isDoubtful)
        func tally(areIn: Bool) -> Tally {
            var counted = counted
            for index in open { counted[index].isIn = areIn }
            return Tally(counted)
        }
        var (least, own, most) = (tally(areIn: false), Tally(counted), tally(areIn: true))
        for index in open {
            guard let isIn = Self.answer(findings.works[index].evidenceClass) else { continue }
            let citations = counted[index].citations
            if counted[index].isIn != isIn { own.set(citations, isIn: isIn) }
            if isIn { least.set(citations, isIn: true) } else { most.set(citations, isIn: false) }
            let band = least.h...most.h
            all.append(
                Answer(index: index, isIn: isIn, certainty: Certainty(findings.certainty.doubts, h: own.h, band: band), band: band))
        }
        left = open.count - all.count
    }

    private static func answer(_ found: EvidenceClass?) -> Bool? {
        switch found {
        case .theirs: true
        case .notTheirs: false
        case .ask, nil: nil
        }
    }

    func changes(_ findings: Findings) -> [(work: FoundWork, decision: WorkDecision)] {
        all.map { answer in
            let work = findings.works[answer.index]
            return (work, work.decision.counting(answer.isIn))
        }
    }
}

/// Numbers of works by their citations, for an h-index that changes work by work.
private struct Tally {
    private var works: [Int]
    private(set) var h = 0

    init(_ counted: [Counted]) {
        works = Array(repeating: 0, count: counted.count + 1)
        for work in counted where work.isIn { works[place(work.citations)] += 1 }
        h = found
    }

    mutating func set(_ citations: Int, isIn: Bool) {
        works[place(citations)] += isIn ? 1 : -1
        if citations >= (isIn ? h + 1 : h) { h = found }
    }

    /// More citations than works say no more about the index.
    private func place(_ citations: Int) -> Int { min(max(0, citations), works.count - 1) }

    private var found: Int {
        var cited = 0
        for least in works.indices.reversed() {
            cited += works[least]
            if cited >= least { return least }
        }
        return 0
    }
}
