import Foundation

/// How two spellings are made alike before they are compared.
enum Normalisation: String, CaseIterable, Sendable {
    /// As they stand: what the method of 2011 does.
    case raw
    /// Without accents, capitals and punctuation, with single spaces. No word is left out.
    case folded

    func callAsFunction(_ text: String) -> [Unicode.Scalar] {
        switch self {
        case .raw: Array(text.unicodeScalars)
        case .folded: Self.fold(text)
        }
    }

    private static func fold(_ text: String) -> [Unicode.Scalar] {
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
    /// What two spellings of one title have in common; also the name under which decisions about a work are kept.
    var foldedTitle: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: Normalisation.folded(self))
        return String(text)
    }
}
