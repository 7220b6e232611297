import Web

extension Reply {
    /// What a form says to a question: `d_12` with the ids of the chosen answers, `v_34` with what was typed into an answer.
    init(_ form: Form, _ question: Question) {
        var chosen = form.recordIDs("d_\(question.id)")
        var typed: [Int64: String] = [:]
        for answer in question.free { typed[answer.id] = form.exact("v_\(answer.id)") }
        // Whoever writes into "other" and ticks nothing means it.
        let other = question.free.first { !(typed[$0.id] ?? "").trimmingSpaces().isEmpty }
        if question.format != .free, let other, chosen.isEmpty || question.format.isMultiple { chosen.append(other.id) }
        self.init(chosen: chosen, typed: typed)
    }
}

extension Navigation {
    /// Takes what a page's form says to the questions that it showed. It names them in `q`, because a question without a tick sends nothing.
    mutating func take(_ form: Form, on page: Page) {
        let named = Set(form.recordIDs("q"))
        for question in page.paragraphs.flatMap(\.questions) where named.contains(question.id) {
            reply(Reply(form, question), to: question.id)
        }
    }
}
