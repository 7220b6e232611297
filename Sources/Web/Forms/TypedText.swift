public enum TypedText {
    /// Converts CRLF to LF, repairs UTF-8 and drops control characters except tab and LF: NUL ends strings in C libraries.
    public static func clean(_ bytes: [UInt8]) -> String {
        guard bytes.contains(where: { $0 < 0x20 }) else { return String(decoding: bytes, as: UTF8.self) }
        var cleaned: [UInt8] = []
        cleaned.reserveCapacity(bytes.count)
        var lastWasReturn = false
        for byte in bytes {
            switch byte {
            case 0x0D: cleaned.append(0x0A)
            case 0x0A where lastWasReturn: break
            case 0x09, 0x0A, 0x20...: cleaned.append(byte)
            default: break
            }
            lastWasReturn = byte == 0x0D
        }
        return String(decoding: cleaned, as: UTF8.self)
    }

    /// The last path component without control characters, at most 255 bytes: old browsers send the device's whole path.
    static func fileName(_ bytes: [UInt8]) -> String {
        let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let last = bytes.split(omittingEmptySubsequences: false, whereSeparator: isSlash).last ?? []
        let text = String(decoding: last, as: UTF8.self)
        var name = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars where !scalar.isInvisibleInNames {
            length += UTF8.width(scalar)
            if length > 255 { break }
            name.append(scalar)
        }
        let trimmed = String(name).trimmingSpaces()
        return trimmed == "." || trimmed == ".." ? "" : trimmed
    }
}

extension Unicode.Scalar {
    /// Control characters and direction marks, which make `gpj.exe` look like `exe.jpg`.
    fileprivate var isInvisibleInNames: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}
