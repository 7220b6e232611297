/// When an element is shown, in XLSForm syntax: `(selected(${q1}, 'a2') or selected(${q1}, 'a3')) and not(selected(${q2}, 'a1'))`.
struct Relevance: Sendable, Equatable {
    struct Trigger: Sendable, Equatable {
        let question: String
        let answer: String

        var text: String { "selected(${\(question)}, '\(answer)')" }
    }

    /// At least one of these must be chosen, if there are any.
    var showing: [Trigger] = []
    var hiding: [Trigger] = []

    var text: String {
        let shown = showing.map(\.text).joined(separator: " or ")
        let alone = showing.count > 1 && !hiding.isEmpty ? "(\(shown))" : shown
        return ([alone].filter { !$0.isEmpty } + hiding.map { "not(\($0.text))" }).joined(separator: " and ")
    }
}
