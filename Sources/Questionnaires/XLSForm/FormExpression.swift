import Web

/// An expression of XLSForm, as far as conditions and limits use XPath.
indirect enum FormExpression: Sendable, Equatable {
    /// `${q1}`, or a path that ends with that name.
    case name(String)
    case itself
    case text(String)
    case number(String)
    case call(String, [FormExpression])
    case pair(FormExpression, String, FormExpression)
    case negative(FormExpression)

    var conjuncts: [FormExpression] {
        if case .pair(let left, "and", let right) = self { return left.conjuncts + right.conjuncts }
        return [self]
    }

    var source: String {
        switch self {
        case .name(let name): "${\(name)}"
        case .itself: "."
        case .text(let text): text.contains("'") ? "\"\(text)\"" : "'\(text)'"
        case .number(let number): number
        case .call(let name, let values): "\(name)(\(values.map(\.source).joined(separator: ", ")))"
        case .pair(let left, let sign, let right): "\(left.bracketed(in: sign)) \(sign) \(right.bracketed(in: sign))"
        case .negative(let value): "-" + value.source
        }
    }

    private func bracketed(in sign: String) -> String {
        guard case .pair(_, let own, _) = self, own != sign else { return source }
        return FormExpressionParser.rank(own) > FormExpressionParser.rank(sign) ? source : "(\(source))"
    }
}

/// Parses an expression within limits of length and depth; nil for another syntax, such as a path with a filter.
struct FormExpressionParser {
    private enum Token: Equatable {
        case name(String), word(String), text(String), number(String), sign(String)
    }

    private var tokens: ArraySlice<Token>
    private var depth = 0

    private static let (longest, most, deepest) = (20_000, 1_500, 80)
    private static let ranks = [
        "or": 1, "and": 2, "=": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "div": 6, "mod": 6,
    ]

    static func rank(_ sign: String) -> Int { ranks[sign] ?? 0 }

    static func parse(_ text: String) -> FormExpression? {
        guard text.utf8.count <= longest, let tokens = tokens(of: straight(text)), tokens.count <= most else { return nil }
        var parser = FormExpressionParser(tokens: tokens[...])
        guard let expression = parser.expression(from: 1), parser.tokens.isEmpty else { return nil }
        return expression
    }

    private init(tokens: ArraySlice<Token>) { self.tokens = tokens }

    /// Office programs turn quotes round, and spaces hard.
    private static func straight(_ text: String) -> String {
        let signs: [Character: Character] = [
            "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "\u{A0}": " ", "≥": ">", "≤": "<", "≠": "!",
        ]
        return String(
            text.flatMap { sign -> [Character] in
                let plain = signs[sign] ?? sign
                return "≥≤≠".contains(sign) ? [plain, "="] : [plain]
            })
    }

    private mutating func expression(from least: Int) -> FormExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, var left = value() else { return nil }
        while let sign = binary(), Self.rank(sign) >= least {
            tokens.removeFirst()
            guard let right = expression(from: Self.rank(sign) + 1) else { return nil }
            left = .pair(left, sign, right)
        }
        return left
    }

    private func binary() -> String? {
        switch tokens.first {
        case .sign(let sign)?: Self.ranks[sign] == nil ? nil : sign
        case .word(let word)?: Self.ranks[word.lowercased()] == nil ? nil : word.lowercased()
        default: nil
        }
    }

    private mutating func value() -> FormExpression? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return nil }
        switch tokens.popFirst() {
        case .name(let name)?: return .name(name)
        case .text(let text)?: return .text(text)
        case .number(let number)?: return .number(number)
        case .sign("-")?: return value().map { .negative($0) }
        case .sign(".")?: return .itself
        case .sign("(")?:
            guard let inner = expression(from: 1), tokens.popFirst() == .sign(")") else { return nil }
            return inner
        case .word(let word)?:
            guard tokens.first == .sign("(") else { return .name(word.split(separator: "/").last.map(String.init) ?? word) }
            tokens.removeFirst()
            return arguments().map { .call(word.lowercased(), $0) }
        default: return nil
        }
    }

    private mutating func arguments() -> [FormExpression]? {
        var values: [FormExpression] = []
        if tokens.first == .sign(")") {
            tokens.removeFirst()
            return values
        }
        while let value = expression(from: 1) {
            values.append(value)
            switch tokens.popFirst() {
            case .sign(",")?: continue
            case .sign(")")?: return values
            default: return nil
            }
        }
        return nil
    }

    private static func tokens(of text: String) -> [Token]? {
        var (tokens, rest): ([Token], Substring) = ([], Substring(text))
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                tokens.append(.name(rest[..<end].dropFirst(2).trimmingSpaces()))
                rest = rest[rest.index(after: end)...]
            } else if first == "'" || first == "\"" {
                let inner = rest.dropFirst()
                guard let end = inner.firstIndex(of: first) else { return nil }
                tokens.append(.text(String(inner[..<end])))
                rest = inner[inner.index(after: end)...]
            } else if let sign = ["!=", ">=", "<=", "(", ")", ",", "=", "<", ">", "+", "-", "*"].first(where: rest.hasPrefix) {
                tokens.append(.sign(sign))
                rest = rest.dropFirst(sign.count)
            } else if let token = word(&rest) {
                tokens.append(token)
            } else {
                return nil
            }
        }
        return tokens
    }

    /// A number, a name, a path such as `../q1`, or a dot.
    private static func word(_ rest: inout Substring) -> Token? {
        let word = rest.prefix { $0.isLetter || $0.isNumber || "_-.:/".contains($0) }
        guard !word.isEmpty else { return nil }
        rest = rest[word.endIndex...]
        if word == "." { return .sign(".") }
        if let first = word.first, first.isNumber || first == "." && word.dropFirst().first?.isNumber == true {
            return DecimalText((first == "." ? "0" : "") + word).map { .number($0.text) }
        }
        // A name may hold a hyphen or a dot, but does not end with one.
        return word.last.map { "/-.:".contains($0) } == true ? nil : .word(String(word))
    }
}
