/// An XPath expression with operators rewritten as functions, because libxml2 does not count the text that operators read (`XPathCosts`):
/// `. = 'x' and 1 < 2` becomes `_equal(., 'x') and _less(1, 2)`. `a | b` becomes `_union(a, b)` and `a//b` becomes `_along(a, 0)`, because
/// libxml2 compares every pair of nodes; 0 is the index of the way `descendant-or-self::node()/b`. Only brackets, operators and step
/// beginnings are parsed here; libxml2 checks the rest.
struct PaidExpression {
    let text: String
    let ways: [String]

    init(_ expression: String) throws(XPathRefusal) {
        var reader = PaidReader(try Token.all(in: expression))
        text = try reader.whole()
        ways = reader.ways
    }
}

private struct PaidReader {
    private let tokens: [Token]
    private var at = 0
    private var depth = 0
    private static let deepest = 50
    private(set) var ways: [String] = []

    init(_ tokens: [Token]) { self.tokens = tokens }

    mutating func whole() throws(XPathRefusal) -> String {
        let text = try operation(1)
        guard next == nil else { throw .invalid }
        return text
    }

    /// The precedence and function of each operator; nil for operators that read no text.
    private static let operators: [String: (level: Int, function: String?)] = [
        "or": (1, nil), "and": (2, nil), "=": (3, "_equal"), "!=": (3, "_unequal"), "<": (4, "_less"), "<=": (4, "_atMost"),
        ">": (4, "_more"), ">=": (4, "_atLeast"), "+": (5, "_plus"), "-": (5, "_minus"), "*": (6, "_times"), "div": (6, "_over"),
        "mod": (6, "_rest"),
    ]

    private var next: Token? { tokens.indices.contains(at) ? tokens[at] : nil }

    private mutating func take(operator sign: String) -> Bool {
        guard let next, next.isOperator, next.text == sign else { return false }
        at += 1
        return true
    }

    private mutating func operation(_ least: Int) throws(XPathRefusal) -> String {
        var left = try negation()
        while let next, next.isOperator, let known = Self.operators[next.text], known.level >= least {
            at += 1
            let right = try operation(known.level + 1)
            left = known.function.map { "\($0)(\(left), \(right))" } ?? "\(left) \(next.text) \(right)"
        }
        return left
    }

    private mutating func negation() throws(XPathRefusal) -> String {
        var count = 0
        while take(operator: "-") { count += 1 }
        let text = try union()
        let kept = count == 0 ? 0 : 2 - count % 2
        return String(repeating: "_negative(", count: kept) + text + String(repeating: ")", count: kept)
    }

    private mutating func union() throws(XPathRefusal) -> String {
        let first = try path()
        var text = first
        while take(operator: "|") { text += try ", " + path() }
        return text == first ? first : "_union(\(text))"
    }

    /// Splits a path before each step that may reach one node from several.
    private mutating func path() throws(XPathRefusal) -> String {
        var parts = [""]
        while let next, !next.isOperator, ![")", "]", ","].contains(next.text) {
            if !parts[parts.count - 1].isEmpty, let step = overlappingStep {
                at += step.tokens
                parts.append(step.text)
                continue
            }
            at += 1
            parts[parts.count - 1] += (next.isApart ? " " : "") + next.text
            if next.text == "(" { parts[parts.count - 1] += try inside(until: ")") }
            if next.text == "[" { parts[parts.count - 1] += try inside(until: "]") }
            // Names of generated functions are reserved.
            if next.text.hasPrefix("_"), self.next?.text == "(" { throw .invalid }
        }
        guard !parts[0].isEmpty else { throw .invalid }
        if parts.count == 1 { return parts[0] }
        ways += parts.dropFirst()
        return "_along(\(parts[0]), \((ways.count - parts.count + 1..<ways.count).map(String.init).joined(separator: ", ")))"
    }

    /// A step that may reach one node from several, unlike children, attributes and the node itself: `//`, `/..`, `/ancestor::`.
    private var overlappingStep: (text: String, tokens: Int)? {
        guard let next, at > 0, !["(", "[", ",", "|"].contains(tokens[at - 1].text) else { return nil }
        if next.text == "//" { return ("descendant-or-self::node()/", 1) }
        guard next.text == "/", at + 1 < tokens.count else { return nil }
        if tokens[at + 1].text == ".." { return ("..", 2) }
        guard at + 2 < tokens.count, tokens[at + 2].text == "::", !Self.own.contains(tokens[at + 1].text) else { return nil }
        return (tokens[at + 1].text + "::", 3)
    }

    private static let own: Set = ["child", "attribute", "self"]

    private mutating func inside(until end: String) throws(XPathRefusal) -> String {
        depth += 1
        guard depth <= Self.deepest else { throw .invalid }
        var text = ""
        if next?.text != end {
            text = try operation(1)
            while next?.text == "," {
                at += 1
                text += try ", " + operation(1)
            }
        }
        guard next?.text == end else { throw .invalid }
        at += 1
        depth -= 1
        return text + end
    }
}

private struct Token {
    let text: String
    let isApart: Bool
    /// `*` and `div` are names when no operator can follow the token before.
    let isOperator: Bool

    private init(_ text: String, isApart: Bool, after last: Token?) {
        (self.text, self.isApart) = (text, isApart)
        let mayFollow = last.map { !$0.isOperator && !["@", "::", "(", "[", ",", "/", "//"].contains($0.text) } ?? false
        isOperator =
            ["=", "!=", "<", "<=", ">", ">=", "+", "-", "|"].contains(text)
            || mayFollow && ["and", "or", "div", "mod", "*"].contains(text)
    }

    static func all(in expression: String) throws(XPathRefusal) -> [Token] {
        let bytes = Array(expression.utf8)
        var (tokens, at): ([Token], Int) = ([], 0)
        while at < bytes.count {
            if isSpace(bytes[at]) {
                at += 1
                continue
            }
            let end = try end(of: bytes, from: at)
            let text = String(decoding: bytes[at..<end], as: UTF8.self)
            tokens.append(Token(text, isApart: at > 0 && isSpace(bytes[at - 1]), after: tokens.last))
            at = end
        }
        return tokens
    }

    private static func end(of bytes: [UInt8], from start: Int) throws(XPathRefusal) -> Int {
        func run(_ from: Int, _ belongs: (UInt8) -> Bool) -> Int { bytes[from...].firstIndex { !belongs($0) } ?? bytes.count }
        let (first, second) = (bytes[start], start + 1 < bytes.count ? bytes[start + 1] : 0)
        if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
            guard let end = bytes[(start + 1)...].firstIndex(of: first) else { throw .invalid }
            return end + 1
        }
        if isDigit(first) || first == UInt8(ascii: ".") && isDigit(second) {
            return run(start + 1) { isDigit($0) || $0 == UInt8(ascii: ".") }
        }
        if isLetter(first) {
            let end = run(start + 1, isName)
            // `a:b` and `a:*` are one name; `a::b` is not.
            guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: ":"), bytes[end + 1] != UInt8(ascii: ":") else { return end }
            return bytes[end + 1] == UInt8(ascii: "*") ? end + 2 : run(end + 1, isName)
        }
        if ["//", "::", "..", "!=", "<=", ">="].contains(String(decoding: [first, second], as: UTF8.self)) { return start + 2 }
        guard "/.()[],@|+-=<>*".utf8.contains(first) else { throw .invalid }
        return start + 1
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { byte == 0x5F || byte >= 0x80 || (0x41...0x5A).contains(byte & 0xDF) }
    private static func isName(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || "-.".utf8.contains(byte) }
}
