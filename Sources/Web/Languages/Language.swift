import Synchronization

/// A language of the pages, found at start among the folders of texts. Italian and English are always there and complete.
public struct Language: RawRepresentable, CaseIterable, Codable, Hashable, Sendable {
    /// The place among those that were made. Traits are never freed, so a language is as light as a number.
    private let index: Int

    public static let italian = Language(index: 0)
    public static let english = Language(index: 1)

    private static let italianTraits = LanguageTraits(code: "it")
    private static let englishTraits = LanguageTraits(code: "en")
    private static let made = Mutex<[LanguageTraits]>([italianTraits, englishTraits])
    private static let offered = Mutex<[Language]>([.italian, .english])

    /// The languages that are offered: Italian, English, then the others by code.
    public static var allCases: [Language] { offered.withLock { $0 } }

    private static let ofPackage = [named("de"), named("fr")]

    /// The languages that schemas name: the package's, and those that are offered besides.
    public static var described: [Language] {
        let others = Set(ofPackage).union(allCases).subtracting([.italian, .english])
        return [.italian, .english] + others.sorted { $0.rawValue < $1.rawValue }
    }

    /// Sets the offered languages; called once, before the first request.
    public static func offer(_ languages: [Language]) {
        let others = languages.filter { $0 != .italian && $0 != .english }.sorted { $0.rawValue < $1.rawValue }
        offered.withLock { $0 = [.italian, .english] + others }
    }

    static func named(_ code: String) -> Language {
        let index = made.withLock { made in
            if let known = made.firstIndex(where: { $0.code == code }) { return known }
            made.append(LanguageTraits(code: code))
            return made.count - 1
        }
        return Language(index: index)
    }

    private init(index: Int) { self.index = index }

    /// Italian and English, which most pages are in, need no lock.
    var traits: LanguageTraits {
        switch index {
        case 0: Self.italianTraits
        case 1: Self.englishTraits
        default: Self.made.withLock { $0[index] }
        }
    }

    /// The offered language of a code such as `it` or `pt-BR`.
    public init?(rawValue: String) {
        guard let found = Self.offered.withLock({ $0.first { $0.traits.code == rawValue } }) else { return nil }
        self = found
    }

    public var rawValue: String { traits.code }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let found = Language(rawValue: code) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(code) is not a language of this site")
        }
        self = found
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    // Explicit: what the standard library has for raw values compares the codes.
    public static func == (one: Language, other: Language) -> Bool { one.index == other.index }

    public func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// `it`, `pt-BR`: the codes that a folder of texts may have (RFC 5646).
    public static func isCode(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), text.utf8.count <= 35 else { return false }
        let isLower: (UInt8) -> Bool = { (0x61...0x7A).contains($0) }
        let isPart: (UInt8) -> Bool = { isLower($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
        return first.allSatisfy(isLower) && parts.dropFirst().allSatisfy { (2...8).contains($0.count) && $0.allSatisfy(isPart) }
    }
}

extension Language {
    /// The best match for an `Accept-Language` header (RFC 9110, 12.5.4); nil when none is acceptable.
    public init?(acceptLanguage header: String) { self.init(acceptLanguage: header, among: Self.allCases) }

    init?(acceptLanguage header: String, among offered: [Language]) {
        let ranges = header.split(separator: ",").prefix(32).enumerated().compactMap { index, range -> (String, Double, Int)? in
            let parts = range.split(separator: ";").map { $0.trimmingSpaces() }
            guard let tag = parts.first, tag.utf8.count <= 64 else { return nil }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0 ? (tag, quality, index) : nil
        }
        let found = ranges.sorted { (-$0.1, $0.2) < (-$1.1, $1.2) }.lazy.compactMap { Self.lookedUp($0.0, among: offered) }.first
        guard let found else { return nil }
        self = found
    }

    /// The language for a range (RFC 4647, 3.4): `de-AT` finds `de`. A bare range finds a regional language: `pt` finds `pt-BR`.
    static func lookedUp(_ range: String, among offered: [Language] = allCases) -> Language? {
        var rest = range.lowercased()
        guard !rest.isEmpty, rest != "*" else { return nil }
        while true {
            if let found = offered.first(where: { $0.rawValue.lowercased() == rest }) { return found }
            guard let hyphen = rest.lastIndex(of: "-") else { break }
            rest = String(rest[..<hyphen])
            // A single letter begins an extension and goes with it.
            if rest.dropLast().last == "-" { rest = String(rest.dropLast(2)) }
        }
        return offered.first { $0.rawValue.lowercased().hasPrefix(rest + "-") }
    }

    /// The offered language of a terminal with these variables. `LANGUAGE` lists languages, the best first; the locale C asks for English.
    public static func ofTerminal(_ environment: [String: String]) -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        guard !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return .english }
        let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init) + [locale]
        return wanted.lazy.compactMap { Language(ofTerminal: $0) }.first ?? .english
    }

    /// The offered language of a terminal, `de_AT.UTF-8`.
    public init?(ofTerminal name: String) {
        let tag = String(name.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
        guard let found = Self.lookedUp(tag) else { return nil }
        self = found
    }
}

extension StringProtocol {
    /// Trims ASCII white space by bytes: `\r\n` is one `Character` and would be missed.
    public func trimmingSpaces() -> String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
