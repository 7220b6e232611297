import Web

/// Reads the text of a rule. `or` binds weaker than `and`; brackets group.
struct RuleParser {
    struct Mistake: Error, Equatable {
        /// The first word that is not understood; empty where something is missing at the end.
        let word: String
        var isUnknown = false
        var isTooLarge = false
    }

    typealias Leaf = (_ reference: String, _ comparison: (sign: AnswerComparison.Sign, value: String)?) throws -> RuleTest

    private(set) var test = RuleTest.any([])
    private var words: [String]
    private var place = 0
    private var depth = 0
    private let leaf: Leaf

    /// More than a rule of the most leaves needs.
    private static let mostWords = 1000
    /// Brackets may be needless, so more of them than the depth of a rule.
    private static let mostDepth = 4 * RuleTest.mostDepth

    init(_ text: String, leaf: @escaping Leaf) throws {
        (words, self.leaf) = (Self.words(text), leaf)
        guard words.count <= Self.mostWords else { throw Mistake(word: "", isTooLarge: true) }
        test = try readAny()
        guard place == words.count else { throw Mistake(word: words[place]) }
        guard test.isSound else { throw Mistake(word: "", isTooLarge: true) }
    }

    private static let signs: [String: AnswerComparison.Sign] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "≠": .notEqual, "<": .less, "<=": .atMost, "≤": .atMost, ">": .greater,
        ">=": .atLeast, "≥": .atLeast,
    ]

    private static func words(_ text: String) -> [String] {
        var (words, word): ([String], String) = ([], "")
        func isSign(_ text: String) -> Bool { text.allSatisfy { "=!<>≠≤≥".contains($0) } && !text.isEmpty }
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in text {
            let one = String(character)
            if character.isWhitespace {
                end()
            } else if "(),".contains(character) {
                end()
                words.append(one)
            } else {
                if isSign(one) != isSign(word), !word.isEmpty { end() }
                word += one
            }
        }
        end()
        return words
    }

    private var next: String? { words.indices.contains(place) ? words[place].lowercased() : nil }

    private mutating func take(_ asked: [String]) -> Bool {
        guard place + asked.count <= words.count, zip(asked, words[place...]).allSatisfy({ $0 == $1.lowercased() }) else { return false }
        place += asked.count
        return true
    }

    private mutating func takeAny(_ asked: KeyPath<RuleText.Keywords, String>) -> Bool {
        RuleText.Keywords.all.contains { take([$0[keyPath: asked]]) }
    }

    private mutating func need(_ word: String) throws {
        guard take([word]) else { throw Mistake(word: words.indices.contains(place) ? words[place] : "") }
    }

    private mutating func readAny() throws -> RuleTest {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw Mistake(word: "", isTooLarge: true) }
        var tests = [try readAll()]
        while takeAny(\.or) { tests.append(try readAll()) }
        return RuleTest.joined(any: tests) ?? .any([])
    }

    private mutating func readAll() throws -> RuleTest {
        var tests = [try readOne()]
        while takeAny(\.and) { tests.append(try readOne()) }
        return RuleTest.joined(all: tests) ?? .all([])
    }

    private mutating func readOne() throws -> RuleTest {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw Mistake(word: "", isTooLarge: true) }
        if takeAny(\.not) { return .not(try readOne()) }
        if take(["("]) {
            let test = try readAny()
            try need(")")
            return test
        }
        for keywords in RuleText.Keywords.all {
            if take(keywords.least) { return try readLeast() }
            if take(keywords.any) { return RuleTest.joined(any: try readList()) ?? .any([]) }
        }
        return try readLeaf()
    }

    private mutating func readLeast() throws -> RuleTest {
        guard let word = next, let count = Int(word, in: 1...RuleTest.mostLeaves) else { throw Mistake(word: next ?? "") }
        place += 1
        guard RuleText.Keywords.all.contains(where: { take([$0.any[1]]) }) else { throw Mistake(word: next ?? "") }
        let tests = try readList()
        guard count <= tests.count else { throw Mistake(word: word) }
        return .atLeast(count, tests)
    }

    private mutating func readList() throws -> [RuleTest] {
        try need("(")
        var tests = [try readAny()]
        while take([","]) { tests.append(try readAny()) }
        try need(")")
        return tests
    }

    private mutating func readLeaf() throws -> RuleTest {
        guard words.indices.contains(place), !["(", ")", ","].contains(words[place]) else {
            throw Mistake(word: words.indices.contains(place) ? words[place] : "")
        }
        let reference = words[place]
        place += 1
        if takeAny(\.answered) { return try leaf(reference, (sign: .answered, value: "")) }
        guard let sign = next.flatMap({ Self.signs[$0] }) else { return try leaf(reference, nil) }
        guard words.indices.contains(place + 1) else { throw Mistake(word: "") }
        let value = words[place + 1]
        place += 2
        return try leaf(reference, (sign: sign, value: value))
    }
}
