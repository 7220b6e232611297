final class SeedItem: Sendable {
    let place: SeedPlace
    let content: Content
    /// Whether it comes from `!secret`, so that no message shows it.
    let isSecret: Bool
    /// Whether it is a literal block, whose lines are those of the file.
    let isLiteral: Bool
    let order: SeedPlace?

    enum Content: Sendable {
        /// - isPlain: without quotes, so that `12` is a number and `true` a flag.
        case scalar(String, isPlain: Bool)
        case list([SeedItem])
        case map([(key: SeedKey, value: SeedItem)])
        case broken
    }

    init(_ place: SeedPlace, _ content: Content, isSecret: Bool = false, isLiteral: Bool = false, order: SeedPlace? = nil) {
        (self.place, self.content, self.isSecret, self.isLiteral, self.order) = (place, content, isSecret, isLiteral, order)
    }

    var isNull: Bool {
        if case .scalar(let text, true) = content { return PlainWord(text) == .null }
        return false
    }
}

struct SeedKey: Sendable {
    let name: String
    let place: SeedPlace
}

/// How YAML reads an unquoted word; nil for plain text. A word counts as special if YAML 1.1 or 1.2 treats it so (`yes` is a flag in one).
enum PlainWord {
    case null, flag, number

    init?(_ text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE", "false", "False", "FALSE", "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off",
            "OFF",
            "y", "Y", "n", "N":
            self = .flag
        default:
            guard Self.isNumber(text.utf8[...]) else { return nil }
            self = .number
        }
    }

    /// Compares bytes: called for every text of the file, and a regex would be compiled each time.
    private static func isNumber(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard let first = rest.first, first < 0x3A, rest.count < 400 else { return false }
        if first == UInt8(ascii: "."), [".inf", ".nan"].contains(String(Substring(rest)).lowercased()) { return true }
        if let base = rest.dropFirst().first, first == 0x30, "xob".utf8.contains(base) {
            return rest.count > 2
                && rest.dropFirst(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit || $0 == UInt8(ascii: "_") }
        }
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") }
        guard (0x30...0x39).contains(rest.first { $0 != UInt8(ascii: ".") } ?? 0) else { return false }
        rest = rest.drop(while: isDigit)
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: isDigit) }
        guard let exponent = rest.first else { return true }
        guard exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") else { return false }
        rest = rest.dropFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        return !rest.isEmpty && rest.allSatisfy { (0x30...0x39).contains($0) }
    }
}
