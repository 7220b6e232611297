/// Detects the encoding of a file and converts it to UTF-8.
public enum TextDecoding {
    /// Decodes the given encoding, or else UTF-8 with or without a byte order mark, UTF-16, or Windows-1252 of old spreadsheets.
    public static func utf8(_ bytes: [UInt8], as encoding: TextEncoding? = nil) throws -> [UInt8] {
        if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { throw TableRefusal.workbook }
        if let encoding {
            guard let text = encoding.utf8(bytes), !text.contains(where: isBinary) else { throw TableRefusal.binary }
            return text
        }
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2)) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) } }
        if let unmarked = unmarkedUTF16(bytes) { return unmarked }
        // Some programs put the UTF-8 mark before text in another encoding.
        let text = withoutMarks(bytes)
        guard !text.contains(where: isBinary) else { throw TableRefusal.binary }
        return isUTF8(text) ? Array(text) : windows(text)
    }

    /// Looks at one piece after the other, so that a large file is not copied.
    static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            var end = min(rest.startIndex + 65_536, rest.endIndex)
            // A character is not cut: its first byte is no continuation.
            var steps = 0
            while end < rest.endIndex, rest[end] & 0xC0 == 0x80, steps < 3 { (end, steps) = (end - 1, steps + 1) }
            guard String(validating: rest[rest.startIndex..<end], as: UTF8.self) != nil else { return false }
            rest = rest[end...]
        }
        return true
    }

    /// UTF-16 without a mark: in most texts every second byte of the start is zero, which no other encoding has.
    private static func unmarkedUTF16(_ bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.prefix(400)
        guard start.count >= 8, bytes.count.isMultiple(of: 2) else { return nil }
        let zeros = start.enumerated().filter { $0.element == 0 }
        let odd = zeros.count { !$0.offset.isMultiple(of: 2) }
        guard zeros.count * 5 >= start.count * 2, odd == 0 || odd == zeros.count else { return nil }
        return try? utf8(bytes, as: odd == 0 ? .utf16Big : .utf16Little)
    }

    private static func withoutMarks(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var text = bytes[...]
        while text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        return text
    }

    /// Control characters that text never has; tab, line ends, form feed and the old end-of-file mark are allowed.
    private static func isBinary(_ byte: UInt8) -> Bool {
        byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1A
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) throws -> [UInt8] {
        guard bytes.count.isMultiple(of: 2) else { throw TableRefusal.binary }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        let text = withoutMarks(Array(String(decoding: units, as: UTF16.self).utf8))
        guard !text.contains(where: isBinary) else { throw TableRefusal.binary }
        return Array(text)
    }

    static func windows(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                let code = byte < 0xA0 ? special[Int(byte) - 0x80] : UInt32(byte)
                text += String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8
            }
        }
        return text
    }

    /// 0x80 to 0x9F, where Windows-1252 differs from Latin-1 (WHATWG Encoding Standard, index windows-1252).
    private static let special: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
