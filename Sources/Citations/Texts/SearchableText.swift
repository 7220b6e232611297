import Foundation

/// A text folded as titles are, in which titles are found approximately. It keeps where each scalar came from.
struct SearchableText: Sendable {
    let scalars: [Unicode.Scalar]
    private let source: [Unicode.Scalar]
    private let origins: [UInt32]
    /// Whether punctuation or an element's edge precedes a scalar.
    private let breaks: [Bool]
    private let index: GramIndex

    /// Marks an edge between elements without separating words.
    static let edge: Unicode.Scalar = "\u{2063}"

    init(_ text: String) {
        var folder = TextFolder()
        source = Array(text.unicodeScalars)
        for (place, scalar) in source.enumerated() { folder.add(scalar, at: place) }
        (scalars, origins, breaks) = (folder.scalars, folder.origins, folder.breaks)
        index = GramIndex(folder.scalars)
    }

    struct Place: Sendable, Equatable {
        let distance: Int
        let range: Range<Int>
    }

    /// Parts nearest to a folded title in each region of the text that may hold it, nearest first, with at most `limit` edits.
    func places(of title: [Unicode.Scalar], atMost limit: Int) -> [Place] {
        guard !title.isEmpty, title.count <= scalars.count + limit else { return [] }
        let forward = EditDistance(from: title)
        let backward = EditDistance(from: title.reversed())
        var found: [Place] = []
        for region in index.regions(of: title, atMost: limit) {
            let (distance, end) = forward.nearest(in: scalars, region, atMost: limit)
            guard distance <= limit else { continue }
            let reversed = Array(scalars[max(0, end - title.count - limit)..<end].reversed())
            let length = backward.nearest(in: reversed, 0..<reversed.count, isAnchored: true).end
            found.append(Place(distance: distance, range: (end - length)..<end))
        }
        return found.sorted { ($0.distance, $0.range.lowerBound) < ($1.distance, $1.range.lowerBound) }
    }

    func wholeWords(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, !isEdge(start) { start -= 1 }
        while end < scalars.count, end > start, !isEdge(end) { end += 1 }
        while start < end, scalars[start] == " " { start += 1 }
        while end > start, scalars[end - 1] == " " { end -= 1 }
        return start..<end
    }

    /// Whether a word may end before this place. Scripts without spaces have no words to split.
    private func isEdge(_ place: Int) -> Bool {
        breaks[place] || scalars[place] == " " || scalars[place - 1] == " "
            || !scalars[place].isASCII && !scalars[place - 1].isASCII
                && scalars[place].value > 0x2E7F
    }

    /// At how many of its two ends punctuation or an edge separates a part from the rest, from 0 to 2.
    func frames(of range: Range<Int>) -> Int {
        let isBefore = range.lowerBound == 0 || breaks[range.lowerBound]
        let next = range.upperBound < scalars.count && scalars[range.upperBound] == " " ? range.upperBound + 1 : range.upperBound
        return (isBefore ? 1 : 0) + (next >= scalars.count || breaks[next] ? 1 : 0)
    }

    func words(around range: Range<Int>, before: Int, after: Int) -> [Substring] {
        let parts = [max(0, range.lowerBound - before)..<range.lowerBound, range.upperBound..<min(scalars.count, range.upperBound + after)]
        return parts.flatMap { part -> [Substring] in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[part])
            return String(text).split(separator: " ")
        }
    }

    /// The part as the source writes it, with single spaces.
    func written(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: source[Int(origins[range.lowerBound])...Int(origins[range.upperBound - 1])].filter { $0 != Self.edge })
        return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Folds scalar by scalar as `Normalisation.folded` does with a whole text.
struct TextFolder {
    private(set) var scalars: [Unicode.Scalar] = []
    private(set) var origins: [UInt32] = []
    private(set) var breaks: [Bool] = []
    private var (isGap, isBreak) = (false, true)
    /// Foldings of other scalars; nil in them is a gap.
    private var known: [Unicode.Scalar: [Unicode.Scalar?]] = [:]

    private static let joiners: Set<Unicode.Scalar> = ["-", "'", "/", "_", " ", "’", "‐", "‑", "\u{A0}", "\u{202F}", "\u{2009}"]
    /// Soft hyphens and signs without width, which no reader sees.
    private static let invisible: Set<Unicode.Scalar> = ["\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}"]

    mutating func add(_ scalar: Unicode.Scalar, at place: Int) {
        if scalar == SearchableText.edge { return isBreak = true }
        if Self.invisible.contains(scalar) { return }
        if scalar.isASCII {
            switch scalar.value {
            case 0x41...0x5A: append(Unicode.Scalar(UInt8(scalar.value) + 32), place)
            case 0x61...0x7A, 0x30...0x39: append(scalar, place)
            default: addGap(scalar)
            }
            return
        }
        for part in folded(scalar) {
            if let part { append(part, place) } else { addGap(scalar) }
        }
    }

    private mutating func addGap(_ scalar: Unicode.Scalar) {
        isGap = true
        if !Self.joiners.contains(scalar) { isBreak = true }
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ place: Int) {
        if isGap, !scalars.isEmpty {
            scalars.append(" ")
            origins.append(UInt32(clamping: place))
            breaks.append(false)
        }
        scalars.append(scalar)
        origins.append(UInt32(clamping: place))
        breaks.append(isBreak)
        (isGap, isBreak) = (false, false)
    }

    private mutating func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar?] {
        if let known = known[scalar] { return known }
        let parts = String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        let signs = parts.filter { $0.properties.canonicalCombiningClass == .notReordered }.map { part -> Unicode.Scalar? in
            part.properties.isAlphabetic || part.properties.numericType != nil ? part : nil
        }
        known[scalar] = signs
        return signs
    }
}
