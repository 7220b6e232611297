import Foundation

/// The encodings that a person may choose for a file; without a choice `TextDecoding` detects one.
public enum TextEncoding: String, CaseIterable, Codable, Sendable {
    case utf8 = "UTF-8"
    case utf16Little = "UTF-16LE"
    case utf16Big = "UTF-16BE"
    case western = "Windows-1252"
    case westernISO = "ISO-8859-15"
    case macRoman = "macintosh"
    case central = "Windows-1250"
    case centralISO = "ISO-8859-2"
    case cyrillic = "Windows-1251"
    case russianUnix = "KOI8-R"
    case ukrainianUnix = "KOI8-U"
    case greek = "Windows-1253"
    case turkish = "Windows-1254"
    case hebrew = "Windows-1255"
    case arabic = "Windows-1256"
    case baltic = "Windows-1257"
    case thai = "Windows-874"
    case chinese = "GB18030"
    case chineseTraditional = "Big5"
    case japanese = "Shift_JIS"
    case korean = "EUC-KR"

    /// Those that Foundation does not name have its marker and their number of Core Foundation.
    private var encoding: String.Encoding {
        let marker: UInt = 0x8000_0000
        return switch self {
        case .utf8: .utf8
        case .utf16Little: .utf16LittleEndian
        case .utf16Big: .utf16BigEndian
        case .western: .windowsCP1252
        case .westernISO: String.Encoding(rawValue: marker | 0x20F)
        case .macRoman: String.Encoding(rawValue: marker)
        case .central: .windowsCP1250
        case .centralISO: .isoLatin2
        case .cyrillic: .windowsCP1251
        case .russianUnix: String.Encoding(rawValue: marker | 0xA02)
        case .ukrainianUnix: String.Encoding(rawValue: marker | 0xA08)
        case .greek: .windowsCP1253
        case .turkish: .windowsCP1254
        case .hebrew: String.Encoding(rawValue: marker | 0x505)
        case .arabic: String.Encoding(rawValue: marker | 0x506)
        case .baltic: String.Encoding(rawValue: marker | 0x507)
        case .thai: String.Encoding(rawValue: marker | 0x41D)
        case .chinese: String.Encoding(rawValue: marker | 0x632)
        case .chineseTraditional: String.Encoding(rawValue: marker | 0xA03)
        case .japanese: .shiftJIS
        case .korean: String.Encoding(rawValue: marker | 0x940)
        }
    }

    /// The encoding of a name of the web, in any spelling: `iso-8859-1`, `latin1`, `windows-1252`; nil for one that is unknown.
    public init?(named name: String) {
        let plain = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        guard let encoding = Self.names[plain] ?? Self.allCases.first(where: { $0.plainName == plain }) else { return nil }
        self = encoding
    }

    private var plainName: String { rawValue.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static let names: [String: Self] = [
        "iso88591": .western, "latin1": .western, "l1": .western, "usascii": .western, "ascii": .western, "cp1252": .western,
        "iso885915": .westernISO, "latin9": .westernISO, "iso88592": .centralISO, "latin2": .centralISO, "cp1250": .central,
        "cp1251": .cyrillic, "xmacroman": .macRoman, "koi8": .russianUnix, "iso88597": .greek, "greek": .greek, "iso88599": .turkish,
        "latin5": .turkish, "iso88598": .hebrew, "iso88596": .arabic, "tis620": .thai, "gbk": .chinese, "gb2312": .chinese,
        "sjis": .japanese,
        "xsjis": .japanese, "windows31j": .japanese, "ksc56011987": .korean, "windows949": .korean, "utf16": .utf16Little,
    ]

    func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        String(data: Data(bytes), encoding: encoding).map { Array($0.drop { $0 == "\u{FEFF}" }.utf8) }
    }

    func bytes(_ text: String) -> [UInt8]? { text.data(using: encoding).map { Array($0) } }
}
