enum PathDecision {
    /// With more triggers in one multiple choice, not all combinations are tried.
    static let limit = 10

    /// Every set of facts, of those on which rules depend, that an answer to the question can bring about.
    static func options(_ question: Question, _ outline: StructureOutline) -> [Set<Int64>] {
        if question.format == .free { return written(question, outline) }
        let triggers = outline.triggers
        let own = question.fixed.map(\.id).filter(triggers.contains)
        guard !own.isEmpty else { return [[]] }
        let mayChooseNone = !question.isMandatory || question.answers.count > own.count
        switch question.format {
        case .single, .singleAcross: return own.map { [$0] } + (mayChooseNone ? [[]] : [])
        case .multiple, .multipleAcross: return subsets(own).filter { mayChooseNone || !$0.isEmpty }
        case .free: return [[]]
        }
    }

    private static func written(_ question: Question, _ outline: StructureOutline) -> [Set<Int64>] {
        guard let answer = question.free.first, outline.isTrigger(question) else { return [[]] }
        let comparisons = outline.comparisons.filter { $0.answer == answer.id }
        var options: [Set<Int64>] = question.isMandatory ? [] : [[]]
        for value in WrittenValues(answer, comparisons.map(\.value)).all {
            let facts = Set(comparisons.filter { $0.holds(for: value, answer.format) }.compactMap { outline.number(of: $0) })
            if !options.contains(facts) { options.append(facts) }
        }
        return options.isEmpty ? [[]] : options
    }

    private static func subsets(_ ids: [Int64]) -> [Set<Int64>] {
        ids.prefix(limit).reduce([[]]) { sets, id in sets + sets.map { $0.union([id]) } }
    }

    static func isCut(_ question: Question, _ triggers: Set<Int64>) -> Bool {
        question.format.isMultiple && question.fixed.count { triggers.contains($0.id) } > limit
    }
}
