enum FeedEntities {
    private static let known: [String: Int] = [
        "nbsp": 160, "egrave": 232, "eacute": 233, "agrave": 224, "ograve": 242, "ugrave": 249, "igrave": 236, "Egrave": 200, "Agrave": 192,
        "rsquo": 8217, "lsquo": 8216, "rdquo": 8221, "ldquo": 8220, "ndash": 8211, "mdash": 8212, "hellip": 8230, "laquo": 171,
        "raquo": 187,
        "euro": 8364, "copy": 169, "reg": 174, "deg": 176, "ccedil": 231, "ouml": 246, "uuml": 252, "auml": 228, "szlig": 223, "bull": 8226,
        "middot": 183,
    ]

    /// Replaces entities by numeric references, byte by byte for any ASCII-compatible encoding. Unknown ones become plain text.
    static func numbered(_ bytes: [UInt8]) -> [UInt8] {
        // UTF-16 cannot be processed bytewise.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "&") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let rest = bytes[(index + 1)..<min(index + 12, bytes.count)]
            let name = rest.firstIndex(of: UInt8(ascii: ";")).map { String(decoding: bytes[(index + 1)..<$0], as: UTF8.self) } ?? ""
            if let number = known[name] {
                result += "&#\(number);".utf8
                index += name.utf8.count + 2
            } else {
                let isXML = ["amp", "lt", "gt", "quot", "apos"].contains(name) || name.hasPrefix("#")
                result += isXML ? [bytes[index]] : Array("&amp;".utf8)
                index += 1
            }
        }
        return result
    }
}
