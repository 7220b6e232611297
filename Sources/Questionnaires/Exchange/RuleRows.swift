import Admin
import Web

/// Rules of several answers in the university's format, as trees: `{"E": [{"RISPOSTA_ID": 12}, {"NON": {"RISPOSTA_ID": 13}}]}`.
enum RuleRows {
    static func json(_ test: RuleTest) -> JSON {
        switch test {
        case .chosen(let answer): .object([("RISPOSTA_ID", .number(Int(answer)))])
        case .compared(let comparison):
            .object([
                ("RISPOSTA_ID", .number(Int(comparison.answer))),
                ("SEGNO", .text(comparison.sign == .answered ? "RISPOSTO" : comparison.sign.rawValue)),
                ("VALORE", comparison.sign == .answered ? .null : .text(comparison.value)),
            ])
        case .not(let inner): .object([("NON", json(inner))])
        case .all(let tests): .object([("E", .list(tests.map(json)))])
        case .any(let tests): .object([("O", .list(tests.map(json)))])
        case .atLeast(let count, let tests): .object([("ALMENO", .number(count)), ("DI", .list(tests.map(json)))])
        }
    }

    /// Nil for anything else, and for more than a rule may hold.
    static func test(_ json: JSON?, depth: Int = 1) -> RuleTest? {
        guard let json, depth <= RuleTest.mostDepth else { return nil }
        func tests(_ list: [JSON]) -> [RuleTest]? {
            guard list.count <= RuleTest.mostLeaves else { return nil }
            let all = list.compactMap { test($0, depth: depth + 1) }
            return all.count == list.count ? all : nil
        }
        if let inner = json["NON"] { return test(inner, depth: depth + 1).map { .not($0) } }
        if let list = json["E"]?.list { return tests(list).map { .all($0) } }
        if let list = json["O"]?.list { return tests(list).map { .any($0) } }
        if let count = json["ALMENO"]?.number, let list = json["DI"]?.list { return tests(list).map { .atLeast(count, $0) } }
        guard let answer = json["RISPOSTA_ID"]?.number.map(Int64.init) else { return nil }
        guard let said = json["SEGNO"]?.text else { return .chosen(answer) }
        if said == "RISPOSTO" { return .compared(AnswerComparison(answer: answer, sign: .answered)) }
        guard let sign = AnswerComparison.Sign(rawValue: said), sign != .answered else { return nil }
        let value = json["VALORE"]?.text ?? json["VALORE"]?.number.map(String.init) ?? ""
        return .compared(AnswerComparison(answer: answer, sign: sign, value: value))
    }
}

extension ElementRows {
    var rules: [JSON] {
        structure.rules.map { rule in
            .object([
                ("REGOLA_ID", .number(Int(rule.id))), ("QUESTIONARIO_ID", .number(Int(questionnaire))),
                ("QUESITO_ID", .number(Int(rule.target))), ("AZIONE_COD", .text(rule.action == .show ? "MOSTRA" : "NASCONDI")),
                ("REGOLA", RuleRows.json(rule.test)),
            ])
        }
    }

    /// For programs that know single answers alone; an element with another rule has none here, so they always show it.
    var plainConditions: [JSON] {
        let targets = Set(structure.rules.map(\.target))
        var plain = structure
        plain.conditions.removeAll { targets.contains($0.target) }
        return ElementRows(structure: plain, questionnaire: questionnaire).conditions
    }
}
