enum ConditionCheck {
    static func faults(_ outline: StructureOutline) -> [Fault] {
        outline.structure.conditions.flatMap { condition in kinds(condition, outline).map { Fault(kind: $0, element: condition.target) } }
            + outline.structure.rules.flatMap { rule in kinds(rule, outline).map { Fault(kind: $0, element: rule.target) } }
    }

    /// Reasons why an answer may not control an element; empty when it may.
    static func kinds(_ condition: Condition, _ outline: StructureOutline) -> [FaultKind] {
        kinds(condition.trigger, condition.target, outline)
    }

    /// Reasons why a compound rule may not be, each once.
    static func kinds(_ rule: CompoundRule, _ outline: StructureOutline) -> [FaultKind] {
        var kinds: [FaultKind] = rule.test.isSound ? [] : [.ruleTooLarge]
        for leaf in rule.test.leaves {
            var own: [FaultKind] = []
            switch leaf {
            case .chosen(let answer): own = self.kinds(answer, rule.target, outline)
            case .compared(let comparison):
                own = self.kinds(comparison.answer, rule.target, outline, isWritten: true)
                let format = outline.answers[comparison.answer]?.format
                if let format, !comparison.isReadable(format) { own.append(.comparisonUnreadable) }
            case .not, .all, .any, .atLeast: break
            }
            for kind in own where !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }

    private static func kinds(
        _ answer: Int64, _ target: Int64, _ outline: StructureOutline, isWritten: Bool = false
    ) -> [FaultKind] {
        let condition = (trigger: answer, target: target)
        guard let trigger = outline.order[condition.trigger], let target = outline.place(condition.target),
            let at = outline.order[condition.target]
        else { return [.conditionWithoutEnds] }
        var kinds: [FaultKind] = []
        if target.kind == .answer { kinds.append(.targetIsAnswer) }
        if isWritten {
            let question = outline.questionOfAnswer[condition.trigger].flatMap { outline.questions[$0] }
            if question?.format != .free || question?.free.first?.id != condition.trigger { kinds.append(.comparisonUnreadable) }
        } else if outline.answers[condition.trigger]?.format != .fixed {
            kinds.append(.triggerIsNotFixed)
        }
        if target.kind == .page, target.id == outline.structure.pages.first?.id { kinds.append(.firstPageConditional) }
        if contains(condition.target, condition.trigger, outline) {
            kinds.append(.triggerInsideTarget)
        } else if trigger > at {
            kinds.append(.triggerAfterTarget)
        }
        return kinds
    }

    private static func contains(_ outer: Int64, _ inner: Int64, _ outline: StructureOutline) -> Bool {
        var id: Int64? = inner
        while let here = id {
            if here == outer { return true }
            id = outline.place(here)?.parent
        }
        return false
    }

    static func doubts(_ outline: StructureOutline, _ paths: Paths) -> [Fault] {
        var faults: [Fault] = []
        for place in outline.places where place.kind != .answer && !paths.reachable.contains(place.id) {
            // An element inside an unreachable one is not reported again.
            if place.parent.map(paths.reachable.contains) ?? true { faults.append(Fault(kind: .outOfReach, element: place.id)) }
        }
        for target in outline.controlled.sorted() where paths.reachable.contains(target) && !paths.hideable.contains(target) {
            faults.append(Fault(kind: .conditionWithoutEffect, element: target))
        }
        let pairs = Dictionary(grouping: outline.structure.conditions) { [$0.trigger, $0.target] }
        faults += pairs.values.filter { $0.count > 1 }.map(\.[0].target).sorted().map { Fault(kind: .sameConditionTwice, element: $0) }
        if !paths.isComplete { faults.append(Fault(kind: .notEverythingTried, element: nil)) }
        return faults
    }
}
