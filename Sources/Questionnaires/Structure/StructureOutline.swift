struct StructureOutline: Sendable {
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
    /// The codes of questions whose answers stand in other texts.
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
        let asked = Set(structure.sayings.flatMap { Piping.codes($0.text) + Piping.codes($0.note) })
        piped = asked.isEmpty ? [] : asked.intersection(structure.questions.map(\.code))
    }

    func elements(of page: Int64) -> Set<Int64> { Set(places.filter { $0.page == page }.map(\.id)) }

    func place(_ id: Int64) -> Place? { order[id].map { places[$0] } }

    /// Whether some showing condition holds, if there are any, and no hiding one. `isActive`: chosen in a shown question.
    func isShown(_ id: Int64, _ isActive: (Int64) -> Bool) -> Bool {
        guard let rules = conditions[id] else { return true }
        let showing = rules.filter { $0.action == .show }
        return (showing.isEmpty || showing.contains { isActive($0.trigger) })
            && !rules.contains { $0.action == .hide && isActive($0.trigger) }
    }

    var triggers: Set<Int64> { Set(structure.conditions.map(\.trigger)) }
}
