import Web

/// The rules of an element as its form shows them: a sentence a line, with codes.
struct ElementRules {
    /// As many lines as a form takes for showing, and for hiding.
    static let most = 20

    let structure: Structure
    let language: Language

    private var keywords: RuleText.Keywords { .of(language) }

    func typed(_ id: Int64) -> [String: [String]] {
        let outline = StructureOutline(structure)
        return Dictionary(
            uniqueKeysWithValues: Condition.Action.allCases.map { action -> (String, [String]) in
                let simple = (outline.conditions[id] ?? []).filter { $0.action == action }.map { outline.reference($0.trigger) }
                let compound = (outline.rules[id] ?? []).filter { $0.action == action }.map { rule in
                    RuleText.text(rule.test, in: keywords, outline.reference)
                }
                return (action.rawValue, [(simple + compound).joined(separator: "\n")])
            })
    }

    /// Why a line cannot be: the field, its line, and the word or the fault.
    struct Mistake: Equatable {
        let field: String
        let line: Int
        var word = ""
        var fault: FaultKind?
    }

    /// Replaces the rules of an element by the lines of the form; rules that did not change keep their places.
    func reading(_ form: Form, of id: Int64) -> (structure: Structure, mistakes: [Mistake]) {
        var (copy, mistakes) = (structure, [Mistake]())
        let outline = StructureOutline(structure)
        for action in Condition.Action.allCases where form.has(action.rawValue) {
            let lines = form.exact(action.rawValue).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                .map { $0.trimmingSpaces() }
            guard lines != typed(id)[action.rawValue]?.first?.split(separator: "\n").map(String.init) else { continue }
            var (conditions, rules): ([Condition], [CompoundRule]) = ([], [])
            for (index, line) in lines.enumerated() where !line.isEmpty {
                guard conditions.count + rules.count < Self.most else {
                    mistakes.append(Mistake(field: action.rawValue, line: index + 1, fault: .ruleTooLarge))
                    break
                }
                switch read(line, action, id, outline) {
                case .success(.chosen(let answer)):
                    let rule = Condition(id: -1 - Int64(conditions.count), trigger: answer, target: id, action: action)
                    if !conditions.contains(where: { $0.trigger == answer }) { conditions.append(rule) }
                case .success(let test):
                    rules.append(CompoundRule(id: -1 - Int64(rules.count), target: id, action: action, test: test))
                case .failure(let refused):
                    mistakes.append(Mistake(field: action.rawValue, line: index + 1, word: refused.word, fault: refused.fault))
                }
            }
            copy.conditions.removeAll { $0.target == id && $0.action == action }
            copy.rules.removeAll { $0.target == id && $0.action == action }
            copy.conditions += conditions
            copy.rules += rules
        }
        return (copy, mistakes)
    }

    private struct RefusedLine: Error {
        var word = ""
        var fault: FaultKind?
    }

    private func read(
        _ line: String, _ action: Condition.Action, _ id: Int64, _ outline: StructureOutline
    ) -> Result<RuleTest, RefusedLine> {
        do {
            let test = try outline.test(line)
            let rule = CompoundRule(id: -1, target: id, action: action, test: test)
            if let fault = ConditionCheck.kinds(rule, outline).first { return .failure(RefusedLine(fault: fault)) }
            return .success(test)
        } catch {
            let mistake = error as? RuleParser.Mistake
            return .failure(RefusedLine(word: mistake?.word ?? "", fault: mistake?.isTooLarge == true ? .ruleTooLarge : nil))
        }
    }

    func codes(before id: Int64) -> [(code: String, text: String)] {
        let outline = StructureOutline(structure)
        guard let end = outline.order[id] else { return [] }
        return outline.places[..<end].filter { $0.kind == .question }.compactMap { outline.questions[$0.id] }.flatMap {
            question -> [(code: String, text: String)] in
            let answers = question.fixed.map { (code: "\(question.code).\($0.code)", text: "\(question.text) – \($0.text)") }
            return question.format == .free ? [(code: question.code, text: question.text)] : answers
        }
    }
}
