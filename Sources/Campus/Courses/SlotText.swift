import Registry
import Web

struct SlotText {
    let weekday: String
    let begins: String
    let ends: String

    func text(_ words: Words) -> String { "\(words("registry.weekday.\(weekday)")) \(begins)–\(ends)" }
}

extension Term {
    static func localized(_ term: String, _ period: String, _ rendering: RenderContext) -> String {
        let chosen = term == Term.unsaid.rawValue ? "" : rendering.words("registry.term.\(term)")
        return [chosen, period].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
