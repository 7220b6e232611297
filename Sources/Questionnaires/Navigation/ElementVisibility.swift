/// What is shown for given replies. Triggers precede their targets, so one pass suffices and cyclic rules are impossible.
struct ElementVisibility: Sendable, Equatable {
    let shown: Set<Int64>
    let active: Set<Int64>

    init(_ outline: StructureOutline, _ replies: Replies) {
        self.init(outline) { outline.facts(of: $0, replies[$0.id]) }
    }

    /// - Parameter facts: those that hold, of all on which rules depend.
    init(_ outline: StructureOutline, facts: Set<Int64>) {
        self.init(outline) { outline.facts[$0.id]?.intersection(facts) ?? [] }
    }

    private init(_ outline: StructureOutline, _ facts: (Question) -> Set<Int64>) {
        var shown: Set<Int64> = []
        var active: Set<Int64> = []
        for place in outline.places where place.kind != .answer {
            guard place.parent.map(shown.contains) ?? true, outline.isShown(place.id, active.contains) else { continue }
            shown.insert(place.id)
            if let question = outline.questions[place.id] { active.formUnion(facts(question)) }
        }
        (self.shown, self.active) = (shown, active)
    }

    func shows(_ id: Int64) -> Bool { shown.contains(id) }
}
