import Web

enum XLSForm {
    static let type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    static let surveyColumns = [
        "type", "name", "label", "hint", "required", "relevant", "constraint", "appearance", "parameters", "portico_code",
        "portico_category", "portico_tags", "portico_labels", "portico_answer", "portico_decimals", "portico_look", "portico_limits",
        "portico_unit", "portico_rules",
    ]

    static let choiceColumns = ["list_name", "name", "label", "portico_score", "portico_labels"]

    static let translatedColumns: Set<String> = ["label", "hint", "portico_category", "portico_unit"]

    static func name(_ language: Language) -> String { "\(language.ownName) (\(language.rawValue))" }

    /// The language that a column names, such as `English (en)`, `it` or `Italian`; nil for one that is not kept here.
    static func language(_ text: String) -> Language? {
        let name = text.trimmingSpaces().lowercased()
        return Language.allCases.first { language in
            name.hasSuffix("(\(language.rawValue))") || [language.rawValue, language.ownName.lowercased()].contains(name)
                || languages[language.rawValue]?.contains(name) == true
        }
    }

    private static let languages: [String: Set<String>] = [
        "it": ["it", "ita", "italian", "italiano", "it-it"], "en": ["en", "eng", "english", "inglese", "en-gb", "en-us"],
        "fr": ["fr", "fra", "fre", "french", "francese", "fr-fr", "fr-ca", "fr-be", "fr-ch"],
        "de": ["de", "deu", "ger", "german", "tedesco", "de-de", "de-at", "de-ch", "de-informal", "de-easy"],
    ]

    static let settings = [
        "form_title", "form_id", "portico_context", "portico_note", "portico_anonymous", "portico_mandatory", "portico_repetition",
        "portico_opening", "portico_threshold", "portico_labels",
    ]

    static func cell(_ labels: [Label]) -> String { labels.map(\.text).joined(separator: "\n") }

    static func labels(_ cell: String) -> [Label] {
        let labels = cell.split(whereSeparator: \.isNewline).compactMap { Label(text: $0.trimmingSpaces()) }
        return labels.sorted { $0.tag < $1.tag }
    }

    static func references(_ text: String) -> [String] {
        text.split(separator: "${", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }
    }

    /// Escapes `${`, which would refer to a question.
    static func plain(_ text: String) -> String { text.replacing("${", with: "$ {") }

    static func constraint(_ answer: Answer) -> String {
        let limits = answer.limits
        switch answer.format {
        case .fixed, .time, .dateTime, .email, .file: return ""
        case .text: return limits.length.map { "string-length(.) <= \($0)" } ?? ""
        case .number, .day:
            func formatted(_ value: String) -> String { answer.format == .day ? "date('\(value)')" : value }
            return [limits.least.map { ". >= \(formatted($0))" }, limits.greatest.map { ". <= \(formatted($0))" }].compactMap { $0 }
                .joined(separator: " and ")
        }
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
