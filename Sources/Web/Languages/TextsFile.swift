/// The texts of one file: the part of YAML that they are written in. A key and its text stand on one line, `heading: "Prodotti"` or
/// `rows: {one: "riga", other: "righe"}`; keys below a key are two spaces further in. Anything else is a mistake, with its line.
///
/// Not read by the YAML parser of the seed file, which can do far more: it took a fifth of every start.
struct TextsFile {
    struct Mistake: Error, CustomStringConvertible {
        let line: Int
        let words: String
        var description: String { "\(line): \(words)" }
    }

    /// By the whole key, `house.products.many`.
    private(set) var texts: [String: String] = [:]

    init(_ file: some Sequence<UInt8>) throws(Mistake) {
        // The keys that a line of this depth stands below, the outermost first.
        var open: [String] = []
        for (index, bytes) in Array(file).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            var line = TextLine(bytes: bytes)
            let spaces = line.skipSpaces()
            guard !line.isOver else { continue }
            do throws(TextLine.Unreadable) {
                guard spaces % 2 == 0, spaces / 2 <= open.count else { throw TextLine.Unreadable("it is not two spaces further in") }
                open.removeSubrange((spaces / 2)...)
                let key = try line.key(below: open.last)
                if line.isOver { open.append(key) } else { try read(&line, key, inBraces: false) }
                guard line.isOver else { throw TextLine.Unreadable("something stands after the text; it may need quotes") }
            } catch {
                throw Mistake(line: index + 1, words: error.words)
            }
        }
    }

    /// A text, or keys with theirs in braces.
    private mutating func read(_ line: inout TextLine, _ key: String, inBraces: Bool) throws(TextLine.Unreadable) {
        guard line.take(UInt8(ascii: "{")) else {
            let text = try line.text(inBraces: inBraces)
            guard texts.updateValue(text, forKey: key) == nil else { throw TextLine.Unreadable("\(key) stands here twice") }
            return
        }
        repeat { try read(&line, line.key(below: key), inBraces: true) } while line.take(UInt8(ascii: ","))
        guard line.take(UInt8(ascii: "}")) else { throw TextLine.Unreadable("the brace is not closed") }
    }
}

/// What is left of a line, read from its beginning.
private struct TextLine {
    struct Unreadable: Error {
        let words: String
        init(_ words: String) { self.words = words }
    }

    var bytes: ArraySlice<UInt8>

    /// Whether only a comment is left, or nothing.
    var isOver: Bool { bytes.first.map { $0 == UInt8(ascii: "#") } ?? true }

    @discardableResult
    mutating func skipSpaces() -> Int {
        let before = bytes.count
        bytes = bytes.drop { $0 == UInt8(ascii: " ") }
        return before - bytes.count
    }

    /// Steps over a byte, if it comes next, and the spaces after it.
    mutating func take(_ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes.removeFirst()
        skipSpaces()
        return true
    }

    /// A key with all those it stands below, and the colon after it.
    mutating func key(below above: String?) throws(Unreadable) -> String {
        let key = try isQuoted ? text(inBraces: true) : plain { $0 == UInt8(ascii: ":") }
        guard !key.isEmpty, bytes.first == UInt8(ascii: ":"), bytes.count == 1 || bytes[bytes.startIndex + 1] == UInt8(ascii: " ") else {
            throw Unreadable("a key with a colon and a space after it is missing")
        }
        _ = take(UInt8(ascii: ":"))
        return above.map { "\($0).\(key)" } ?? key
    }

    private var isQuoted: Bool { bytes.first == UInt8(ascii: "\"") || bytes.first == UInt8(ascii: "'") }

    mutating func text(inBraces: Bool) throws(Unreadable) -> String {
        if take(quote: UInt8(ascii: "\"")) { return try quoted(until: UInt8(ascii: "\"")) }
        if take(quote: UInt8(ascii: "'")) { return try quoted(until: UInt8(ascii: "'")) }
        let text = try plain { inBraces && ",}".utf8.contains($0) }
        guard !text.contains(": "), !text.hasSuffix(":"), !text.contains(" #") else { throw Unreadable("quotes are missing") }
        return text
    }

    /// Without the spaces after it.
    private mutating func plain(until isEnd: (UInt8) -> Bool) throws(Unreadable) -> String {
        // What has a meaning in YAML at the beginning would be read otherwise there.
        guard let first = bytes.first, !"[]{},&*!|>%@`#\t".utf8.contains(first) else { throw Unreadable("quotes are missing") }
        let end = bytes.firstIndex(where: isEnd) ?? bytes.endIndex
        var text = bytes[..<end]
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        bytes = bytes[end...]
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(quote: UInt8) -> Bool {
        guard bytes.first == quote else { return false }
        bytes.removeFirst()
        return true
    }

    /// The rest of a text in quotes: `\n`, `\"` and the like in double ones, `''` in single ones.
    private mutating func quoted(until quote: UInt8) throws(Unreadable) -> String {
        var text: [UInt8] = []
        while let special = bytes.firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "\\") }) {
            text += bytes[..<special]
            let isQuote = bytes[special] == quote
            bytes = bytes[(special + 1)...]
            switch (isQuote, bytes.first) {
            case (true, quote) where quote == UInt8(ascii: "'"): text.append(quote)
            case (true, _):
                skipSpaces()
                return String(decoding: text, as: UTF8.self)
            case (false, _) where quote == UInt8(ascii: "'"):
                text.append(UInt8(ascii: "\\"))
                continue
            case (false, UInt8(ascii: "n")): text.append(UInt8(ascii: "\n"))
            case (false, UInt8(ascii: "t")): text.append(UInt8(ascii: "\t"))
            case (false, UInt8(ascii: "\"")), (false, UInt8(ascii: "\\")): text.append(bytes[bytes.startIndex])
            default: throw Unreadable("after a backslash in double quotes comes n, t, a backslash or a quote")
            }
            bytes.removeFirst()
        }
        throw Unreadable("the quotes are not closed on their line")
    }
}
