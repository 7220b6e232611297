import Foundation

/// The letters of a feed, for libxml2, which takes a document without a declaration for UTF-8.
public enum FeedText {
    /// A document that declares another encoding than UTF-8, or that is UTF-16, stays as it is.
    static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4).contains(0) { return bytes }
        let declared = declaration(bytes)
        if let declared, declared.lowercased() != "utf-8" { return bytes }
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        if let charset, let encoding = TextEncoding(named: charset), encoding != .utf8, let text = encoding.utf8(bytes) { return text }
        return mostly8(bytes) ? Array(String(decoding: bytes, as: UTF8.self).utf8) : TextDecoding.windows(bytes[...])
    }

    public static func charset(of type: String?) -> String? {
        guard let parts = type?.split(separator: ";").dropFirst() else { return nil }
        let values = parts.map {
            $0.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \"'")) }
        }
        return values.first { $0.count == 2 && $0[0].lowercased() == "charset" }?[1]
    }

    private static func declaration(_ bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard let end = start.firstRange(of: "?>"), start.contains("<?xml") else { return nil }
        let found = start[..<end.lowerBound].firstMatch(of: #/encoding\s*=\s*["']([A-Za-z0-9._:\-]+)["']/#)
        return found.map { String($0.1) }
    }

    /// Whether most letters beyond ASCII are UTF-8, and only some are broken.
    private static func mostly8(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        var (good, broken) = (0, 0)
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            if scalar == "\u{FFFD}" { broken += 1 } else { good += 1 }
        }
        return good > broken
    }
}
