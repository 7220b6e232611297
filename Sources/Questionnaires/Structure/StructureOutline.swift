/// A structure laid out flat, so that every part of it is found by its id. Made once for a version and never changed.
struct StructureOutline: Sendable {
    /// One element with where it stands.
    struct Place: Sendable, Equatable {
        let id: Int64
        let kind: ElementKind
        let parent: Int64?
        /// The page it is on.
        let page: Int64
    }

    let structure: Structure
    /// Every element in the order in which it is shown, each before what it holds.
    let places: [Place]
    /// Where in `places` an element stands.
    let order: [Int64: Int]
    let questions: [Int64: Question]
    let answers: [Int64: Answer]
    let questionOfAnswer: [Int64: Int64]
    /// The conditions on an element.
    let conditions: [Int64: [Condition]]

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
    }

    /// A page with everything on it.
    func elements(of page: Int64) -> Set<Int64> { Set(places.filter { $0.page == page }.map(\.id)) }

    func place(_ id: Int64) -> Place? { order[id].map { places[$0] } }

    /// Whether an element is shown, as far as its own conditions say: at least one of the showing ones holds, if there are any, and none
    /// of the hiding ones.
    /// - Parameter isActive: whether an answer is chosen in a question that is shown itself.
    func isShown(_ id: Int64, _ isActive: (Int64) -> Bool) -> Bool {
        guard let rules = conditions[id] else { return true }
        let showing = rules.filter { $0.action == .show }
        return (showing.isEmpty || showing.contains { isActive($0.trigger) })
            && !rules.contains { $0.action == .hide && isActive($0.trigger) }
    }

    /// Answers on which conditions hang.
    var triggers: Set<Int64> { Set(structure.conditions.map(\.trigger)) }
}
