import Foundation
import Web

/// Follows the rules of easy-to-read language (Inclusion Europe): short sentences, active verbs, everyday words. Hints block nothing.
struct EasyRead {
    struct Remark: Equatable {
        enum Kind: String, CaseIterable { case longSentence, passive, hardWord, longWord, abbreviation, severalActions, figure }

        let kind: Kind
        let quote: String
        var suggestion: String?
        var count: Int?
    }

    static let sentenceLimit = 15
    /// The longest easy word, in letters.
    static let wordLimit = 13

    let remarks: [Remark]
    let language: Language

    /// - Parameter actions: divides a step into its actions; nil for a text that may say several.
    init(_ text: String, actions: ((String) -> [String])? = nil) {
        let sentences = Sentence.all(in: text)
        language = Self.language(of: sentences)
        let words = EasyWords.of(language)
        remarks = (actions.map { Self.remarks(onStep: text, $0(text)) } ?? []) + sentences.flatMap { Self.remarks(on: $0, words) }
    }

    private static func language(of sentences: [Sentence]) -> Language {
        let words = sentences.flatMap(\.folded)
        let counts = EasyWords.all.map { known in (known.language, words.count { known.words.small.contains($0) }) }
        // Italian, the first, where nothing tells.
        return counts.reduce((Language.italian, 0)) { $1.1 > $0.1 ? $1 : $0 }.0
    }

    /// Static, because a regex literal is compiled at each evaluation. Read-only.
    private nonisolated(unsafe) static let figure = #/\((?:fig\.?\s*)?\d{1,2}(?:\s*[-–,]\s*\d{1,2})*\)/#

    /// A step holds one action; "(1)" is the number of a figure that stays behind where the text was taken from.
    private static func remarks(onStep text: String, _ actions: [String]) -> [Remark] {
        let several = actions.count > 1 ? actions.first.map { Remark(kind: .severalActions, quote: $0, count: actions.count) } : nil
        return [several].compactMap { $0 } + text.matches(of: figure).map { Remark(kind: .figure, quote: String($0.output)) }
    }

    private static func remarks(on sentence: Sentence, _ known: EasyWords) -> [Remark] {
        var remarks: [Remark] = []
        if sentence.words.count > sentenceLimit {
            remarks.append(Remark(kind: .longSentence, quote: sentence.beginning, count: sentence.words.count))
        }
        if let range = known.passive(in: sentence.folded) {
            remarks.append(Remark(kind: .passive, quote: sentence.words[range].joined(separator: " ")))
        }
        for (word, folded) in zip(sentence.words, sentence.folded) {
            if known.abbreviations.contains(folded), sentence.isDotted(word) {
                remarks.append(Remark(kind: .abbreviation, quote: word + ".", suggestion: known.abbreviated[folded]))
            } else if let easier = known.easier(than: folded) {
                remarks.append(Remark(kind: .hardWord, quote: word, suggestion: easier))
            } else if word.unicodeScalars.count > wordLimit {
                remarks.append(Remark(kind: .longWord, quote: word))
            }
        }
        return remarks
    }
}

struct Sentence {
    let text: Substring
    let words: [String]
    let folded: [String]

    private init?(_ text: Substring) {
        words = text.split { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" && $0 != "-" }.map(String.init)
        guard !words.isEmpty else { return nil }
        self.text = text
        folded = words.map(\.folded)
    }

    /// Ends at `.`, `!`, `?`, `;` and `:` before a space or line end, and at every line end; not inside `1.5` or `ecc.,`.
    static func all(in text: String) -> [Sentence] {
        var sentences: [Sentence] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var start = line.startIndex
            var index = line.startIndex
            while index < line.endIndex {
                let next = line.index(after: index)
                if ".!?;:".contains(line[index]), next == line.endIndex || line[next].isWhitespace, !endsInAbbreviation(line[start..<index])
                {
                    if let sentence = Sentence(line[start..<next]) { sentences.append(sentence) }
                    start = next
                }
                index = next
            }
            if let sentence = Sentence(line[start...]) { sentences.append(sentence) }
        }
        return sentences
    }

    private static func endsInAbbreviation(_ text: Substring) -> Bool {
        guard let last = text.split(whereSeparator: { !$0.isLetter }).last, text.last?.isLetter == true else { return false }
        return EasyWords.allAbbreviations.contains(String(last).folded)
    }

    func isDotted(_ word: String) -> Bool { text.contains(word + ".") }

    var beginning: String {
        let first = words.prefix(6).joined(separator: " ")
        return words.count > 6 ? first + " …" : first
    }
}
