import Foundation

/// Encodings that cannot be detected, so a person may have to choose one.
enum Charset: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case utf16Little = "UTF-16LE"
    case utf16Big = "UTF-16BE"
    case western = "Windows-1252"
    case central = "Windows-1250"
    case centralISO = "ISO-8859-2"
    case cyrillic = "Windows-1251"
    case greek = "Windows-1253"
    case turkish = "Windows-1254"
    case japanese = "Shift_JIS"
    case japaneseUnix = "EUC-JP"

    private var encoding: String.Encoding {
        switch self {
        case .utf8: .utf8
        case .utf16Little: .utf16LittleEndian
        case .utf16Big: .utf16BigEndian
        case .western: .windowsCP1252
        case .central: .windowsCP1250
        case .centralISO: .isoLatin2
        case .cyrillic: .windowsCP1251
        case .greek: .windowsCP1253
        case .turkish: .windowsCP1254
        case .japanese: .shiftJIS
        case .japaneseUnix: .japaneseEUC
        }
    }

    func read(_ bytes: [UInt8]) -> String? {
        guard let text = String(data: Data(bytes), encoding: encoding) else { return nil }
        let isText = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || (0x09...0x0D).contains($0.value) }
        return isText ? String(text.drop { $0 == "\u{FEFF}" }) : nil
    }

    /// The charset declared near the start of a page, if it is one of these.
    static func declared(in bytes: [UInt8]) -> Charset? {
        let start = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
        return start.contains("<") ? named(in: start) : nil
    }

    private static func named(in text: String) -> Charset? {
        guard let at = text.range(of: "charset=") else { return nil }
        let name = text[at.upperBound...].drop { "\"' ".contains($0) }.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
        let known = ["x-sjis": Charset.japanese, "latin2": .centralISO, "cp1250": .central, "cp1251": .cyrillic]
        return known[String(name)] ?? allCases.first { $0.rawValue.lowercased() == name }
    }

    /// The charset of a content type, `text/html; charset=ISO-8859-1`, which is read as Windows-1252.
    static func named(_ type: String) -> Charset? {
        named(in: type.lowercased().replacing(/iso-?8859-1\b|latin1\b|us-ascii\b/, with: "windows-1252"))
    }
}
