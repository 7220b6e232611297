extension StructureOutline {
    func fact(of leaf: RuleTest) -> Int64? {
        switch leaf {
        case .chosen(let answer): answer
        case .compared(let comparison): number(of: comparison)
        case .not, .all, .any, .atLeast: nil
        }
    }

    func comparison(_ fact: Int64) -> AnswerComparison? {
        let index = Int(fact - Self.firstComparison)
        return comparisons.indices.contains(index) ? comparisons[index] : nil
    }

    func question(of fact: Int64) -> Question? {
        questionOfAnswer[comparison(fact)?.answer ?? fact].flatMap { questions[$0] }
    }

    /// What holds of a question by its reply: chosen fixed answers, also of a reply that is refused, and comparisons of a valid one.
    func facts(of question: Question, _ reply: Reply) -> Set<Int64> {
        let fixed = Set(question.fixed.map(\.id))
        let chosen = Set(reply.chosen.filter(fixed.contains))
        guard !comparisons.isEmpty, isTrigger(question) else { return chosen }
        return chosen.union(compared(question.judge(reply).answers))
    }

    func facts(_ given: [GivenAnswer]) -> Set<Int64> {
        if triggers.isEmpty { return [] }
        return Set(given.lazy.map(\.answer).filter(triggers.contains)).union(compared(given))
    }

    private func compared(_ given: [GivenAnswer]) -> [Int64] {
        guard !comparisons.isEmpty else { return [] }
        return comparisons.compactMap { comparison in
            guard let value = given.first(where: { $0.answer == comparison.answer })?.value,
                let format = answers[comparison.answer]?.format,
                comparison.holds(for: value, format)
            else { return nil }
            return number(of: comparison)
        }
    }

    var links: [(fact: Int64, target: Int64)] {
        structure.conditions.map { ($0.trigger, $0.target) }
            + structure.rules.flatMap { rule in rule.test.leaves.compactMap { fact(of: $0) }.map { ($0, rule.target) } }
    }
}
