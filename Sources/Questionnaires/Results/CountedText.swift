import Admin
import Web

/// A written answer with how many said it; those that differ only in case, accents or spaces are one.
struct CountedText: Sendable, Equatable {
    let text: String
    var count: Int

    /// The most frequent first.
    static func grouped(_ texts: [String]) -> [CountedText] {
        var groups: [String: CountedText] = [:]
        for text in texts {
            let key = text.split(whereSeparator: \.isWhitespace).joined(separator: " ").folded
            groups[key, default: CountedText(text: text, count: 0)].count += 1
        }
        return groups.values.sorted { (-$0.count, $0.text) < (-$1.count, $1.text) }
    }
}
