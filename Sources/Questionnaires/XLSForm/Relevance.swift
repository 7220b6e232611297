import Web

/// When an element is shown, in XLSForm syntax: `(selected(${q1}, 'a2') or selected(${q1}, 'a3')) and not(selected(${q2}, 'a1'))`.
struct Relevance: Sendable, Equatable {
    struct Trigger: Sendable, Equatable {
        let question: String
        /// Nil tests only whether the question was answered.
        let answer: String?

        var text: String { answer.map { "selected(${\(question)}, '\($0)')" } ?? "${\(question)} != ''" }
    }

    /// At least one of these must be chosen, if there are any.
    var showing: [Trigger] = []
    /// None of these may be chosen.
    var hiding: [Trigger] = []

    var text: String {
        let shown = showing.map(\.text).joined(separator: " or ")
        let alone = showing.count > 1 && !hiding.isEmpty ? "(\(shown))" : shown
        return ([alone].filter { !$0.isEmpty } + hiding.map { "not(\($0.text))" }).joined(separator: " and ")
    }

    init() {}

    /// Nil for expressions that rules cannot represent: calculations, comparisons of numbers, or two required conditions.
    init?(_ text: String) {
        guard let tokens = RelevanceTokens(text) else { return nil }
        var rest = tokens.all[...]
        repeat {
            guard let part = Self.part(&rest) else { return nil }
            if part.isShowing {
                guard showing.isEmpty else { return nil }
                showing = part.triggers
            } else {
                hiding += part.triggers
            }
        } while Self.take("and", &rest)
        if !rest.isEmpty { return nil }
    }

    private typealias Part = (triggers: [Trigger], isShowing: Bool)

    /// Parses `selected(…) or selected(…)`, the same in brackets, `not(…)`, or `${q1} != 'a1'`.
    private static func part(_ rest: inout ArraySlice<String>) -> Part? {
        if take("not", &rest) {
            guard take("(", &rest), let inner = choices(&rest), take(")", &rest) else { return nil }
            return (inner.triggers, !inner.isShowing)
        }
        guard rest.first == "(" else { return choices(&rest) }
        rest = rest.dropFirst()
        guard let inner = choices(&rest), take(")", &rest) else { return nil }
        return inner
    }

    private static func choices(_ rest: inout ArraySlice<String>) -> Part? {
        guard let first = choice(&rest) else { return nil }
        var all = first
        while take("or", &rest) {
            // Showing and hiding rules cannot express `a or not b`.
            guard let next = choice(&rest), all.isShowing, next.isShowing else { return nil }
            all.triggers += next.triggers
        }
        return all
    }

    private static func choice(_ rest: inout ArraySlice<String>) -> Part? {
        if take("selected", &rest) {
            guard take("(", &rest), let question = name(&rest), take(",", &rest), let answer = value(&rest), take(")", &rest) else {
                return nil
            }
            return ([Trigger(question: question, answer: answer)], true)
        }
        if take("string-length", &rest) || take("count-selected", &rest) { return size(&rest) }
        guard let question = name(&rest), let sign = rest.popFirst(), ["=", "!="].contains(sign), let answer = value(&rest) else {
            return nil
        }
        if answer.isEmpty { return ([Trigger(question: question, answer: nil)], sign == "!=") }
        return ([Trigger(question: question, answer: answer)], sign == "=")
    }

    /// `(${q1}) > 0` after the counting function: only tests for any answer.
    private static func size(_ rest: inout ArraySlice<String>) -> Part? {
        guard take("(", &rest), let question = name(&rest), take(")", &rest), let sign = rest.popFirst(), let number = value(&rest) else {
            return nil
        }
        let triggers = [Trigger(question: question, answer: nil)]
        switch (sign, number) {
        case (">", "0"), ("!=", "0"), (">=", "1"): return (triggers, true)
        case ("=", "0"), ("<", "1"), ("<=", "0"): return (triggers, false)
        default: return nil
        }
    }

    private static func name(_ rest: inout ArraySlice<String>) -> String? {
        guard let token = rest.popFirst(), token.hasPrefix("${") else { return nil }
        return String(token.dropFirst(2))
    }

    private static func value(_ rest: inout ArraySlice<String>) -> String? {
        guard let token = rest.popFirst(), token.hasPrefix("'") else { return nil }
        return String(token.dropFirst())
    }

    private static func take(_ token: String, _ rest: inout ArraySlice<String>) -> Bool {
        guard rest.first == token else { return false }
        rest = rest.dropFirst()
        return true
    }
}

/// Tokens of an expression: names as `${name`, values as `'value`, the rest unchanged.
private struct RelevanceTokens {
    private(set) var all: [String] = []

    init?(_ text: String) {
        var rest = Substring(text)
        while let first = rest.first {
            if first == " " || first == "\n" {
                rest = rest.dropFirst()
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                all.append("${" + rest[..<end].dropFirst(2).trimmingSpaces())
                rest = rest[rest.index(after: end)...]
            } else if first == "'" || first == "\"" {
                let inner = rest.dropFirst()
                guard let end = inner.firstIndex(of: first) else { return nil }
                all.append("'" + inner[..<end])
                rest = inner[inner.index(after: end)...]
            } else if let sign = ["!=", ">=", "<="].first(where: rest.hasPrefix) {
                all.append(sign)
                rest = rest.dropFirst(2)
            } else if "(),=<>".contains(first) {
                all.append(String(first))
                rest = rest.dropFirst()
            } else {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
                guard !word.isEmpty else { return nil }
                all.append(word.allSatisfy(\.isNumber) ? "'" + word : String(word))
                rest = rest.dropFirst(word.count)
            }
        }
    }
}
