import Foundation

extension String {
    /// A key for comparing and searching: `Caffè d’orzo` and `caffe d'orzo` are equal, and zero-width characters are gone.
    public var folded: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased().withSingleSpaces }
        let plain = folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil).lowercased()
        var key = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars {
            switch scalar.value {
            case ..<0x60: key.append(scalar)
            case 0x60, 0xB4, 0x2B9, 0x2BB...0x2BD, 0x2018...0x201B, 0x2032, 0xA78C, 0xFF07: key.append("'")
            case 0x201C...0x201F, 0x2033: key.append("\"")
            case 0x2D7, 0x2010...0x2015, 0x2043, 0x2212, 0xFE58, 0xFE63, 0xFF0D: key.append("-")
            case 0x2800: key.append(" ")
            case 0x61..<0x85: key.append(scalar)
            default:
                if scalar.properties.isWhitespace {
                    key.append(" ")
                } else if !scalar.properties.isDefaultIgnorableCodePoint {
                    key.append(scalar)
                }
            }
        }
        return String(key).withSingleSpaces
    }

    private var withSingleSpaces: String {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        var before: UInt8 = 0x20
        let isPlain = utf8.allSatisfy { byte in
            defer { before = byte }
            return !isSpace(byte) || (byte == 0x20 && before != 0x20)
        }
        if isPlain, utf8.isEmpty || before != 0x20 { return self }
        let words = utf8.split(whereSeparator: isSpace)
        return words.map { String($0) ?? "" }.joined(separator: " ")
    }
}
