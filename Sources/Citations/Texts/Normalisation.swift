import Foundation

enum Normalisation: String, CaseIterable, Sendable {
    case raw
    /// Without accents, case and punctuation, with single spaces. All words stay.
    case folded

    func callAsFunction(_ text: String) -> [Unicode.Scalar] {
        switch self {
        case .raw: Array(text.unicodeScalars)
        case .folded: text.utf8.allSatisfy { $0 < 0x80 } ? Self.foldASCII(text) : Self.fold(text)
        }
    }

    /// As `fold`, without properties of scalars.
    private static func foldASCII(_ text: String) -> [Unicode.Scalar] {
        var folded: [Unicode.Scalar] = []
        folded.reserveCapacity(text.utf8.count)
        var isGap = false
        for byte in text.utf8 {
            let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard (0x61...0x7A).contains(small) || (0x30...0x39).contains(small) else {
                isGap = true
                continue
            }
            if isGap, !folded.isEmpty { folded.append(" ") }
            isGap = false
            folded.append(Unicode.Scalar(small))
        }
        return folded
    }

    static func fold(_ text: String) -> [Unicode.Scalar] {
        var folded: [Unicode.Scalar] = []
        var isGap = false
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if scalar.properties.canonicalCombiningClass != .notReordered { continue }
            guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                isGap = true
                continue
            }
            if isGap, !folded.isEmpty { folded.append(" ") }
            isGap = false
            folded.append(scalar)
        }
        return folded
    }
}

extension String {
    /// With one space between words and none around them.
    var singleSpaced: String {
        var last = UInt8(ascii: " ")
        let isSo = utf8.allSatisfy { byte in
            defer { last = byte }
            return (0x21..<0x7F).contains(byte) || byte == 0x20 && last != 0x20
        }
        return isSo && last != 0x20 ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The normalised title, which is also the key of decisions.
    var foldedTitle: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: Normalisation.folded(self))
        return String(text)
    }
}
