import Web

/// A condition of XLSForm as a rule of several answers. Where a part has no equal here there is no rule.
struct RuleConversion {
    private struct Unknown: Error {}

    let find: (String) -> RelevanceConversion.Named?

    /// Nil where the rule would mean something else.
    func test(_ text: String) -> RuleTest? {
        guard let expression = FormExpressionParser.parse(text), let test = try? read(expression), test.isSound else { return nil }
        return test
    }

    private func read(_ expression: FormExpression) throws -> RuleTest {
        switch expression {
        case .pair(_, "and", _): return .all(try parts(expression, "and").map(read))
        case .pair(_, "or", _): return .any(try parts(expression, "or").map(read))
        case .pair(let left, let sign, let right): return try compare(left, sign, right)
        case .call("not", let values) where values.count == 1: return .not(try read(values[0]))
        case .call("boolean", let values) where values.count == 1: return try read(values[0])
        case .call("selected", let values) where values.count == 2:
            guard case .name(let name) = values[0], let value = Self.literal(values[1]) else { throw Unknown() }
            return try chosen(name, value)
        default: throw Unknown()
        }
    }

    private func parts(_ expression: FormExpression, _ word: String) -> [FormExpression] {
        guard case .pair(let left, word, let right) = expression else { return [expression] }
        return parts(left, word) + parts(right, word)
    }

    private static let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="]

    private func compare(_ left: FormExpression, _ sign: String, _ right: FormExpression) throws -> RuleTest {
        guard let value = Self.literal(right) else {
            guard let sign = Self.turned[sign], Self.literal(left) != nil else { throw Unknown() }
            return try compare(right, sign, left)
        }
        switch left {
        case .name(let name): return try compare(name, sign, value)
        case .call("string-length", let values) where values.count == 1:
            guard case .name(let name) = values[0], let isAny = Self.counts["\(sign)\(value)"] else { throw Unknown() }
            let answered = try answered(name)
            return isAny ? answered : .not(answered)
        case .call("count-selected", let values) where values.count == 1:
            guard case .name(let name) = values[0], let count = Int(value, in: 0...RuleTest.mostLeaves) else { throw Unknown() }
            return try counted(name, sign, count)
        default: throw Unknown()
        }
    }

    private static let counts = [">0": true, "!=0": true, ">=1": true, "=0": false, "<1": false, "<=0": false]

    private func counted(_ name: String, _ sign: String, _ count: Int) throws -> RuleTest {
        let named = try known(name)
        guard named.question.format.isMultiple, named.question.free.isEmpty else { throw Unknown() }
        let tests = named.question.fixed.map { RuleTest.chosen($0.id) }
        func least(_ count: Int) throws -> RuleTest {
            guard (1...tests.count).contains(count) else { throw Unknown() }
            return count == 1 ? RuleTest.joined(any: tests) ?? .any([]) : .atLeast(count, tests)
        }
        switch sign {
        case ">=": return try least(count)
        case ">": return try least(count + 1)
        case "<": return .not(try least(count))
        case "<=": return .not(try least(count + 1))
        case "=": return count == tests.count ? try least(count) : .all([try least(count), .not(try least(count + 1))])
        default: throw Unknown()
        }
    }

    private func compare(_ name: String, _ sign: String, _ value: String) throws -> RuleTest {
        if value.isEmpty, ["=", "!="].contains(sign) {
            let answered = try answered(name)
            return sign == "!=" ? answered : .not(answered)
        }
        let named = try known(name)
        guard named.question.format == .free else {
            if sign == "=" { return try chosen(name, value) }
            if sign == "!=" { return .not(try chosen(name, value)) }
            return try ordered(named, sign, value)
        }
        guard let answer = named.question.free.first, let normal = AnswerComparison.normal(value, answer.format),
            let own = AnswerComparison.Sign(rawValue: sign == "!=" ? "=" : sign)
        else { throw Unknown() }
        let test = RuleTest.compared(AnswerComparison(answer: answer.id, sign: own, value: normal))
        // In XPath an empty answer differs from every number.
        return sign == "!=" ? .not(test) : test
    }

    /// The names of choices may be numbers, as on a scale.
    private func ordered(_ named: RelevanceConversion.Named, _ sign: String, _ value: String) throws -> RuleTest {
        guard named.question.format.isSingle, let own = AnswerComparison.Sign(rawValue: sign), DecimalText(value) != nil else {
            throw Unknown()
        }
        let fitting = named.question.fixed.filter { answer in
            named.answers.contains { name, id in
                id == answer.id
                    && AnswerComparison(answer: id, sign: own, value: value).holds(for: DecimalText(name)?.text, .number)
            }
        }
        guard named.answers.keys.allSatisfy({ DecimalText($0) != nil }), let test = RuleTest.joined(any: fitting.map { .chosen($0.id) })
        else {
            throw Unknown()
        }
        return test
    }

    private func known(_ name: String) throws -> RelevanceConversion.Named {
        guard let named = find(name) else { throw Unknown() }
        return named
    }

    private func chosen(_ name: String, _ value: String) throws -> RuleTest {
        let named = try known(name)
        guard let id = named.answers[value], named.question.fixed.contains(where: { $0.id == id }) else { throw Unknown() }
        return .chosen(id)
    }

    private func answered(_ name: String) throws -> RuleTest {
        let named = try known(name)
        if named.question.format == .free, let answer = named.question.free.first {
            return .compared(AnswerComparison(answer: answer.id, sign: .answered))
        }
        guard named.question.free.isEmpty, let test = RuleTest.joined(any: named.question.fixed.map { .chosen($0.id) }) else {
            throw Unknown()
        }
        return test
    }

    private static func literal(_ expression: FormExpression) -> String? {
        switch expression {
        case .text(let text): text
        case .number(let number): number
        case .negative(.number(let number)): "-" + number
        case .call("date", let values) where values.count == 1: literal(values[0])
        default: nil
        }
    }
}
