import Web

struct RuleSentence {
    let outline: StructureOutline
    let words: Words

    func text(_ test: RuleTest) -> String {
        switch test {
        case .chosen(let answer): return chosen(answer)
        case .compared(let comparison): return compared(comparison)
        case .not(let inner): return localized("not", ["test": text(inner)])
        case .all(let tests): return joined(tests, "and")
        case .any(let tests): return joined(tests, "or")
        case .atLeast(let count, let tests):
            return localized("least", ["count": words.language.number(count), "tests": tests.map(text).joined(separator: "; ")])
        }
    }

    func fact(_ fact: Int64) -> String { outline.comparison(fact).map(compared) ?? chosen(fact) }

    private func chosen(_ answer: Int64) -> String {
        localized("chosen", ["question": question(answer), "answer": outline.answers[answer]?.text ?? ""])
    }

    private func compared(_ comparison: AnswerComparison) -> String {
        let answer = outline.answers[comparison.answer]
        let value = WrittenText(comparison.value, answer?.format ?? .text, words.language).text
        return localized(key(comparison.sign), ["question": question(comparison.answer), "value": value])
    }

    private func key(_ sign: AnswerComparison.Sign) -> String {
        switch sign {
        case .equal: "equal"
        case .notEqual: "notEqual"
        case .less: "less"
        case .atMost: "atMost"
        case .greater: "greater"
        case .atLeast: "atLeast"
        case .answered: "answered"
        }
    }

    private func joined(_ tests: [RuleTest], _ key: String) -> String {
        tests.map { test in
            switch test {
            case .all, .any: "(\(text(test)))"
            case .chosen, .compared, .not, .atLeast: text(test)
            }
        }.joined(separator: " " + localized(key, [:]) + " ")
    }

    private func question(_ answer: Int64) -> String { outline.questionOfAnswer[answer].flatMap { outline.questions[$0]?.text } ?? "" }

    private func localized(_ key: String, _ values: [String: String]) -> String { words("questionnaires.rules.said.\(key)", values) }
}
