enum PathDecision {
    /// With more triggers in one multiple choice, not all combinations are tried.
    static let limit = 10

    /// Every selectable set of triggers in a question. `triggers` holds all answers that conditions refer to.
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

    static func isCut(_ question: Question, _ triggers: Set<Int64>) -> Bool {
        question.format.isMultiple && question.fixed.count { triggers.contains($0.id) } > limit
    }
}
