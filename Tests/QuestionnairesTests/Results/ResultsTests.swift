import Testing
import Web

@testable import Questionnaires

@Suite struct ResultsTests {
    @Test(arguments: [
        ([4], [false]), ([5], [true]), ([5, 0], [true, true]), ([10, 3], [false, false]), ([10, 3, 2], [true, false, false]),
        ([10, 6, 1], [true, false, false]), ([7, 7, 1], [false, true, false]), ([], []),
    ])
    func aPartIsHiddenWhenItOrTheRestIsTooSmall(_ counts: [Int], _ shown: [Bool]) {
        #expect(Disclosure.visible(counts, threshold: 5) == shown)
    }

    /// Whatever is added to and taken from what is shown, a group of one to four people never comes out.
    @Test(arguments: 0..<300)
    func noSubtractionUncoversASmallGroup(_ seed: Int) {
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 5_000)
        let threshold = Int.random(in: 2...6, using: &numbers)
        let cells = Self.cells(2, "all", &numbers)
        let shown = Set(cells.visible(threshold: threshold))
        for rest in Self.rests(cells, [], shown) { #expect(rest == 0 || rest >= threshold, "\(cells)") }
        if cells.count < threshold { #expect(shown.isEmpty) }
    }

    private static func cells(_ depth: Int, _ key: String, _ numbers: inout SeededRandomGenerator) -> Cells {
        guard depth > 0 else { return Cells(key: key, count: Int.random(in: 0...9, using: &numbers)) }
        let parts = (0..<Int.random(in: 1...3, using: &numbers)).map { cells(depth - 1, "\(key).\($0)", &numbers) }
        return Cells(key: key, count: parts.reduce(0) { $0 + $1.count }, parts: parts)
    }

    /// What is left of every part that is shown when any choice of shown parts inside it is taken away.
    private static func rests(_ cells: Cells, _ path: [String], _ shown: Set<[String]>) -> [Int] {
        let own = path + [cells.key]
        guard shown.contains(own) else { return [] }
        // Taken away: nothing, or, of each shown part, itself or any choice inside it.
        let choices = cells.parts.map { part -> [Int] in
            guard shown.contains(own + [part.key]) else { return [0] }
            return [0] + taken(part, own, shown)
        }
        let sums = choices.reduce([0]) { sums, choice in Array(Set(sums.flatMap { sum in choice.map { sum + $0 } })) }
        return sums.map { cells.count - $0 } + cells.parts.flatMap { rests($0, own, shown) }
    }

    private static func taken(_ cells: Cells, _ path: [String], _ shown: Set<[String]>) -> [Int] {
        let own = path + [cells.key]
        let inner = cells.parts.map { part in shown.contains(own + [part.key]) ? [0] + taken(part, own, shown) : [0] }
        let sums = inner.reduce([0]) { sums, choice in Array(Set(sums.flatMap { sum in choice.map { sum + $0 } })) }
        return [cells.count] + sums
    }

    @Test func percentagesAreOfThoseToWhomItWasShown() throws {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, .single, 2, mandatory: true)])
        sketch.page(20, [.choice(2, .multiple, 3), .written(3, .number)])
        sketch.rule(12, .hide, 20)
        let tallies = Tallies(
            counting: [
                Compilation(id: "a", answers: [GivenAnswer(question: 1, answer: 12, value: nil)]),
                Compilation(
                    id: "b",
                    answers: [
                        GivenAnswer(question: 1, answer: 11, value: nil), GivenAnswer(question: 2, answer: 21, value: nil),
                        GivenAnswer(question: 2, answer: 22, value: nil), GivenAnswer(question: 3, answer: 31, value: "12.5"),
                    ]),
                Compilation(id: "c", answers: [GivenAnswer(question: 1, answer: 11, value: nil)]),
            ], sketch.outline)
        try #require(tallies.count == 3)
        #expect(tallies[1].shown == 3)
        #expect(tallies[1].share(of: 12) == 1.0 / 3.0)
        #expect(tallies[2].shown == 2)
        #expect(tallies[2].answered == 1)
        #expect(tallies[2].unanswered == 1)
        #expect(tallies[2].share(of: 21) == 0.5)
        #expect(tallies[2].share(of: 22) == 0.5)
        #expect(tallies[2].share(of: 23) == 0)
        #expect(tallies[3].numbers == [12.5])
        #expect(tallies[3].shown == 2)
    }

    @Test func numbersAreSummedUp() throws {
        let statistics = try #require(Statistics([2, 4, 4, 4, 5, 5, 7, 9]))
        #expect(statistics.mean == 5)
        #expect(statistics.median == 4.5)
        #expect(statistics.least == 2)
        #expect(statistics.greatest == 9)
        #expect(abs((statistics.deviation ?? 0) - 2.138) < 0.001)
        #expect(Statistics([]) == nil)
        #expect(Statistics([3])?.deviation == nil)
        let bars = Histogram([0, 1, 2, 10]).bars
        #expect(bars.map(\.count) == [3, 1])
        #expect(bars.first?.from == 0)
        #expect(bars.last?.to == 10)
        #expect(Histogram([4, 4]).bars.map(\.count) == [2])
    }

    @Test func theShareAboveTheMiddleOfTheScaleIsPositive() {
        var question = Question.choice(1, .single, 4)
        for index in question.answers.indices { question.answers[index].score = Double(index + 1) }
        var tally = Tally(question: 1)
        tally.scores = [1, 2, 3, 4]
        #expect(tally.positive(question) == 0.5)
        tally.scores = []
        #expect(tally.positive(question) == nil)
    }
}
