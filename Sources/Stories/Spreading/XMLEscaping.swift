import Web

extension String {
    /// As it stands in XML: escaped, and without the characters that XML 1.0 has no way to write. One of them in one title would make the
    /// whole feed unreadable.
    func escapedForXML() -> String {
        guard unicodeScalars.contains(where: \.isForbiddenInXML) else { return escapedForHTML() }
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars where !scalar.isForbiddenInXML { kept.append(scalar) }
        return String(kept).escapedForHTML()
    }
}

extension Unicode.Scalar {
    fileprivate var isForbiddenInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}
