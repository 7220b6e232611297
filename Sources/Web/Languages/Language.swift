public enum Language: String, CaseIterable, Codable, Sendable {
    case italian = "it"
    case english = "en"

    public var ownName: String {
        switch self {
        case .italian: "Italiano"
        case .english: "English"
        }
    }

    public var other: Language { self == .italian ? .english : .italian }

    /// The best match for an `Accept-Language` header (RFC 9110, 12.5.4); nil when none is acceptable.
    public init?(acceptLanguage header: String) {
        let ranges = header.split(separator: ",").prefix(32).enumerated().compactMap { index, range -> (Language, Double, Int)? in
            let parts = range.split(separator: ";").map { $0.trimmingSpaces() }
            guard let tag = parts.first?.prefix(2).lowercased(), let language = Language(rawValue: tag) else { return nil }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return quality > 0 ? (language, quality, index) : nil
        }
        guard let best = ranges.max(by: { ($0.1, -$0.2) < ($1.1, -$1.2) }) else { return nil }
        self = best.0
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
