/// A value of the seed files with its place, includes already put in.
final class SeedItem: Sendable {
    let place: SeedPlace
    let content: Content

    enum Content: Sendable {
        /// - isPlain: written without quotes, so that `12` is a number and `true` a flag.
        case scalar(String, isPlain: Bool)
        case list([SeedItem])
        case map([(key: SeedKey, value: SeedItem)])
        /// Could not be read; said so already, so nobody complains of it again.
        case broken
    }

    init(_ place: SeedPlace, _ content: Content) { (self.place, self.content) = (place, content) }

    /// Nothing is given: `picture:` or `picture: null`.
    var isNull: Bool {
        if case .scalar(let text, true) = content { return PlainWord(text) == .null }
        return false
    }
}

/// A key of a mapping with its place.
struct SeedKey: Sendable {
    let name: String
    let place: SeedPlace
}

/// What YAML takes a word without quotes for; nil for plain text. Versions 1.1 and 1.2 differ (`yes` is a flag in one of them), so whatever
/// one of them takes for something else counts.
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

    /// Byte by byte, because this is asked of every text of the file, and a regular expression is compiled anew each time.
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
