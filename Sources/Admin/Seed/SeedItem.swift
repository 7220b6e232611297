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
            guard let first = text.utf8.first, first < 0x3A, text.utf8.count < 400, Self.isNumber(text) else { return nil }
            self = .number
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        text.wholeMatch(of: #/[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?/#) != nil
            || text.wholeMatch(of: #/[-+]?(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|\.(inf|Inf|INF))|\.(nan|NaN|NAN)/#) != nil
    }
}
