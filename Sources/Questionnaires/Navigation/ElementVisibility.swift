/// The pages, paragraphs and questions shown for given replies. An answer counts only while its question is shown. Triggers precede their
/// targets, so one pass in display order suffices and cyclic rules are impossible.
struct ElementVisibility: Sendable, Equatable {
    let shown: Set<Int64>
    let active: Set<Int64>

    init(_ outline: StructureOutline, _ replies: Replies) {
        var shown: Set<Int64> = []
        var active: Set<Int64> = []
        for place in outline.places where place.kind != .answer {
            guard place.parent.map(shown.contains) ?? true, outline.isShown(place.id, active.contains) else { continue }
            shown.insert(place.id)
            guard let question = outline.questions[place.id] else { continue }
            let fixed = Set(question.fixed.map(\.id))
            active.formUnion(replies[question.id].chosen.filter(fixed.contains))
        }
        (self.shown, self.active) = (shown, active)
    }

    func shows(_ id: Int64) -> Bool { shown.contains(id) }
}
