import Web

/// Rules as text: `q1.a1 and not (q2.a1 or q3 >= 18)`, `at least 2 of (q1.a1, q2.a1, q4.a3)`, `q5 answered`.
enum RuleText {
    /// The words of a language. Texts in files are English; both languages are read everywhere.
    struct Keywords: Sendable {
        let and, or, not, answered: String
        /// Before and behind the count, then before the list.
        let least: [String]
        let any: [String]

        static let english = Keywords(and: "and", or: "or", not: "not", answered: "answered", least: ["at", "least"], any: ["any", "of"])
        static let italian = Keywords(and: "e", or: "o", not: "non", answered: "risposto", least: ["almeno"], any: ["una", "di"])
        static let all = [english, italian]

        static func of(_ language: Language) -> Keywords { language == .italian ? italian : english }
    }

    /// - Parameter name: the reference to a fixed answer, or to the question of a written one.
    static func text(_ test: RuleTest, in words: Keywords = .english, _ name: (Int64) -> String) -> String {
        func list(_ tests: [RuleTest]) -> String { "(" + tests.map { text($0, in: words, name) }.joined(separator: ", ") + ")" }
        func inner(_ test: RuleTest, isAlone: Bool) -> String {
            let said = text(test, in: words, name)
            switch test {
            case .any: return "(\(said))"
            case .all: return isAlone ? "(\(said))" : said
            case .chosen, .compared, .not, .atLeast: return said
            }
        }
        switch test {
        case .chosen(let answer): return name(answer)
        case .compared(let comparison):
            let about = name(comparison.answer)
            return comparison.sign == .answered ? "\(about) \(words.answered)" : "\(about) \(comparison.sign.rawValue) \(comparison.value)"
        case .not(let test): return "\(words.not) " + inner(test, isAlone: true)
        case .all(let tests): return tests.map { inner($0, isAlone: true) }.joined(separator: " \(words.and) ")
        case .any(let tests): return tests.map { inner($0, isAlone: false) }.joined(separator: " \(words.or) ")
        case .atLeast(let count, let tests): return "\(words.least.joined(separator: " ")) \(count) \(words.any[1]) " + list(tests)
        }
    }

    static func stored(_ test: RuleTest) -> String { text(test) { String($0) } }

    /// Reads what is stored. Which of the ids are compared is clear from the sign behind them.
    static func stored(from text: String) -> RuleTest? {
        try? RuleParser(text) { word, comparison in
            guard let id = Int64(recordID: word) else { throw RuleParser.Mistake(word: word) }
            guard let (sign, value) = comparison else { return .chosen(id) }
            return .compared(AnswerComparison(answer: id, sign: sign, value: value))
        }.test
    }
}

extension StructureOutline {
    func reference(_ answer: Int64) -> String {
        guard let question = questionOfAnswer[answer].flatMap({ questions[$0] }), let own = answers[answer] else { return "?" }
        return question.format == .free ? question.code : "\(question.code).\(own.code)"
    }

    /// - Throws: `RuleParser.Mistake` with the word that is not understood.
    func test(_ text: String) throws -> RuleTest {
        let questions = Dictionary(structure.questions.map { ($0.code, $0) }) { first, _ in first }
        return try RuleParser(text) { word, comparison in
            let codes = word.split(separator: ".", maxSplits: 1).map(String.init)
            guard let question = codes.first.flatMap({ questions[$0] }) else { throw RuleParser.Mistake(word: word, isUnknown: true) }
            if codes.count == 2 {
                guard let answer = question.fixed.first(where: { $0.code == codes[1] }) else {
                    throw RuleParser.Mistake(word: word, isUnknown: true)
                }
                guard comparison == nil else { throw RuleParser.Mistake(word: comparison?.sign.rawValue ?? word) }
                return .chosen(answer.id)
            }
            guard let comparison else { throw RuleParser.Mistake(word: word, isUnknown: true) }
            return try question.compared(comparison.sign, comparison.value)
        }.test
    }
}

extension Question {
    fileprivate func compared(_ sign: AnswerComparison.Sign, _ value: String) throws -> RuleTest {
        if format == .free, let answer = free.first {
            if sign == .answered { return .compared(AnswerComparison(answer: answer.id, sign: sign)) }
            guard let normal = AnswerComparison.normal(value, answer.format) else { throw RuleParser.Mistake(word: value) }
            return .compared(AnswerComparison(answer: answer.id, sign: sign, value: normal))
        }
        let fitting = fixed.filter { answer in
            guard sign != .answered else { return true }
            guard let score = answer.score.map(Columns.plain) else { return false }
            return AnswerComparison(answer: 0, sign: sign, value: value).holds(for: score, .number)
        }
        let tests = fitting.map { RuleTest.chosen($0.id) }
        guard sign == .answered || DecimalText(value) != nil, let test = RuleTest.joined(any: tests) else {
            throw RuleParser.Mistake(word: value.isEmpty ? sign.rawValue : value)
        }
        return test
    }
}
