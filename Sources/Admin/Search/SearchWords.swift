import GRDB
import Web

/// What somebody typed, as the words that the index knows.
struct SearchWords {
    /// More words narrow nothing any more.
    static let limit = 8

    /// The whole of it in lower case without accents, for comparing with titles.
    let folded: String
    let words: [String]

    init(_ typed: String, _ db: Database) throws {
        folded = String(typed.prefix(200)).trimmingSpaces().folded
        // The index's own way of finding words, so that nothing typed is ever read as a sign of its query language.
        let found = try db.makeTokenizer(.unicode61(diacritics: .remove)).tokenize(query: folded).map(\.token)
        words = Array(found.prefix(Self.limit))
    }

    init(_ words: [String]) {
        self.words = words
        folded = words.joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }

    /// Every word whole or as the beginning of a longer one.
    var pattern: String { words.map { "\"\($0.replacing("\"", with: ""))\"*" }.joined(separator: " ") }

    /// Whether all words begin words of a text.
    func fit(_ text: String) -> Bool {
        let parts = text.folded.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}
