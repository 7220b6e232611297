/// Which pages, paragraphs and questions somebody sees with his replies.
///
/// An element is shown if what it stands in is shown, and its own conditions allow it. An answer counts for conditions only while its
/// question is shown. Each trigger stands before its targets, so one pass in the order of the page decides everything, and rules that
/// wait for each other cannot be written.
struct ElementVisibility: Sendable, Equatable {
    let shown: Set<Int64>
    /// The answers that are chosen in questions that are shown.
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
