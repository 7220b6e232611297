import GRDB
import Web

/// Typed words as an FTS5 pattern. GRDB's own pattern opens two in-memory databases, which takes longer than the search.
public struct SearchPattern: RawRepresentable, DatabaseValueConvertible, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Matches every typed word as a prefix, ignoring case and accents; nil without letters or digits.
    public init?(_ typed: String) {
        let words = Self.words(typed)
        guard !words.isEmpty else { return nil }
        rawValue = words.map { $0 + "*" }.joined(separator: " ")
    }

    init?(phrase typed: String) {
        let words = Self.words(typed)
        guard !words.isEmpty else { return nil }
        rawValue = "\"" + words.joined(separator: " ") + "\""
    }

    /// In FTS5, letters, digits and non-ASCII characters form plain words as long as there are no capitals (`AND`).
    public static func words(_ typed: String) -> [String] {
        typed.folded.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: false
            default: true
            }
        }.compactMap { String($0) }
    }
}
