import Testing
import Web

@testable import Citations

@Suite struct SimilarityTests {
    @Test(arguments: [
        ("gtgcca", "ggcga", 2, 66.67, 66.67), ("aaaab", "aaaaa", 1, 80, 80), ("", "abc", 3, 0, 0), ("", "", 0, 100, 100),
        ("kitten", "sitting", 3, 57.14, 57.14), ("ab", "ba", 2, 0, 0),
        ("Tracking of moving objects", "Tracking of moving objects!", 1, 96.30, 100),
        ("Tracking of moving objects", "Tracking  of moving objects", 1, 96.30, 100),
        ("Tracking of moving objects", "TRACKING OF MOVING OBJECTS", 22, 15.38, 100),
        ("Video Google", "Video Google: a text retrieval approach", 27, 30.77, 31.58),
        ("[CITATION] Multiple view geometry", "Multiple view geometry", 11, 66.67, 70.97),
        ("M Rossi, L Verdi", "M. Rossi, L. Verdi", 2, 88.89, 100), ("M Rossi, L Verdi", "Mario Rossi, Luca Verdi", 7, 69.57, 68.18),
        ("M Rossi, L Verdi", "Mario Rossi and Luca Verdi", 11, 57.69, 57.69),
        ("M Rossi, L Verdi", "Rossi M., Verdi L.", 9, 50, 66.67), ("M Rossi, L Verdi", "M Rossi, A Bianchi", 7, 61.11, 58.82),
    ])
    func distancesAreThoseOfTheVerifiedTable(_ a: String, _ b: String, distance: Int, raw: Double, folded: Double) {
        #expect(EditDistance(from: Array(a.unicodeScalars)).to(Array(b.unicodeScalars)) == distance)
        #expect(abs(Similarity(to: NormalizedText(a, .raw)).percent(NormalizedText(b, .raw)) - raw) < 0.01)
        #expect(abs(Similarity(to: NormalizedText(a, .folded)).percent(NormalizedText(b, .folded)) - folded) < 0.01)
    }

    @Test func theThresholdItselfIsEnough() {
        let (a, b) = (NormalizedText("aaaab", .raw), NormalizedText("aaaaa", .raw))
        #expect(Similarity(to: a).percent(b, atLeast: 80) == 80)
        #expect(Similarity(to: a).percent(b, atLeast: 81) == nil)
    }

    /// Every pair of short words over two letters, against the whole table.
    @Test func onlyWhatIsFartherThanTheLimitIsGivenUp() {
        let words = (0..<7).flatMap { length in
            (0..<(1 << length)).map { bits in (0..<length).map { bits >> $0 & 1 == 1 ? "a" : "b" as Unicode.Scalar } }
        }
        for a in words {
            let distance = EditDistance(from: a)
            for b in words {
                let whole = EditMatrix(a, b).distance
                for limit in 0..<4 { #expect(distance.to(b, atMost: limit) == (whole <= limit ? whole : nil)) }
            }
        }
    }

    /// A word of the machine holds 64 places: texts that just fit, just do not, or need several, over letters of one and of more bytes.
    @Test(arguments: [1, 63, 64, 65, 127, 128, 129, 200]) func longTextsAreComparedAcrossWords(length: Int) {
        var chance = SeededRandomGenerator(seed: UInt64(length))
        let letters = Array("abè漢".unicodeScalars)
        for other in [0, 1, 60, 64, 70, 130, length] {
            let a = (0..<length).map { _ in letters.randomElement(using: &chance)! }
            let b = (0..<other).map { _ in letters.randomElement(using: &chance)! }
            let whole = EditMatrix(a, b).distance
            let distance = EditDistance(from: a)
            #expect(distance.to(b) == whole)
            #expect(distance.to(b, atMost: whole) == whole)
            #expect(distance.to(b, atMost: whole - 1) == nil)
        }
    }

    @Test func theTableOfTheTextbookIsDrawnInFull() {
        let matrix = EditMatrix(Array("gtgcca".unicodeScalars), Array("ggcga".unicodeScalars))
        let rows = matrix.rows.map { $0.map(String.init).joined(separator: " ") }.joined(separator: " | ")
        let expected = "0 1 2 3 4 5 | 1 0 1 2 3 4 | 2 1 1 2 3 4 | 3 2 1 2 2 3 | 4 3 2 1 2 3 | 5 4 3 2 2 3 | 6 5 4 3 3 2"
        #expect(rows == expected)
        let acts = matrix.path.columns.map(\.act)
        #expect(acts.count { $0 != .same } == 2)
    }
}
