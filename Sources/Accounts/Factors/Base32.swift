/// RFC 4648's alphabet without padding: letters and the digits 2 to 7, which are easy to read aloud.
enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for byte in bytes {
            buffer = (buffer << 8 | Int(byte)) & 0xFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Normalizes typed text: removes spaces and hyphens, lowers case and replaces look-alike digits.
    static func typed(_ text: String) -> String {
        let bytes = text.lowercased().utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0"): UInt8(ascii: "o")
            case UInt8(ascii: "1"): UInt8(ascii: "l")
            case UInt8(ascii: "8"): UInt8(ascii: "b")
            case let byte where alphabet.contains(byte): byte
            default: nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    func inGroups(of size: Int, separator: String) -> String {
        let letters = Array(self)
        return stride(from: 0, to: letters.count, by: size).map { String(letters[$0..<min($0 + size, letters.count)]) }
            .joined(separator: separator)
    }
}
