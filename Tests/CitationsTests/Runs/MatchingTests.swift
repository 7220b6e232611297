import Testing
import Web

@testable import Citations

@Suite struct MatchingTests {
    /// Without near matches those that reach the threshold stay the same.
    @Test func nearMatchesCanBeLeftOut() throws {
        var chance = SeededRandomGenerator(seed: 3)
        let words = ["river", "stone", "rivers", "forest", "ruin"]
        let titles = (0..<60).map { _ in
            let title = (0..<4).map { _ in words.randomElement(using: &chance)! }.joined(separator: " ")
            return NormalizedText(title, .folded)
        }
        let (own, others) = (Array(titles[..<30]), Array(titles[30...]))
        for threshold in [60, 80, 95] {
            let near = try Matching.best(of: own, among: others, threshold: threshold)
            let reached = near.map { best in best.flatMap { Matching.reaches($0.percent, threshold) ? $0 : nil } }
            #expect(try Matching.best(of: own, among: others, threshold: threshold, nearness: 0) == reached)
        }
    }
}
