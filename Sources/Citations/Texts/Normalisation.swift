import Foundation

enum Normalisation: String, CaseIterable, Sendable {
    case raw
    /// Without accents, case and punctuation, with single spaces. All words stay.
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
    /// The normalised title, which is also the key of decisions.
    var foldedTitle: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: Normalisation.folded(self))
        return String(text)
    }
}
