import Web

/// The limits of a written answer that a constraint of XLSForm gives, and the parts of it that are no such limits.
struct ConstraintConversion {
    var limits = Limits()
    private(set) var left: [String] = []
    /// Parts whose limit itself is allowed here, though it is not there.
    private(set) var loose: [String] = []

    private let format: AnswerFormat
    private let isWhole: Bool

    init(_ text: String, of format: AnswerFormat, isWhole: Bool = false) {
        (self.format, self.isWhole) = (format, isWhole)
        guard !text.isEmpty else { return }
        guard let expression = FormExpressionParser.parse(text) else {
            left = [text]
            return
        }
        for part in expression.conjuncts where !take(part) { left.append(part.source) }
    }

    private static let turned = ["<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="]

    private mutating func take(_ part: FormExpression) -> Bool {
        guard case .pair(let first, let sign, let second) = part else { return false }
        if let value = Self.value(second), let sign = Self.turned[sign].flatMap({ Self.turned[$0] }) { return take(first, sign, value) }
        if let value = Self.value(first), let sign = Self.turned[sign] { return take(second, sign, value) }
        return false
    }

    private mutating func take(_ subject: FormExpression, _ sign: String, _ value: String) -> Bool {
        switch (subject, format) {
        case (.call("string-length", let values), .text) where values == [.itself]: takeLength(sign, value)
        case (.itself, .number) where DecimalText(value) != nil: takeBound(sign, value)
        case (.itself, .day) where Day(value) != nil: takeBound(sign, value)
        default: false
        }
    }

    private mutating func takeLength(_ sign: String, _ value: String) -> Bool {
        guard let number = Int(value, in: 0...Answer.longest), ["<", "<="].contains(sign) else { return false }
        let length = sign == "<" ? number - 1 : number
        guard length > 0 else { return false }
        limits.length = min(limits.length ?? length, length)
        return true
    }

    private mutating func takeBound(_ sign: String, _ value: String) -> Bool {
        guard value.utf8.count <= Limits.longest, let bound = bound(sign, value) else { return false }
        if sign.hasPrefix(">"), isStricter(limits.least, bound, { $0 < $1 }) { limits.least = bound }
        if sign.hasPrefix("<"), isStricter(limits.greatest, bound, { $1 < $0 }) { limits.greatest = bound }
        if sign == "=" { (limits.least, limits.greatest) = (bound, bound) }
        return true
    }

    private func isStricter(_ old: String?, _ new: String, _ isLess: (DecimalText, DecimalText) -> Bool) -> Bool {
        guard let old, let before = DecimalText(old), let after = DecimalText(new) else { return true }
        return isLess(before, after)
    }

    /// A strict limit of a whole number is the next number; of another number the limit itself.
    private mutating func bound(_ sign: String, _ value: String) -> String? {
        guard ["<", ">"].contains(sign) else { return value }
        guard format == .number, isWhole, let number = Int(value, in: .counts) ?? Int(value, in: -1_000_000_000...0) else {
            loose.append(". \(sign) \(value)")
            return value
        }
        return String(sign == "<" ? number - 1 : number + 1)
    }

    private static func value(_ expression: FormExpression) -> String? {
        switch expression {
        case .number(let number): number
        case .negative(.number(let number)): "-" + number
        case .text(let text): text
        case .call("date", let values) where values.count == 1: value(values[0])
        default: nil
        }
    }
}
