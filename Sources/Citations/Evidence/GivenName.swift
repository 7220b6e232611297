/// The given names of a person whose surname is known, to compare `Mario Rossi`, `Rossi, M. A.` and `Rossi MA`.
struct GivenName: Sendable, Equatable {
    /// Folded; an initial is one letter.
    let words: [String]

    enum Comparison: Int, Sendable, Comparable {
        case otherInitial, otherName, unknown, sameInitial, sameName

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// nil when the name has none of the surnames. What parentheses add, such as a subject, is no name.
    init?(_ name: String, surnames: [String]) {
        let name = name.contains("(") ? name.replacing(/\([^)]*\)/, with: " ") : name
        let folded = Self.words(name)
        let places = surnames.lazy.compactMap { surname -> Range<Int>? in
            let wanted = Self.words(surname).flatMap { $0.count > 1 ? [$0.joined()] : [String($0[0])] }
            let there = folded.map { $0.joined() }
            guard !wanted.isEmpty, there.count >= wanted.count else { return nil }
            return (0...(there.count - wanted.count)).map { $0..<($0 + wanted.count) }.last { Array(there[$0]) == wanted }
        }
        guard let place = places.first else { return nil }
        words = (folded[..<place.lowerBound] + folded[place.upperBound...]).flatMap { $0 }
    }

    /// Each word folded; capitals in a row such as `MA` are initials.
    private static func words(_ name: String) -> [[String]] {
        name.split { !($0.isLetter || $0.isNumber || "'’".contains($0)) }.compactMap { word -> [String]? in
            let folded = String(word).foldedTitle.replacing(" ", with: "")
            if folded.isEmpty { return nil }
            let areInitials = (2...3).contains(word.count) && word.allSatisfy { $0.isUppercase } && word.allSatisfy(\.isASCII)
            return areInitials ? folded.map { String($0) } : [folded]
        }
    }

    func compared(to other: GivenName) -> Comparison {
        guard let own = words.first, let first = other.words.first else { return .unknown }
        if own.first != first.first {
            // A second given name may be the one in use.
            let isSecond =
                words.dropFirst().contains { $0.first == first.first }
                || other.words.dropFirst().contains { $0.first == own.first }
            return isSecond ? .unknown : .otherInitial
        }
        guard own.count > 1, first.count > 1 else {
            // `M A` and `M B` are two people, as far as both say a second initial.
            if words.count > 1, other.words.count > 1, words[1].first != other.words[1].first { return .unknown }
            return .sameInitial
        }
        if own == first || own.count >= 3 && first.hasPrefix(own) || first.count >= 3 && own.hasPrefix(first) { return .sameName }
        return .otherName
    }
}
