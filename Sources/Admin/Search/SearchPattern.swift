import GRDB
import Web

/// What somebody looks for, as FTS5 is asked for it. GRDB's own pattern is found out with two databases opened in memory for it, which takes
/// longer than the search.
public struct SearchPattern: RawRepresentable, DatabaseValueConvertible, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Every word of what was typed, case and accents aside, each of which may go on; nil where only signs were typed.
    public init?(_ typed: String) {
        let words = Self.words(typed)
        guard !words.isEmpty else { return nil }
        rawValue = words.map { $0 + "*" }.joined(separator: " ")
    }

    /// The words one after the other; nil where only signs were typed.
    init?(phrase typed: String) {
        let words = Self.words(typed)
        guard !words.isEmpty else { return nil }
        rawValue = "\"" + words.joined(separator: " ") + "\""
    }

    /// In FTS5's language a word of letters, digits and whatever is not ASCII is only a word, as long as it has no capitals (`AND`).
    private static func words(_ typed: String) -> [String] {
        typed.folded.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: false
            default: true
            }
        }.compactMap { String($0) }
    }
}
