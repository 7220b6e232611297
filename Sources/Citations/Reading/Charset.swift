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
    case chinese = "GB18030"
    case chineseTraditional = "Big5"
    case korean = "EUC-KR"
    case russianUnix = "KOI8-R"

    /// Those that Foundation does not name have its marker and their number of Core Foundation.
    private var encoding: String.Encoding {
        let marker: UInt = 0x8000_0000
        return switch self {
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
        case .chinese: String.Encoding(rawValue: marker | 0x632)
        case .chineseTraditional: String.Encoding(rawValue: marker | 0xA03)
        case .korean: String.Encoding(rawValue: marker | 0x940)
        case .russianUnix: String.Encoding(rawValue: marker | 0xA02)
        }
    }

    func read(_ bytes: [UInt8]) -> String? {
        guard let text = String(data: Data(bytes), encoding: encoding) else { return nil }
        let isText = text.unicodeScalars.allSatisfy { $0.value >= 0x20 || (0x09...0x0D).contains($0.value) }
        return isText ? String(text.drop { $0 == "\u{FEFF}" }) : nil
    }

    /// Whether bytes other than UTF-8 are of no Latin writing: letters outside of ASCII rarely follow each other in Western texts.
    static func isForeign(_ bytes: [UInt8]) -> Bool {
        let bytes = bytes.prefix(200_000)
        var (run, long, all) = (0, 0, 0)
        for byte in bytes {
            guard byte >= 0x80 else {
                if run >= 4 { long += run }
                run = 0
                continue
            }
            (run, all) = (run + 1, all + 1)
        }
        if run >= 4 { long += run }
        return long >= 8 && 4 * long >= all
    }

    static func declared(in bytes: [UInt8]) -> Charset? {
        let start = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
        return start.contains("<") ? named(in: start) : nil
    }

    private static func named(in text: String) -> Charset? {
        guard let at = text.range(of: "charset=") else { return nil }
        let name = text[at.upperBound...].drop { "\"' ".contains($0) }.prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
        let known = [
            "x-sjis": Charset.japanese, "latin2": .centralISO, "cp1250": .central, "cp1251": .cyrillic, "gbk": .chinese,
            "gb2312": .chinese, "big5-hkscs": .chineseTraditional, "ks_c_5601-1987": .korean, "koi8": .russianUnix,
        ]
        return known[String(name)] ?? allCases.first { $0.rawValue.lowercased() == name }
    }

    /// The charset of a content type, `text/html; charset=ISO-8859-1`, which is read as Windows-1252.
    static func named(_ type: String) -> Charset? {
        named(in: type.lowercased().replacing(/iso-?8859-1\b|latin1\b|us-ascii\b/, with: "windows-1252"))
    }
}
