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

/// How alike two texts are: `100 × (1 − distance / length of the longer)`; two empty ones are equal.
enum Similarity {
    static func percent(_ a: Spelling, _ b: Spelling) -> Double {
        percent(EditDistance.between(a.scalars, b.scalars) ?? 0, max(a.scalars.count, b.scalars.count))
    }

    /// The percentage if it reaches a threshold, which is itself enough; nil otherwise. Whole numbers, so that exactly 80 is not missed
    /// by rounding.
    static func percent(_ a: Spelling, _ b: Spelling, atLeast threshold: Int) -> Double? {
        let length = max(a.scalars.count, b.scalars.count)
        let limit = (100 - threshold) * length / 100
        guard abs(a.scalars.count - b.scalars.count) <= limit else { return nil }
        // Each edit takes away one scalar and adds one at the most.
        let difference = a.tally &- b.tally
        let more = difference.replacing(with: 0, where: difference .< 0).wrappedSum()
        let less = (SIMD32<Int16>() &- difference).replacing(with: 0, where: difference .> 0).wrappedSum()
        guard Int(max(more, less)) <= limit else { return nil }
        return EditDistance.between(a.scalars, b.scalars, atMost: limit).map { percent($0, length) }
    }

    private static func percent(_ distance: Int, _ length: Int) -> Double {
        length == 0 ? 100 : 100 * Double(length - distance) / Double(length)
    }
}
