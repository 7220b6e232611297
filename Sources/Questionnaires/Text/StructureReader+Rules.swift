import Web

extension StructureReader {
    /// `unit hours` or `unit@en hours`, for the number above.
    mutating func readUnit(_ mark: Substring, _ rest: String) -> Bool {
        let code = mark.split(separator: "@").dropFirst().first.map(String.init)
        let language = code.flatMap { Language(rawValue: $0) }
        if let code, language == nil { return refuse("language", code, known: Language.allCases.map(\.rawValue)) }
        isAtAnswer = false
        return changeIf { question in
            guard question.format == .free, !rest.isEmpty, question.answers.first?.format == .number else { return false }
            if let language {
                guard question.answers[0].translations[ElementWords.Part.text.rawValue, language] == nil else { return false }
                question.answers[0].say(rest, as: .text, in: language)
            } else {
                question.answers[0].text = rest
            }
            return true
        }
    }

    mutating func readRule(_ rest: String, _ action: Condition.Action) -> Bool {
        guard let current else { return false }
        guard rest.hasPrefix("if ") else { return refuse("rule", rest) }
        let column = column(of: Substring(rest.dropFirst(3).trimmingSpaces()))
        rules.append((line: number, column: column, target: current, action: action, answer: rest.dropFirst(3).trimmingSpaces()))
        return true
    }

    typealias WrittenRule = (line: Int, column: Int, target: Int64, action: Condition.Action, answer: String)

    /// Resolves a rule: `q1.a1`, or a test of several answers.
    mutating func tie(_ rule: WrittenRule, _ outline: StructureOutline) {
        guard !rule.answer.contains(where: { " (),<>=!≤≥≠".contains($0) }) else { return tieTest(rule, outline) }
        let codes = rule.answer.split(separator: ".", maxSplits: 1).map(String.init)
        let question = codes.count == 2 ? structure.questions.first { $0.code == codes[0] } : nil
        guard let answer = question?.answers.first(where: { $0.code == codes[1] }) else {
            guard !broken.contains(codes.first ?? "") || question != nil else { return }
            let known = question?.format == .free ? nil : question?.answers.map { codes[0] + "." + $0.code }
            return refuse(rule, rule.answer, known: known ?? references)
        }
        addCondition(answer.id, rule)
    }

    private mutating func tieTest(_ rule: WrittenRule, _ outline: StructureOutline) {
        do {
            let test = try outline.test(rule.answer)
            if case .chosen(let answer) = test { return addCondition(answer, rule) }
            structure.rules.append(
                CompoundRule(id: Int64(structure.rules.count + 1), target: rule.target, action: rule.action, test: test))
        } catch {
            let mistake = error as? RuleParser.Mistake
            let word = mistake?.word ?? ""
            if mistake?.isUnknown == true {
                guard !broken.contains(word.split(separator: ".").first.map(String.init) ?? "") else { return }
                return refuse(rule, word, known: references)
            }
            let reason = Reason(key: "rule", word: word.isEmpty ? rule.answer : word)
            mistakes.append(Mistake(line: rule.line, key: "rule", column: rule.column, reason: reason))
        }
    }

    private mutating func addCondition(_ answer: Int64, _ rule: WrittenRule) {
        structure.conditions.append(
            Condition(id: Int64(structure.conditions.count + 1), trigger: answer, target: rule.target, action: rule.action))
    }

    private mutating func refuse(_ rule: WrittenRule, _ word: String, known: [String]) {
        let reason = Reason(key: "answer", word: word, known: known)
        mistakes.append(Mistake(line: rule.line, key: "answer", column: rule.column, reason: reason))
    }

    private var references: [String] {
        structure.questions.filter { $0.format != .free }.flatMap { question in question.answers.map { question.code + "." + $0.code } }
    }
}
