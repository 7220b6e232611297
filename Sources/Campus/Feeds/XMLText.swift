/// Text as it stands between two tags of XML or in an attribute.
enum XMLText {
    /// Escaped, and without the characters that XML 1.0 has no way to write.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// `<name>text</name>` and a new line; nothing for an empty text.
    static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(escaped(text))</\(name)>\n"
    }
}
