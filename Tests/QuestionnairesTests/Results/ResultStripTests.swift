import Testing
import Web

@testable import Questionnaires

@Suite struct ResultStripTests {
    private func marks(_ counts: [Int], isScale: Bool) -> [Values]? {
        let parts = counts.enumerated().map { ResultStrip.Part(label: "Answer \($0.offset + 1)", count: $0.element) }
        return (ResultStrip(parts, isScale: isScale, .english).values as? Values)?["marks"] as? [Values]
    }

    private func texts(_ key: String, _ marks: [Values]?) -> [String] { marks?.compactMap { $0[key] as? String } ?? [] }

    @Test func aScaleIsAsWideAsAllItsAnswers() {
        let drawn = marks([1, 0, 1, 2], isScale: true)
        #expect(texts("x", drawn) == ["0", "250", "500"])
        #expect(texts("width", drawn) == ["250", "250", "500"])
        #expect(texts("kind", drawn) == ["chart-d1", "chart-d4", "chart-d5"])
        #expect(texts("hint", drawn) == ["Answer 1: 25%", "Answer 3: 25%", "Answer 4: 50%"])
    }

    @Test func partsOfAScaleLeaveNoGap() {
        let drawn = marks([1, 1, 1], isScale: true)
        let widths = texts("width", drawn).compactMap { Int($0) }
        #expect(widths.reduce(0, +) == 1000)
    }

    @Test func otherAnswersAreColumnsOfWhichTheMostFrequentIsTheHighest() {
        let drawn = marks([1, 4, 0], isScale: false)
        #expect(texts("height", drawn) == ["25", "100", "0"])
        #expect(texts("y", drawn) == ["75", "0", "100"])
        #expect(texts("x", drawn) == ["0", "333", "666"])
    }

    @Test func withoutAnswersThereIsNoBar() {
        #expect(marks([0, 0], isScale: true) == nil)
    }
}
