import Foundation

extension SeedNode {
    /// Notes a mistake within a text of several lines: a text below `seed`, at its line and column of the file where the text is a literal
    /// block (`|`), or else at the text with the line in it.
    public func refuse(_ key: String, line: Int, column: Int, word: String, among known: [String]) {
        let sentence = SeedSentence(key: key, ["word": SeedSentence(word)]) + SeedSentences.suggestion(word, among: known)
        guard item.isLiteral, let indent = indent() else {
            let place = SeedSentence(key: "structure.line", ["line": SeedSentence(String(line)), "column": SeedSentence(String(column))])
            return note(SeedSentence(name + ": ") + place + sentence)
        }
        let place = SeedPlace(file: item.place.file, line: item.place.line + line, column: indent + column)
        reader.mistakes.note(place, SeedSentence(name + ": ") + sentence)
    }

    /// The indentation of a literal block: that of its first line with words. The file is read again, because mistakes are rare.
    private func indent() -> Int? {
        guard let text = try? String(contentsOfFile: reader.file.files[item.place.file], encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(item.place.line)
        return lines.first { $0.contains { $0 != " " } }.map { $0.prefix { $0 == " " }.count }
    }
}
