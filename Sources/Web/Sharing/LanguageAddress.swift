/// The language that an address names: `it` in `/it/campus/news`, easy to read `it-simple`.
public struct LanguageAddress: Sendable, Equatable {
    let language: Language
    let isEasy: Bool

    public init(_ language: Language, isEasy: Bool = false) { (self.language, self.isEasy) = (language, isEasy) }

    /// Returns nil when the first part of a path is no language.
    init?(tag: Substring) {
        let isEasy = tag.hasSuffix(Self.easy)
        guard let language = Language(rawValue: String(isEasy ? tag.dropLast(Self.easy.count) : tag)) else { return nil }
        self.init(language, isEasy: isEasy)
    }

    private static let easy = "-simple"

    /// `/it` or `/it-simple`.
    public var prefix: String { "/" + language.rawValue + (isEasy ? Self.easy : "") }

    /// Splits `/it/campus?x=1` into the language and `/campus?x=1`.
    static func split(_ address: String) -> (LanguageAddress, plain: String)? {
        guard address.utf8.first == UInt8(ascii: "/") else { return nil }
        let tag = Substring(address.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
        guard let found = LanguageAddress(tag: tag) else { return nil }
        let rest = address[tag.endIndex...]
        // A browser would take it for another host.
        guard !rest.hasPrefix("//") else { return nil }
        return (found, rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }

    public static func plain(_ address: String) -> String { split(address)?.plain ?? address }
}
