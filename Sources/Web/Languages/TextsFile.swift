/// A file of texts: the part of YAML that they are written in, read byte by byte. A reader of all of YAML took half of every start.
///
/// A line is `key: text`, `key:` with its entries below it and indented by two more spaces, or `key: {a: text, b: text}`. A text stands in
/// quotation marks, in double ones with `\"`, `\\` and `\n`, or without any where nothing in it has a meaning in YAML.
struct TextsFile {
    /// By the whole key, `house.name`.
    private(set) var texts: [String: String] = [:]
    /// What is none of this, `12: the text needs quotation marks`.
    private(set) var mistakes: [String] = []

    private let bytes: [UInt8]
    private var index = 0
    /// The keys that the present line may stand below, each with those it stands below itself.
    private var parents: [String] = []

    init(_ file: String) {
        bytes = Array(file.utf8)
        var line = 1
        while index < bytes.count {
            do { try readLine() } catch { mistakes.append("\(line): \(error.words)") }
            while next != nil { index += 1 }
            index += 1
            line += 1
        }
    }

    private struct Mistake: Error { let words: String }

    /// The byte to be read; nil at the end of the line.
    private var next: UInt8? { index < bytes.count && bytes[index] != UInt8(ascii: "\n") ? bytes[index] : nil }

    private mutating func readLine() throws(Mistake) {
        let indent = skipSpaces()
        guard let next, next != UInt8(ascii: "#") else { return }
        guard indent % 2 == 0, indent / 2 <= parents.count else { throw Mistake(words: "the indentation fits no line above") }
        parents.removeLast(parents.count - indent / 2)
        try readEntry(below: parents.last, isInBraces: false)
        if self.next != nil { throw Mistake(words: "something follows the text") }
    }

    private mutating func readEntry(below parent: String?, isInBraces: Bool) throws(Mistake) {
        let name = try readKey()
        let key = parent.map { $0 + "." + name } ?? name
        guard !name.isEmpty, take(":") else { throw Mistake(words: "a key with a colon is missing") }
        skipSpaces()
        if take("{") {
            repeat {
                skipSpaces()
                try readEntry(below: key, isInBraces: true)
            } while take(",")
            guard take("}") else { throw Mistake(words: "a brace is not closed") }
            skipSpaces()
        } else if next == nil, !isInBraces {
            parents.append(key)
        } else {
            let text = try readText(isInBraces: isInBraces)
            if texts.updateValue(text, forKey: key) != nil { throw Mistake(words: "\(key) stands here twice") }
        }
    }

    private mutating func readKey() throws(Mistake) -> String {
        try readQuoted() ?? read { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: " ") }
    }

    private mutating func readText(isInBraces: Bool) throws(Mistake) -> String {
        if let text = try readQuoted() {
            skipSpaces()
            return text
        }
        let text = read { !isInBraces || $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }.trimmingSpaces()
        guard let first = text.utf8.first, !Self.signs.contains(first), !text.contains(": "), !text.contains(" #"), !text.hasSuffix(":")
        else {
            throw Mistake(words: "the text needs quotation marks")
        }
        return text
    }

    /// What begins something else than a text in YAML.
    private static let signs = Set("-?:,[]{}#&*!|>%@`".utf8)

    /// A text in quotation marks; nil where none begins.
    private mutating func readQuoted() throws(Mistake) -> String? {
        guard let mark = next, mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch (byte, mark) {
            case (mark, UInt8(ascii: "'")) where next == mark: text.append(mark)
            case (mark, _): return String(decoding: text, as: UTF8.self)
            case (UInt8(ascii: "\\"), UInt8(ascii: "\"")) where next == UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
            case (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
                guard let sign = next, sign == mark || sign == byte else {
                    throw Mistake(words: "\\ stands before something else than \", \\ and n")
                }
                text.append(sign)
            default:
                text.append(byte)
                continue
            }
            index += 1
        }
        throw Mistake(words: "a quotation mark is not closed")
    }

    private mutating func read(while isPart: (UInt8) -> Bool) -> String {
        let start = index
        while let next, isPart(next) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    @discardableResult
    private mutating func skipSpaces() -> Int {
        let start = index
        while next == UInt8(ascii: " ") { index += 1 }
        return index - start
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }
}
