/// Where each four scalars of a text are, which rules out most of it for a title.
/// One edit changes at most four of a title's grams, so a part with k edits keeps all but 4k of any chosen ones on neighbouring diagonals
/// (Ukkonen 1992). The rarest are chosen.
struct GramIndex: Sendable {
    private static let size = 4
    private static let mostRegions = 400
    private let count: Int
    /// Of a hashed gram.
    private let bits: Int
    private let starts: [UInt32]
    private let places: [UInt32]

    init(_ text: [Unicode.Scalar]) {
        count = text.count
        let bits = min(18, max(8, Int.bitWidth - text.count.leadingZeroBitCount))
        self.bits = bits
        let grams = max(0, text.count - Self.size + 1)
        var starts = [UInt32](repeating: 0, count: (1 << bits) + 1)
        for place in 0..<grams { starts[Self.key(text, place, bits) + 1] += 1 }
        for key in 0..<(1 << bits) { starts[key + 1] += starts[key] }
        var (next, places) = (starts, [UInt32](repeating: 0, count: grams))
        for place in 0..<grams {
            let key = Self.key(text, place, bits)
            places[Int(next[key])] = UInt32(clamping: place)
            next[key] += 1
        }
        (self.starts, self.places) = (starts, places)
    }

    private static func key(_ text: [Unicode.Scalar], _ place: Int, _ bits: Int) -> Int {
        var key: UInt32 = 0
        for next in place..<(place + size) { key = (key &+ text[next].value) &* 0x9E37_79B1 }
        return Int(key >> UInt32(32 - bits))
    }

    func regions(of title: [Unicode.Scalar], atMost limit: Int) -> [Range<Int>] {
        let grams = title.count - Self.size + 1
        // Too short to be ruled out by grams.
        guard grams > Self.size * limit else { return [0..<count] }
        let keyed = (0..<grams).map { (place: $0, key: Self.key(title, $0, bits)) }
        let chosen = keyed.sorted { frequency(of: $0.key) < frequency(of: $1.key) }.prefix(Self.size * limit + 6)
        let needed = chosen.count - Self.size * limit
        let shift = max(4, Int.bitWidth - limit.leadingZeroBitCount)
        let width = 1 << shift
        var (hits, touched) = ([UInt8](repeating: 0, count: ((count + title.count) >> shift) + 2), [Int]())
        for gram in chosen {
            for entry in Int(starts[gram.key])..<Int(starts[gram.key + 1]) {
                let bin = (Int(places[entry]) - gram.place + title.count) >> shift
                if hits[bin] == 0 { touched.append(bin) }
                if hits[bin] < .max { hits[bin] += 1 }
            }
        }
        let best = Self.best(touched.map { ($0, Int(hits[$0]) + Int(hits[$0 + 1])) }, atLeast: min(needed, 200))
        var regions: [Range<Int>] = []
        for bin in best {
            let first = bin * width - title.count
            let (start, end) = (max(0, first - limit), min(count, first + 2 * width + title.count + 2 * limit))
            guard start < end else { continue }
            if let last = regions.last, start <= last.upperBound, last.count < 8 * (title.count + 2 * width) {
                regions[regions.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                regions.append(start..<end)
            }
        }
        return regions
    }

    /// Bins with enough hits, in order. Words that fill a page make many: the ones with most hits are kept, and the first of these.
    static func best(_ bins: [(place: Int, hits: Int)], atLeast needed: Int, atMost most: Int = mostRegions) -> [Int] {
        var counts = [Int](repeating: 0, count: 2 * Int(UInt8.max) + 1)
        for bin in bins where bin.hits >= needed { counts[bin.hits] += 1 }
        var (edge, above) = (counts.count - 1, 0)
        while edge > needed, above + counts[edge] < most {
            above += counts[edge]
            edge -= 1
        }
        var left = most - above
        return bins.filter { $0.hits >= edge }.sorted { $0.place < $1.place }.compactMap { bin in
            if bin.hits > edge { return bin.place }
            left -= 1
            return left >= 0 ? bin.place : nil
        }
    }

    private func frequency(of key: Int) -> UInt32 { starts[key + 1] - starts[key] }
}
