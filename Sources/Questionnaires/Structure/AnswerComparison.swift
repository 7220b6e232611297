/// A comparison of a written answer with a number, a day or a time; or whether it was written at all.
struct AnswerComparison: Sendable, Hashable {
    enum Sign: String, Sendable, CaseIterable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
        case answered
    }

    var answer: Int64
    var sign: Sign
    /// In stored form; empty for `answered`.
    var value = ""

    func isReadable(_ format: AnswerFormat) -> Bool { sign == .answered ? format != .fixed : Self.normal(value, format) == value }

    /// A value in stored form; nil for one that the format does not know, and for formats without an order.
    static func normal(_ value: String, _ format: AnswerFormat) -> String? {
        switch format {
        case .number: DecimalText(value)?.text
        case .day: Day(value)?.text
        case .time: DayTime(value)?.text
        case .dateTime: LocalDateTime(value)?.text
        case .fixed, .text, .email, .file: nil
        }
    }

    /// - Parameter given: the stored answer; nil for none.
    func holds(for given: String?, _ format: AnswerFormat) -> Bool {
        guard let given else { return false }
        switch format {
        case .number: return holds(DecimalText(given), DecimalText(value))
        case .day: return holds(Day(given), Day(value))
        case .time: return holds(DayTime(given), DayTime(value))
        case .dateTime: return holds(LocalDateTime(given), LocalDateTime(value))
        case .text, .email, .file: return sign == .answered
        case .fixed: return false
        }
    }

    private func holds<Value: Comparable>(_ given: Value?, _ bound: Value?) -> Bool {
        if sign == .answered { return true }
        guard let given, let bound else { return false }
        return switch sign {
        case .equal: given == bound
        case .notEqual: given != bound
        case .less: given < bound
        case .atMost: given <= bound
        case .greater: given > bound
        case .atLeast: given >= bound
        case .answered: true
        }
    }
}
