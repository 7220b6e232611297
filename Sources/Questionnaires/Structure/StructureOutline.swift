struct StructureOutline: Sendable {
    /// Facts from here on are comparisons, in the rules' order; below are the ids of fixed answers.
    static let firstComparison: Int64 = 1 << 50

    struct Place: Sendable, Equatable {
        let id: Int64
        let kind: ElementKind
        let parent: Int64?
        let page: Int64
    }

    let structure: Structure
    /// All elements in display order, each before its children.
    let places: [Place]
    let order: [Int64: Int]
    let questions: [Int64: Question]
    let answers: [Int64: Answer]
    let questionOfAnswer: [Int64: Int64]
    let conditions: [Int64: [Condition]]
    let rules: [Int64: [CompoundRule]]
    let comparisons: [AnswerComparison]
    /// For each question on which rules depend, the facts that they depend on.
    let facts: [Int64: Set<Int64>]
    let triggers: Set<Int64>
    private let numbers: [AnswerComparison: Int64]
    let piped: Set<String>

    init(_ structure: Structure) {
        self.structure = structure
        var places: [Place] = []
        var questions: [Int64: Question] = [:]
        var answers: [Int64: Answer] = [:]
        var questionOfAnswer: [Int64: Int64] = [:]
        for page in structure.pages {
            places.append(Place(id: page.id, kind: .page, parent: nil, page: page.id))
            for paragraph in page.paragraphs {
                places.append(Place(id: paragraph.id, kind: .paragraph, parent: page.id, page: page.id))
                for question in paragraph.questions {
                    places.append(Place(id: question.id, kind: .question, parent: paragraph.id, page: page.id))
                    questions[question.id] = question
                    for answer in question.answers {
                        places.append(Place(id: answer.id, kind: .answer, parent: question.id, page: page.id))
                        answers[answer.id] = answer
                        questionOfAnswer[answer.id] = question.id
                    }
                }
            }
        }
        self.places = places
        order = Dictionary(places.enumerated().map { ($1.id, $0) }) { first, _ in first }
        (self.questions, self.answers, self.questionOfAnswer) = (questions, answers, questionOfAnswer)
        conditions = Dictionary(grouping: structure.conditions, by: \.target)
        rules = Dictionary(grouping: structure.rules, by: \.target)
        let leaves = structure.rules.flatMap(\.test.leaves)
        var numbers: [AnswerComparison: Int64] = [:]
        var (comparisons, triggers): ([AnswerComparison], Set<Int64>) = ([], Set(structure.conditions.map(\.trigger)))
        for leaf in leaves {
            switch leaf {
            case .compared(let comparison) where numbers[comparison] == nil:
                numbers[comparison] = Self.firstComparison + Int64(comparisons.count)
                comparisons.append(comparison)
            case .chosen(let answer): triggers.insert(answer)
            case .compared, .not, .all, .any, .atLeast: break
            }
        }
        triggers.formUnion(numbers.values)
        var facts: [Int64: Set<Int64>] = [:]
        for answer in triggers { if let question = questionOfAnswer[answer] { facts[question, default: []].insert(answer) } }
        for (comparison, number) in numbers {
            if let question = questionOfAnswer[comparison.answer] { facts[question, default: []].insert(number) }
        }
        (self.numbers, self.comparisons, self.triggers, self.facts) = (numbers, comparisons, triggers, facts)
        let asked = Set(structure.sayings.flatMap { Piping.codes($0.text) + Piping.codes($0.note) })
        piped = asked.isEmpty ? [] : asked.intersection(structure.questions.map(\.code))
    }

    func elements(of page: Int64) -> Set<Int64> { Set(places.filter { $0.page == page }.map(\.id)) }

    func place(_ id: Int64) -> Place? { order[id].map { places[$0] } }

    /// Whether some showing rule holds, if there are any, and no hiding one. `isActive`: a fact of a shown question.
    func isShown(_ id: Int64, _ isActive: (Int64) -> Bool) -> Bool {
        guard isControlled(id) else { return true }
        let (simple, compound) = (conditions[id] ?? [], rules[id] ?? [])
        func holds(_ rule: CompoundRule) -> Bool { rule.test.holds { leaf in fact(of: leaf).map(isActive) ?? false } }
        if simple.contains(where: { $0.action == .hide && isActive($0.trigger) }) { return false }
        if compound.contains(where: { $0.action == .hide && holds($0) }) { return false }
        let isConditional = simple.contains { $0.action == .show } || compound.contains { $0.action == .show }
        return !isConditional || simple.contains { $0.action == .show && isActive($0.trigger) }
            || compound.contains { $0.action == .show && holds($0) }
    }

    func number(of comparison: AnswerComparison) -> Int64? { numbers[comparison] }

    func isControlled(_ id: Int64) -> Bool { conditions[id] != nil || rules[id] != nil }

    var controlled: Set<Int64> { Set(conditions.keys).union(rules.keys) }

    func isTrigger(_ question: Question) -> Bool { facts[question.id] != nil }
}
