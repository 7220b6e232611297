extension String {
    /// Escapes text for XML elements and attributes and drops characters that XML 1.0 forbids, which would make the document unreadable.
    public func escapedForXML() -> String {
        var result = ""
        result.reserveCapacity(utf8.count)
        // By scalars: a sign with a combining mark is a different `Character`.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // XML readers turn a plain CR into a line end.
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
