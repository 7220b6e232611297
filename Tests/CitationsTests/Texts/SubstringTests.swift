import Testing

@testable import Citations

/// Titles inside texts, against plain dynamic programming.
@Suite struct SubstringTests {
    /// A sequence that is the same on every machine.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static func text(_ count: Int, of letters: String, _ random: inout Random) -> [Unicode.Scalar] {
        let letters = Array(letters.unicodeScalars)
        return (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] }
    }

    /// The least distance of a pattern to any part of a text, cell by cell (Sellers 1980).
    private static func reference(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar], isAnchored: Bool = false) -> Int {
        var column = Array(0...pattern.count)
        var best = pattern.count
        for (place, scalar) in text.enumerated() {
            var next = [isAnchored ? place + 1 : 0]
            for row in pattern.indices {
                next.append(min(column[row] + (pattern[row] == scalar ? 0 : 1), column[row + 1] + 1, next[row] + 1))
            }
            column = next
            best = min(best, column[pattern.count])
        }
        return best
    }

    private static func disturbed(_ title: [Unicode.Scalar], _ edits: Int, _ random: inout Random) -> [Unicode.Scalar] {
        var title = title
        for _ in 0..<edits where !title.isEmpty {
            let place = Int.random(in: title.indices, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: title[place] = "q"
            case 1: title.remove(at: place)
            default: title.insert("x", at: place)
            }
        }
        return title
    }

    @Test(arguments: ["ab", "abc ", "abcdefghijklmnopqrstuvwxyz "])
    func theNearestPartIsThatOfTheWholeTable(_ letters: String) {
        var random = Random(state: 7)
        for _ in 0..<150 {
            let pattern = Self.text(Int.random(in: 1...140, using: &random), of: letters, &random)
            let text = Self.text(Int.random(in: 0...200, using: &random), of: letters, &random)
            let distance = EditDistance(from: pattern)
            let free = distance.nearest(in: text, 0..<text.count)
            #expect(free.distance == Self.reference(pattern, text))
            #expect(Self.reference(pattern, Array(text[..<free.end])) == free.distance)
            #expect(
                distance.nearest(in: text, 0..<text.count, isAnchored: true).distance == Self.reference(pattern, text, isAnchored: true))
        }
    }

    /// The index of grams leaves nothing out: a part within the limit is found exactly when the table has one.
    @Test func theIndexOfGramsLosesNothing() {
        var random = Random(state: 11)
        for round in 0..<200 {
            let title = Self.text(Int.random(in: 8...120, using: &random), of: "abcdefgh ", &random)
            let limit = title.count / 8
            var text = Self.text(Int.random(in: 0...600, using: &random), of: "abcdefgh ", &random)
            if !round.isMultiple(of: 3) {
                let edits = Int.random(in: 0...(limit + 2), using: &random)
                text.insert(contentsOf: Self.disturbed(title, edits, &random), at: Int.random(in: 0...text.count, using: &random))
            }
            let least = Self.reference(title, text)
            let regions = GramIndex(text).regions(of: title, atMost: limit)
            let found = regions.map { EditDistance(from: title).nearest(in: text, $0).distance }.min() ?? .max
            if least <= limit { #expect(found == least) } else { #expect(found > limit) }
        }
    }

    /// A limit ends a search early, and changes nothing of what lies within it.
    @Test func aSearchWithALimitFindsTheSamePlaces() {
        var random = Random(state: 13)
        for round in 0..<200 {
            let title = Self.text(Int.random(in: 1...140, using: &random), of: "abc ", &random)
            var text = Self.text(Int.random(in: 0...200, using: &random), of: "abc ", &random)
            if round.isMultiple(of: 2) { text.insert(contentsOf: Self.disturbed(title, 2, &random), at: text.count / 2) }
            let whole = EditDistance(from: title).nearest(in: text, 0..<text.count)
            for limit in [0, 3, title.count / 8] {
                let found = EditDistance(from: title).nearest(in: text, 0..<text.count, atMost: limit)
                #expect(whole.distance <= limit ? found == whole : found.distance > limit)
            }
        }
    }

    /// The counted choice of regions is that of sorting all of them.
    @Test func theRegionsWithMostHitsAreKept() {
        var random = Random(state: 17)
        for _ in 0..<200 {
            let bins = (0..<Int.random(in: 0...60, using: &random)).map {
                (place: $0 * 3, hits: Int.random(in: 0...12, using: &random))
            }.shuffled(using: &random)
            let (needed, most) = (Int.random(in: 1...6, using: &random), Int.random(in: 1...30, using: &random))
            let sorted = bins.filter { $0.hits >= needed }.sorted { ($1.hits, $0.place) < ($0.hits, $1.place) }
            #expect(GramIndex.best(bins, atLeast: needed, atMost: most) == sorted.prefix(most).map(\.place).sorted())
        }
    }

    @Test func aPlaceIsExactlyThePartThatIsNearest() throws {
        let text = SearchableText("Rossi, M. (2004): Sparse graph matching for image-retrieval. J. Vision 3, 1–9.\nOther works")
        let title = Normalisation.folded("Sparse Graph Matching for Image Retrieval!")
        let place = try #require(text.places(of: title, atMost: 5).first)
        #expect(place.distance == 0)
        #expect(text.written(place.range) == "Sparse graph matching for image-retrieval")
        #expect(text.frames(of: place.range) == 2)
        #expect(text.places(of: Normalisation.folded("A survey of olive pests in dry years"), atMost: 4).isEmpty)
    }

    @Test(arguments: [
        "L’età dell’acqua: un’indagine", "Über die Flüsse & «Seen»", "ΟΔΟΣ ΑΒΓ", "水文学の研究", "각국의 강", "ﬁne–ﬂow ½ of x²",
        "e\u{301}te\u{301} à la mer",
        "Étude n° 3", "ẞtraße", "",
    ])
    func aTextIsFoldedAsATitleIs(_ text: String) {
        var folder = TextFolder()
        for (place, scalar) in text.unicodeScalars.enumerated() { folder.add(scalar, at: place) }
        #expect(folder.scalars == Normalisation.folded(text))
        #expect(folder.origins.count == folder.scalars.count)
        #expect(folder.breaks.count == folder.scalars.count)
    }
}
