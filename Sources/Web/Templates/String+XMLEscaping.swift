extension String {
    /// As it stands in XML, between two tags or in an attribute: escaped, and without the characters that XML 1.0 has no way to write.
    /// One of them in one title would make the whole document unreadable.
    public func escapedForXML() -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        // By scalars: a sign followed by a combining mark is another character of Swift's.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // Who reads XML takes a plain one for a new line.
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
