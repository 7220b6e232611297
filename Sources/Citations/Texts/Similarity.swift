/// A text as it is compared: its scalars, and how often each kind of them occurs.
struct NormalizedText: Sendable {
    let scalars: [Unicode.Scalar]
    /// Scalars by the low bits of their numbers: enough to see that two texts are far apart without comparing them.
    private let tally: SIMD32<UInt8>

    init(_ text: String, _ normalisation: Normalisation) {
        scalars = normalisation(text)
        var tally = SIMD32<UInt8>()
        for kind in scalars.lazy.map({ Int($0.value & 31) }) where tally[kind] < .max { tally[kind] += 1 }
        self.tally = tally
    }

    /// How many edits it takes at the least to come from here to another: each takes away one scalar and adds one at the most, so of the
    /// scalars that only one of the two has, the more numerous side counts.
    func leastEdits(to other: NormalizedText) -> Int {
        var unlike = 0
        for kind in tally.indices { unlike &+= abs(Int(tally[kind]) &- Int(other.tally[kind])) }
        return (unlike + abs(scalars.count - other.scalars.count)) / 2
    }
}

/// How alike a text is to others: `100 × (1 − distance / length of the longer)`; two empty ones are equal.
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

    /// The percentage if it reaches a threshold, which is itself enough; nil otherwise. Whole numbers, so that exactly 80 is not missed
    /// by rounding.
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
