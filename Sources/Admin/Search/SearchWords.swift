import GRDB
import Web

struct SearchWords {
    static let limit = 8

    let folded: String
    let words: [String]

    init(_ typed: String, _ db: Database) throws {
        folded = String(typed.prefix(200)).trimmingSpaces().folded
        // Uses the index's tokenizer, so that input is never read as query syntax.
        let found = try db.makeTokenizer(.unicode61(diacritics: .remove)).tokenize(query: folded).map(\.token)
        words = Array(found.prefix(Self.limit))
    }

    init(_ words: [String]) {
        self.words = words
        folded = words.joined(separator: " ")
    }

    var isEmpty: Bool { words.isEmpty }

    var pattern: String { words.map { "\"\($0.replacing("\"", with: ""))\"*" }.joined(separator: " ") }

    func fit(_ text: String) -> Bool {
        let parts = text.folded.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}
