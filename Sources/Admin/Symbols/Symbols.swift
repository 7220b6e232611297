import Foundation
import Synchronization
import Web

/// The drawings that come with the program, found by the words of four languages.
public struct Symbols: Sendable {
    public struct Symbol: Sendable, Equatable {
        /// The name of its file, such as `milk`.
        public let name: String
        /// By language, the usual word first.
        let words: [String: [String]]

        public func label(_ language: Language) -> String { words[language.rawValue]?.first ?? words["en"]?.first ?? name }

        public var path: String { "images/symbols/\(name).svg" }
    }

    /// A word or phrase of a drawing.
    private struct Phrase: Sendable {
        let symbol: Int
        let language: String
        let words: [String]
        let stems: [String]
    }

    public let all: [Symbol]
    let folder: String
    private let byName: [String: Int]
    /// By the stem of the first word.
    private let phrases: [String: [Phrase]]

    public static let none = Symbols(folder: "", text: "")
    private static let languages = ["it", "en", "fr", "de"]

    private static let known = Mutex<[String: Symbols]>([:])

    public static func read(folder: String) -> Symbols {
        known.withLock { known in
            if let symbols = known[folder] { return symbols }
            let symbols = Symbols(folder: folder)
            known[folder] = symbols
            return symbols
        }
    }

    /// Reads `words.txt` of a folder: a line for each drawing, with its name, section and words, separated by tabs. Without it there are none.
    public init(folder: String) {
        self.init(folder: folder, text: (try? String(contentsOfFile: folder + "/words.txt", encoding: .utf8)) ?? "")
    }

    init(folder: String, text: String) {
        self.folder = folder
        all = text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 + Self.languages.count else { return nil }
            let words = zip(Self.languages, parts.dropFirst(2).map { $0.split(separator: "|").map(String.init) })
            return Symbol(name: parts[0], words: Dictionary(uniqueKeysWithValues: words))
        }
        byName = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var phrases: [String: [Phrase]] = [:]
        for (index, symbol) in all.enumerated() {
            for language in Self.languages {
                for text in symbol.words[language] ?? [] {
                    let words = Self.words(text)
                    let phrase = Phrase(symbol: index, language: language, words: words, stems: words.map(Self.stem))
                    if let first = phrase.stems.first { phrases[first, default: []].append(phrase) }
                }
            }
        }
        self.phrases = phrases
    }

    public subscript(name: String) -> Symbol? { byName[name].map { all[$0] } }

    public func file(_ symbol: Symbol) -> String { "\(folder)/\(symbol.name).svg" }

    /// The drawings whose words occur in a text, the best first: longer phrases, exact words, the reader's language, earlier words.
    public func matching(_ text: String, _ language: Language, limit: Int) -> [Symbol] {
        let words = Self.words(String(text.prefix(600)))
        let stems = words.map(Self.stem)
        var scores: [Int: Int] = [:]
        for at in stems.indices {
            for phrase in phrases[stems[at]] ?? [] {
                let end = at + phrase.stems.count
                guard end <= stems.count, stems[at..<end].elementsEqual(phrase.stems) else { continue }
                var score = 100 * phrase.stems.count - min(at, 40)
                if words[at..<end].elementsEqual(phrase.words) { score += 30 }
                if phrase.stems.count == stems.count { score += 50 }
                if phrase.language == language.rawValue { score += 60 }
                scores[phrase.symbol] = max(scores[phrase.symbol] ?? 0, score)
            }
        }
        if scores.isEmpty, words.count == 1 { scores = beginning(with: words[0]) }
        return scores.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit).map { all[$0.key] }
    }

    /// While a word is being typed.
    private func beginning(with typed: String) -> [Int: Int] {
        guard typed.count >= 3 else { return [:] }
        var scores: [Int: Int] = [:]
        for phrase in phrases.values.joined() where phrase.words[0].hasPrefix(typed) {
            scores[phrase.symbol] = max(scores[phrase.symbol] ?? 0, 20 - min(phrase.words.count, 10))
        }
        return scores
    }

    /// The words of a text without their endings, to compare names with sentences.
    public static func stems(of text: String) -> [String] { words(text).map(stem) }

    private static func words(_ text: String) -> [String] {
        text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// A word without its ending of number: `mela` and `mele`. What lost a vowel is marked, so that `pere` is not `per`.
    private static func stem(_ word: String) -> String {
        var stem = word
        if stem.count > 3, stem.last == "s" { stem.removeLast() }
        guard stem.count > 3, let last = stem.last, "aeio".contains(last) else { return stem }
        return String(stem.dropLast()) + "-"
    }
}
