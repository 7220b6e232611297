import Web

enum XLSForm {
    static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    static let surveyColumns = [
        "type", "name", "label", "hint", "required", "relevant", "constraint", "appearance", "portico_code", "portico_category",
        "portico_tags", "portico_labels", "portico_answer", "portico_decimals",
    ]

    static let choiceColumns = ["list_name", "name", "label", "portico_score", "portico_labels"]

    static let said: Set<String> = ["label", "hint", "portico_category"]

    static func name(_ language: Language) -> String { "\(language.ownName) (\(language.rawValue))" }

    /// The language of a column such as `label::English (en)` or `hint::en`; nil without one or for an unsupported one.
    static func language(ofColumn column: String) -> Language? {
        guard let mark = column.firstRange(of: "::") else { return nil }
        let name = column[mark.upperBound...].trimmingSpaces().lowercased()
        return Language.allCases.first { language in
            name.hasSuffix("(\(language.rawValue))") || name == language.rawValue || name == language.ownName.lowercased()
        }
    }

    static let settings = [
        "form_title", "form_id", "portico_context", "portico_note", "portico_anonymous", "portico_mandatory", "portico_repetition",
        "portico_opening", "portico_threshold", "portico_labels",
    ]

    /// Metadata that form programs record by themselves. It is ignored, so that respondents are not tracked.
    static let ignored: Set<String> = [
        "start", "end", "today", "deviceid", "subscriberid", "simserial", "phonenumber", "username", "email", "audit",
    ]

    static func cell(_ labels: [Label]) -> String { labels.map(\.text).joined(separator: "\n") }

    static func labels(_ cell: String) -> [Label] {
        let labels = cell.split(whereSeparator: \.isNewline).compactMap { Label(text: $0.trimmingSpaces()) }
        return labels.sorted { $0.tag < $1.tag }
    }

    /// Escapes `${`, which would refer to a question.
    static func plain(_ text: String) -> String { text.replacing("${", with: "$ {") }

    static func constraint(_ answer: Answer) -> String {
        let limits = answer.limits
        switch answer.format {
        case .fixed: return ""
        case .text: return limits.length.map { "string-length(.) <= \($0)" } ?? ""
        case .number, .day:
            func said(_ value: String) -> String { answer.format == .day ? "date('\(value)')" : value }
            return [limits.least.map { ". >= \(said($0))" }, limits.greatest.map { ". <= \(said($0))" }].compactMap { $0 }
                .joined(separator: " and ")
        }
    }

    /// Parses a constraint as limits; nil for other expressions or values over the form limits.
    static func limits(_ constraint: String) -> Limits? {
        var limits = Limits()
        for part in constraint.replacing(" AND ", with: " and ").split(separator: " and ") {
            let words = part.utf8.filter { $0 != 0x20 }
            let text = String(decoding: words, as: UTF8.self)
            if let length = value(text, "string-length(.)<=") {
                guard let number = Int(length, in: 1...Answer.longest) else { return nil }
                limits.length = number
            } else if let least = value(text, ".>=").map(day), least.utf8.count <= Limits.longest {
                limits.least = least
            } else if let greatest = value(text, ".<=").map(day), greatest.utf8.count <= Limits.longest {
                limits.greatest = greatest
            } else {
                return nil
            }
        }
        return limits
    }

    private static func value(_ text: String, _ sign: String) -> String? { text.hasPrefix(sign) ? String(text.dropFirst(sign.count)) : nil }

    /// `date('2026-01-31')` becomes `2026-01-31`; numbers stay unchanged.
    private static func day(_ text: String) -> String {
        guard text.hasPrefix("date("), text.hasSuffix(")") else { return text }
        return String(text.dropFirst(5).dropLast()).filter { $0 != "'" && $0 != "\"" }
    }
}

extension OverlongText.Place {
    var column: String {
        switch self {
        case .part(.text): "label"
        case .part(.note): "hint"
        case .part(.category): "portico_category"
        case .label: "portico_labels"
        }
    }
}
