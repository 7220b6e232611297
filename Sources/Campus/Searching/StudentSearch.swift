import Admin
import Web

/// Typed words as a student means them: without small words, by stem, with synonyms in Italian and English.
struct StudentSearch: Sendable {
    /// What has all of the words.
    let strict: SearchPattern
    /// What has any of them; nil for one word.
    let loose: SearchPattern?
    let words: [String]

    private static let most = 8

    init?(_ typed: String) {
        let everything = SearchPattern.words(typed).prefix(Self.most)
        guard !everything.isEmpty else { return nil }
        let telling = everything.filter { !SearchSynonyms.small.contains($0) }
        words = telling.isEmpty ? Array(everything) : telling
        let groups = words.map(Self.alternatives)
        strict = SearchPattern(rawValue: groups.map { "(\(Self.either($0)))" }.joined(separator: " AND "))
        loose = groups.count > 1 ? SearchPattern(rawValue: Self.either(groups.flatMap { $0 })) : nil
    }

    /// The same without some of the words, such as "exam"; nil when nothing is left.
    func without(_ meanings: [String]) -> StudentSearch? {
        let left = words.filter { word in !Self.means(word, meanings) }
        return left.isEmpty ? nil : StudentSearch(left.joined(separator: " "))
    }

    func means(_ meanings: [String]) -> Bool { words.contains { Self.means($0, meanings) } }

    private static func means(_ word: String, _ meanings: [String]) -> Bool {
        meanings.contains { $0 == word || WordStem.of($0) == WordStem.of(word) }
    }

    private static func alternatives(_ word: String) -> [String] {
        let synonyms = SearchSynonyms.groups.filter { means(word, $0) }.flatMap { $0 }
        return Array(Set([WordStem.of(word)] + synonyms.map(WordStem.of))).sorted()
    }

    /// Plain words of letters and digits, so that none is read as syntax.
    private static func either(_ stems: [String]) -> String { stems.map { "\"\($0)\"*" }.joined(separator: " OR ") }
}
