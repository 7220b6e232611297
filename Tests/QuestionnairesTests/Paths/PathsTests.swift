import Testing
import Web

@testable import Questionnaires

@Suite struct PathsTests {
    @Test func withoutRulesThereIsOneWay() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .written(2)])
        let paths = Paths(sketch.outline)
        #expect(paths.count == 1)
        #expect(paths.fewestQuestions == 2)
        #expect(paths.mostQuestions == 2)
        #expect(paths.isComplete)
        // 300 ms for each of two and two and four words, 3 s for the choice and 40 s for the text.
        #expect(paths.longest == 300 * 8 + 3_000 + 40_000)
        #expect(paths.shortest == paths.longest)
        #expect(paths.minutes == 1)
    }

    @Test func whatNobodyCanReachIsFound() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), .choice(2), .choice(3)])
        sketch.rule(11, .show, 2)
        sketch.rule(11, .hide, 2)
        sketch.rule(21, .show, 3)
        let paths = Paths(sketch.outline)
        #expect(!paths.reachable.contains(2))
        #expect(!paths.reachable.contains(3))
        #expect(paths.reachable.contains(1))
        let report = CheckReport(sketch.outline, Heading(code: "A", context: "teaching"))
        #expect(report.warnings.filter { $0.kind == .outOfReach }.map(\.element) == [2, 3])
    }

    /// Both answers of a mandatory question show it: it is always shown.
    @Test func aRuleThatChangesNothingIsFound() {
        var sketch = Sketch()
        sketch.page(10, [.choice(1, mandatory: true), .choice(2)])
        sketch.rule(11, .show, 2)
        sketch.rule(12, .show, 2)
        let report = CheckReport(sketch.outline, Heading(code: "A", context: "teaching"))
        #expect(report.warnings.map(\.kind).contains(.conditionWithoutEffect))
        #expect(report.isClean)
    }

    /// Far more ways than can be listed are still reckoned, because few rules overlap.
    @Test func manyRulesInARowAreNoTrouble() {
        var sketch = Sketch()
        for page: Int64 in 1...60 {
            // Far enough apart that no answer has the id of a question.
            let first = 100_000 + page * 2
            sketch.page(page, [.choice(first, mandatory: true), .choice(first + 1)])
            sketch.rule(first * 10 + 1, .show, first + 1)
        }
        let paths = Paths(sketch.outline)
        #expect(paths.isComplete)
        #expect(paths.fewestQuestions == 60)
        #expect(paths.mostQuestions == 120)
        #expect(paths.count == 1 << 60)
        let list = PathList(sketch.outline)
        #expect(list.isCut)
        #expect(list.paths.count == 100)
    }

    /// Each choice has a thousand combinations, and every one leads on differently: tried one by one they would fill the memory.
    @Test(arguments: [3, 120]) func tooManyCombinationsAreGivenUpInTime(_ choices: Int64) {
        var sketch = Sketch()
        let questions = (1...choices).map { Question.choice(100_000 + $0, .multiple, 10) }
        sketch.page(1, questions)
        sketch.page(2, [.written(90_000)])
        for question in questions { for answer in question.answers { sketch.rule(answer.id, .hide, 2) } }
        let start = ContinuousClock.now
        let paths = Paths(sketch.outline)
        #expect(!paths.isComplete)
        #expect(paths.mostQuestions >= Int(choices))
        #expect(paths.count >= 1 << 30)
        let list = PathList(sketch.outline)
        #expect(list.isCut)
        #expect(list.paths.count == 100)
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test(arguments: 0..<150)
    func allWaysTogetherAreWhatEachWayByItselfSays(_ seed: Int) {
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 90_000)
        let structure = RandomStructure(&numbers, pages: 2, rules: 6).structure
        let outline = StructureOutline(structure)
        guard let tried = EveryWay(structure, limit: 2_000) else { return }
        let paths = Paths(outline)
        #expect(paths.isComplete)
        #expect(paths.count == tried.active.count)
        #expect(paths.reachable == tried.shown)
        #expect(paths.fewestQuestions == tried.fewest)
        #expect(paths.mostQuestions == tried.most)
        let list = PathList(outline, limit: 20_000)
        #expect(!list.isCut)
        #expect(Set(list.paths.map { Set($0.chosen) }) == tried.active)
        #expect(list.paths.count == paths.count)
        #expect(list.paths.map(\.effort).max() == paths.longest)
        #expect(list.paths.map(\.effort).min() == paths.shortest)
    }
}

/// Every combination of answers there is, tried one after the other.
private struct EveryWay {
    private(set) var shown: Set<Int64> = []
    private(set) var active: Set<Set<Int64>> = []
    private(set) var fewest = Int.max
    private(set) var most = 0

    /// Nil when there are too many.
    init?(_ structure: Structure, limit: Int) {
        var combinations: [[Int64: Reply]] = [[:]]
        let outline = StructureOutline(structure)
        for question in structure.questions where question.format != .free || outline.isTrigger(question) {
            let options = question.format == .free ? Self.written(question) : Self.options(question).map { Reply(chosen: $0) }
            guard combinations.count * options.count <= limit else { return nil }
            combinations = combinations.flatMap { before in
                options.map { option in before.merging([question.id: option]) { $1 } }
            }
        }
        for replies in combinations {
            let navigation = Navigation(outline, Replies(replies))
            shown.formUnion(navigation.visibility.shown)
            active.insert(navigation.visibility.active.intersection(outline.triggers))
            fewest = min(fewest, navigation.questions.count)
            most = max(most, navigation.questions.count)
        }
    }

    /// Around every bound that a random rule may have.
    private static let values: [AnswerFormat: [String]] = [
        .number: ["-1", "0", "0.5", "1", "1.5", "2", "3"], .day: ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-03"],
        .time: ["09:29", "09:30", "09:45", "10:00", "10:01"],
        .dateTime: [
            "2026-01-01T09:29", "2026-01-01T09:30", "2026-01-01T12:00", "2026-01-02T10:00", "2026-01-02T10:01",
        ], .email: ["a@example.org"], .text: ["a"],
    ]

    private static func written(_ question: Question) -> [Reply] {
        guard let answer = question.free.first else { return [Reply()] }
        let none = question.isMandatory ? [] : [Reply()]
        let valid = (values[answer.format] ?? []).filter { if case .success(_?) = answer.read($0) { true } else { false } }
        return none + valid.map { Reply(typed: [answer.id: $0]) }
    }

    private static func options(_ question: Question) -> [[Int64]] {
        let ids = question.answers.map(\.id)
        let none: [[Int64]] = question.isMandatory ? [] : [[]]
        if question.format.isSingle { return none + ids.map { [$0] } }
        let sets = ids.reduce([[]]) { sets, id in sets + sets.map { $0 + [id] } } as [[Int64]]
        return question.isMandatory ? sets.filter { !$0.isEmpty } : sets
    }
}
