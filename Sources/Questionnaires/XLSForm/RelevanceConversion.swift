/// What the rules of a questionnaire can say of a condition of XLSForm, and the parts that they cannot.
struct RelevanceConversion {
    struct Named {
        let question: Question
        let answers: [String: Int64]
    }

    enum Gap: String, Sendable { case condition, conditionWritten, conditionUnknown, conditionNever, conditionTwo }

    private struct Failure: Error {
        let gap: Gap
    }

    /// Sets of answers. The rules know one set of which one answer must be chosen, and answers that may not be chosen.
    private struct Rule {
        var showing: [(answers: [Int64], source: String)] = []
        var hiding: [Int64] = []
    }

    private let find: (String) -> Named?
    private let isTold: (String) -> Bool
    private(set) var showing: [Int64] = []
    private(set) var hiding: [Int64] = []
    private(set) var left: [(gap: Gap, source: String)] = []
    /// Whether `=` of a question with several answers was read as “among them”.
    private(set) var isLoose = false

    /// `find` knows the questions taken, `isTold` all names of the file; one answer of each of `guards` must be chosen for a question.
    init(
        _ text: String, guards: (Int64) -> [[Int64]] = { _ in [] }, isTold: @escaping (String) -> Bool = { _ in false },
        find: @escaping (String) -> Named?
    ) {
        (self.find, self.isTold) = (find, isTold)
        if let isAlways = Self.plain[text.lowercased()] {
            if !isAlways { left = [(.conditionNever, text)] }
            return
        }
        guard let expression = FormExpressionParser.parse(text) else {
            left = [(.condition, text)]
            return
        }
        var all = Rule()
        for part in expression.conjuncts {
            do {
                let rule = try read(part)
                all.showing += rule.showing.map { (answers: $0.answers, source: part.source) }
                all.hiding += rule.hiding
            } catch {
                left.append(((error as? Failure)?.gap ?? .condition, part.source))
            }
        }
        settle(all, guards)
    }

    private static let plain = [
        "": true, "yes": true, "true": true, "true()": true, "1": true, "no": false, "false": false, "false()": false,
    ]

    /// Keeps one set to show: sets of one question meet, and those that follow from another are not needed.
    private mutating func settle(_ rule: Rule, _ guards: (Int64) -> [[Int64]]) {
        var sets: [(answers: [Int64], source: String)] = []
        for set in rule.showing {
            if let index = sets.firstIndex(where: { isOneQuestion($0.answers + set.answers) }) {
                let both = sets[index].answers.filter(set.answers.contains)
                if both.isEmpty { left.append((.conditionNever, set.source)) } else { sets[index].answers = both }
            } else {
                sets.append(set)
            }
        }
        for (index, set) in sets.enumerated().reversed() {
            let others = sets.enumerated().filter { $0.offset != index }.map(\.element)
            let isImplied = others.contains { other in
                other.answers.allSatisfy { answer in
                    set.answers.contains(answer) || guards(answer).contains { !$0.isEmpty && $0.allSatisfy(set.answers.contains) }
                }
            }
            if isImplied { sets.remove(at: index) }
        }
        showing = sets.first?.answers ?? []
        hiding = rule.hiding
        left += sets.dropFirst().map { (gap: Gap.conditionTwo, source: $0.source) }
    }

    private var owners: [Int64: Question] = [:]

    private func isOneQuestion(_ answers: [Int64]) -> Bool {
        let questions = answers.map { owners[$0] }
        guard let first = questions.first ?? nil, first.format.isSingle else { return false }
        return questions.allSatisfy { $0?.id == first.id }
    }

    private mutating func read(_ expression: FormExpression) throws -> Rule {
        switch expression {
        case .pair(let left, "and", let right):
            let (first, second) = (try read(left), try read(right))
            return Rule(showing: first.showing + second.showing, hiding: first.hiding + second.hiding)
        case .pair(let left, "or", let right): return try either(try read(left), try read(right), expression)
        case .pair(let left, let sign, let right): return try compare(left, sign, right, expression)
        case .call("not", let values) where values.count == 1: return try opposite(try read(values[0]), expression)
        case .call("boolean", let values) where values.count == 1: return try read(values[0])
        case .call("true", let values) where values.isEmpty: return Rule()
        case .call("selected", let values) where values.count == 2:
            guard case .name(let name) = values[0], let value = Self.literal(values[1]) else { throw Failure(gap: .condition) }
            return try chosen(name, [value], expression)
        default: throw Failure(gap: .condition)
        }
    }

    private func either(_ first: Rule, _ second: Rule, _ expression: FormExpression) throws -> Rule {
        guard first.hiding.isEmpty, second.hiding.isEmpty, first.showing.count == 1, second.showing.count == 1 else {
            throw Failure(gap: .condition)
        }
        return Rule(showing: [(first.showing[0].answers + second.showing[0].answers, expression.source)])
    }

