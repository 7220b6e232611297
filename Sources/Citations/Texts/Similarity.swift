/// A text as it is compared: its scalars, and how often each kind of them occurs.
struct Spelling: Sendable {
    let scalars: [Unicode.Scalar]
    /// Scalars by the low bits of their numbers: enough to see that two texts are far apart without comparing them.
    fileprivate let tally: SIMD32<Int16>

    init(_ text: String, _ normalisation: Normalisation) {
        scalars = normalisation(text)
        var tally = SIMD32<Int16>()
        for scalar in scalars.prefix(30_000) { tally[Int(scalar.value & 31)] += 1 }
        self.tally = tally
    }
}

/// How alike a text is to others: `100 × (1 − distance / length of the longer)`; two empty ones are equal.
struct Similarity: Sendable {
    private let text: Spelling
    private let distance: EditDistance

    init(to text: Spelling) {
        self.text = text
        distance = EditDistance(from: text.scalars)
    }

    func percent(_ other: Spelling) -> Double { percent(distance.to(other.scalars) ?? 0, max(text.scalars.count, other.scalars.count)) }

    /// The percentage if it reaches a threshold, which is itself enough; nil otherwise. Whole numbers, so that exactly 80 is not missed
    /// by rounding.
    func percent(_ other: Spelling, atLeast threshold: Int) -> Double? {
        let length = max(text.scalars.count, other.scalars.count)
        let limit = (100 - threshold) * length / 100
        guard abs(text.scalars.count - other.scalars.count) <= limit else { return nil }
        // Each edit takes away one scalar and adds one at the most.
        let difference = text.tally &- other.tally
        let more = difference.replacing(with: 0, where: difference .< 0).wrappedSum()
        let less = (SIMD32<Int16>() &- difference).replacing(with: 0, where: difference .> 0).wrappedSum()
        guard Int(max(more, less)) <= limit else { return nil }
        return distance.to(other.scalars, atMost: limit).map { percent($0, length) }
    }

    private func percent(_ distance: Int, _ length: Int) -> Double {
        length == 0 ? 100 : 100 * Double(length - distance) / Double(length)
    }
}
