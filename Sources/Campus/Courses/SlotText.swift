import Web

/// A time of every week in words.
struct SlotText {
    let weekday: String
    let begins: String
    let ends: String

    /// `Lunedì 08:30–10:00`
    func text(_ words: Words) -> String { "\(words("registry.weekday.\(weekday)")) \(begins)–\(ends)" }
}
