struct NormalizedText: Sendable {
    let scalars: [Unicode.Scalar]
    /// Counts by the low bits of scalars, which reject distant texts without comparing them.
    private let tally: SIMD32<UInt8>

    init(_ text: String, _ normalisation: Normalisation) { self.init(normalisation(text)) }

    /// A text that is normalised already.
    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        var tally = SIMD32<UInt8>()
        for kind in scalars.lazy.map({ Int($0.value & 31) }) where tally[kind] < .max { tally[kind] += 1 }
        self.tally = tally
    }

    /// A lower bound of the edits: each edit removes and adds at most one scalar, so the larger surplus counts.
    func leastEdits(to other: NormalizedText) -> Int {
        var unlike = 0
        for kind in tally.indices { unlike &+= abs(Int(tally[kind]) &- Int(other.tally[kind])) }
        return (unlike + abs(scalars.count - other.scalars.count)) / 2
    }
}

/// The similarity `100 × (1 − distance / length of the longer)`; two empty texts are equal.
struct Similarity: Sendable {
    private let text: NormalizedText
    private let distance: EditDistance

    init(to text: NormalizedText) {
        self.text = text
        distance = EditDistance(from: text.scalars)
    }

    func percent(_ other: NormalizedText) -> Double {
        percent(distance.to(other.scalars) ?? 0, max(text.scalars.count, other.scalars.count))
    }

    /// The percentage when it reaches the threshold, inclusive, else nil. Integer arithmetic, so that exactly 80 is not missed.
    func percent(_ other: NormalizedText, atLeast threshold: Int) -> Double? {
        let length = max(text.scalars.count, other.scalars.count)
        let limit = (100 - threshold) * length / 100
        guard abs(text.scalars.count - other.scalars.count) <= limit, text.leastEdits(to: other) <= limit else { return nil }
        return distance.to(other.scalars, atMost: limit).map { percent($0, length) }
    }

    private func percent(_ distance: Int, _ length: Int) -> Double {
        length == 0 ? 100 : 100 * Double(length - distance) / Double(length)
    }
}
