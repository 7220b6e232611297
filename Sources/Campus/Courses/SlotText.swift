import Registry
import Web

/// A time of every week in words.
struct SlotText {
    let weekday: String
    let begins: String
    let ends: String

    /// `Lunedì 08:30–10:00`
    func text(_ words: Words) -> String { "\(words("registry.weekday.\(weekday)")) \(begins)–\(ends)" }
}

extension Term {
    /// When in the year something is taught: what is chosen, and what is written beside it.
    static func said(_ term: String, _ period: String, _ rendering: RenderContext) -> String {
        let chosen = term == Term.unsaid.rawValue ? "" : rendering.words("registry.term.\(term)")
        return [chosen, period].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
