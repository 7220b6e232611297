/// What can be chosen in one question, as far as conditions tell it apart: sets of triggers.
enum PathDecision {
    /// More triggers than this in one multiple choice are too many to try all their combinations.
    static let limit = 10

    /// Every set of triggers that somebody can choose in a question.
    /// - Parameter triggers: answers on which conditions hang, of any question.
    static func options(_ question: Question, _ triggers: Set<Int64>) -> [Set<Int64>] {
        let own = question.fixed.map(\.id).filter(triggers.contains)
        guard !own.isEmpty else { return [[]] }
        let mayChooseNone = !question.isMandatory || question.answers.count > own.count
        switch question.format {
        case .single, .singleAcross: return own.map { [$0] } + (mayChooseNone ? [[]] : [])
        case .multiple, .multipleAcross: return subsets(own).filter { mayChooseNone || !$0.isEmpty }
        case .free: return [[]]
        }
    }

    private static func subsets(_ ids: [Int64]) -> [Set<Int64>] {
        ids.prefix(limit).reduce([[]]) { sets, id in sets + sets.map { $0.union([id]) } }
    }

    /// Whether `options` leaves combinations out.
    static func isCut(_ question: Question, _ triggers: Set<Int64>) -> Bool {
        question.format.isMultiple && question.fixed.count { triggers.contains($0.id) } > limit
    }
}
