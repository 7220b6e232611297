import Web

extension Reply {
    /// Reads the fields of a question: `d_12` holds the ids of the chosen answers, `v_34` the text for an answer.
    init(_ form: Form, _ question: Question) {
        var chosen = form.recordIDs("d_\(question.id)")
        var typed: [Int64: String] = [:]
        for answer in question.free { typed[answer.id] = form.exact("v_\(answer.id)") }
        if question.look == .ranking {
            chosen = question.answers.map(\.id).filter { !(typed[$0] ?? "").trimmingSpaces().isEmpty }
            typed = typed.filter { chosen.contains($0.key) }
        }
        // Text in "other" without a tick counts as choosing it.
        let other = question.free.first { !(typed[$0.id] ?? "").trimmingSpaces().isEmpty }
        if question.format != .free, question.look != .ranking, let other, chosen.isEmpty || question.format.isMultiple {
            chosen.append(other.id)
        }
        self.init(chosen: chosen, typed: typed)
    }
}

extension Navigation {
    /// Takes replies to the shown questions. The form lists these in `q`, because a question without a tick sends nothing.
    mutating func take(_ form: Form, on page: Page) {
        let named = Set(form.recordIDs("q"))
        for question in page.paragraphs.flatMap(\.questions) where named.contains(question.id) {
            reply(Reply(form, question), to: question.id)
        }
    }
}