    private func opposite(_ rule: Rule, _ expression: FormExpression) throws -> Rule {
        if rule.showing.isEmpty, !rule.hiding.isEmpty { return Rule(showing: [(rule.hiding, expression.source)]) }
        guard rule.hiding.isEmpty, rule.showing.count == 1 else { throw Failure(gap: .condition) }
        return Rule(hiding: rule.showing[0].answers)
    }

    private static let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="]

    private mutating func compare(
        _ left: FormExpression, _ sign: String, _ right: FormExpression, _ expression: FormExpression
    ) throws -> Rule {
        guard let value = Self.literal(right) else {
            guard let sign = Self.turned[sign], Self.literal(left) != nil else { throw Failure(gap: .condition) }
            return try compare(right, sign, left, expression)
        }
        switch left {
        case .name(let name): return try compare(name, sign, value, expression)
        case .call("string-length", let values), .call("count-selected", let values):
            guard values.count == 1, case .name(let name) = values[0], let isAny = Self.counts["\(sign)\(value)"] else {
                throw Failure(gap: .condition)
            }
            return try compare(name, isAny ? "!=" : "=", "", expression)
        case .call("selected", _), .call("not", _):
            // `selected(…) = true()` is the same as without.
            guard let isTrue = Self.plain[value.lowercased()], ["=", "!="].contains(sign) else { throw Failure(gap: .condition) }
            let rule = try read(left)
            return isTrue == (sign == "=") ? rule : try opposite(rule, expression)
        default: throw Failure(gap: .condition)
        }
    }

    private static let counts = [">0": true, "!=0": true, ">=1": true, "=0": false, "<1": false, "<=0": false]

    private mutating func compare(_ name: String, _ sign: String, _ value: String, _ expression: FormExpression) throws -> Rule {
        if ["=", "!="].contains(sign) {
            let rule = value.isEmpty ? try answered(name, expression) : try chosen(name, [value], expression)
            if !value.isEmpty, owners[rule.showing.first?.answers.first ?? 0]?.format.isMultiple == true { isLoose = true }
            return (sign == "=") == !value.isEmpty ? rule : try opposite(rule, expression)
        }
        // The names of choices may be numbers, as on a scale.
        guard let bound = DecimalText(value), let named = try known(name), named.question.format.isSingle else {
            throw Failure(gap: .condition)
        }
        let numbers = named.answers.keys.compactMap { key in DecimalText(key).map { (key, $0) } }
        guard numbers.count == named.answers.count, numbers.count == named.question.answers.count else { throw Failure(gap: .condition) }
        let fitting = numbers.filter { _, number in
            switch sign {
            case "<": number < bound
            case "<=": !(bound < number)
            case ">": bound < number
            default: !(number < bound)
            }
        }
        if fitting.isEmpty { throw Failure(gap: .conditionNever) }
        return try chosen(name, fitting.map(\.0), expression)
    }

    private static func literal(_ expression: FormExpression) -> String? {
        switch expression {
        case .text(let text): text
        case .number(let number): number
        case .negative(.number(let number)): "-" + number
        case .call("true", let values) where values.isEmpty: "true()"
        case .call("false", let values) where values.isEmpty: "false()"
        default: nil
        }
    }

    private func known(_ name: String) throws -> Named? {
        guard let named = find(name) else { throw Failure(gap: isTold(name) ? .conditionUnknown : .condition) }
        if named.question.format == .free { throw Failure(gap: .conditionWritten) }
        return named
    }

    private mutating func chosen(_ name: String, _ values: [String], _ expression: FormExpression) throws -> Rule {
        guard let named = try known(name) else { throw Failure(gap: .condition) }
        let ids = values.compactMap { named.answers[$0] }
        guard ids.count == values.count else { throw Failure(gap: .conditionUnknown) }
        let fixed = Set(named.question.fixed.map(\.id))
        guard ids.allSatisfy(fixed.contains) else { throw Failure(gap: .conditionWritten) }
        for id in ids { owners[id] = named.question }
        // In the order of the questionnaire, so that the same condition always gives the same rules.
        return Rule(showing: [(named.question.answers.map(\.id).filter(ids.contains), expression.source)])
    }

    private mutating func answered(_ name: String, _ expression: FormExpression) throws -> Rule {
        guard let named = try known(name) else { throw Failure(gap: .condition) }
        guard named.question.free.isEmpty, !named.question.answers.isEmpty else { throw Failure(gap: .conditionWritten) }
        for answer in named.question.answers { owners[answer.id] = named.question }
        return Rule(showing: [(named.question.answers.map(\.id), expression.source)])
    }
}
