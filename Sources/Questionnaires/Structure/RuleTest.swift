/// What must hold for a rule. A part about a hidden or unanswered question does not hold.
indirect enum RuleTest: Sendable, Equatable {
    case chosen(Int64)
    case compared(AnswerComparison)
    case not(RuleTest)
    case all([RuleTest])
    case any([RuleTest])
    case atLeast(Int, [RuleTest])

    /// Limits of one rule, so that reading and drawing it stays short.
    static let (mostLeaves, mostDepth) = (60, 12)

    func holds(_ isTrue: (RuleTest) -> Bool) -> Bool {
        switch self {
        case .chosen, .compared: isTrue(self)
        case .not(let test): !test.holds(isTrue)
        case .all(let tests): tests.allSatisfy { $0.holds(isTrue) }
        case .any(let tests): tests.contains { $0.holds(isTrue) }
        case .atLeast(let count, let tests): tests.count { $0.holds(isTrue) } >= count
        }
    }

    var leaves: [RuleTest] {
        switch self {
        case .chosen, .compared: [self]
        case .not(let test): test.leaves
        case .all(let tests), .any(let tests), .atLeast(_, let tests): tests.flatMap(\.leaves)
        }
    }

    var answers: [Int64] {
        leaves.compactMap { leaf in
            switch leaf {
            case .chosen(let answer): answer
            case .compared(let comparison): comparison.answer
            case .not, .all, .any, .atLeast: nil
            }
        }
    }

    var depth: Int {
        switch self {
        case .chosen, .compared: 1
        case .not(let test): 1 + test.depth
        case .all(let tests), .any(let tests), .atLeast(_, let tests): 1 + (tests.map(\.depth).max() ?? 0)
        }
    }

    /// Whether it is within the limits, says something in each part, and asks for no more than there is.
    var isSound: Bool { leaves.count <= Self.mostLeaves && depth <= Self.mostDepth && isFull }

    private var isFull: Bool {
        switch self {
        case .chosen, .compared: true
        case .not(let test): test.isFull
        case .all(let tests), .any(let tests): tests.count > 1 && tests.allSatisfy(\.isFull)
        case .atLeast(let count, let tests): (1...max(1, tests.count)).contains(count) && !tests.isEmpty && tests.allSatisfy(\.isFull)
        }
    }

    /// The same test of other ids; nil where an answer is gone.
    func mapping(_ id: (Int64) -> Int64?) -> RuleTest? {
        func mapped(_ tests: [RuleTest]) -> [RuleTest]? {
            let all = tests.compactMap { $0.mapping(id) }
            return all.count == tests.count ? all : nil
        }
        switch self {
        case .chosen(let answer): return id(answer).map { .chosen($0) }
        case .compared(var comparison):
            guard let answer = id(comparison.answer) else { return nil }
            comparison.answer = answer
            return .compared(comparison)
        case .not(let test): return test.mapping(id).map { .not($0) }
        case .all(let tests): return mapped(tests).map { .all($0) }
        case .any(let tests): return mapped(tests).map { .any($0) }
        case .atLeast(let count, let tests): return mapped(tests).map { .atLeast(count, $0) }
        }
    }

    static func joined(any tests: [RuleTest]) -> RuleTest? { tests.count > 1 ? .any(tests) : tests.first }
    static func joined(all tests: [RuleTest]) -> RuleTest? { tests.count > 1 ? .all(tests) : tests.first }
}
