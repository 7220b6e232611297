/// The texts of an export of LimeSurvey in its languages.
struct LimeSurveyTexts: Sendable {
    typealias Row = [String: String]
    enum Kind: String { case group, question, answer }

    let language: String
    private(set) var others: [String] = []
    /// By their kind, the number of what they are of, and their language.
    private var all: [Kind: [String: [String: Row]]] = [:]

    init(_ root: XMLElement, of survey: Row, preferred: String) {
        let languages = (root.first("languages")?.all("language") ?? []).map(\.text)
        language = languages.contains(preferred) ? preferred : survey["language"] ?? languages.first ?? ""
        others = languages.filter { [language] in $0 != language }
        read(root)
    }

    static func rows(_ root: XMLElement, _ section: String) -> [Row] {
        guard let rows = root.first(section)?.first("rows") else { return [] }
        return rows.all("row").map { row in
            Dictionary(row.elements.map { ($0.name, $0.text) }) { first, _ in first }
        }
    }

    static func answerKey(_ row: Row) -> String {
        row["aid"] ?? "\(row["qid"] ?? "")/\(row["code"] ?? "")/\(row["scale_id"] ?? "0")"
    }

    /// In sections of their own, or in the rows themselves.
    private mutating func read(_ root: XMLElement) {
        for (section, kind, key) in [
            ("group_l10ns", Kind.group, "gid"), ("groups", .group, "gid"), ("question_l10ns", .question, "qid"),
            ("questions", .question, "qid"), ("subquestions", .question, "qid"), ("answer_l10ns", .answer, "aid"),
            ("answers", .answer, "aid"),
        ] {
            for row in Self.rows(root, section) {
                let number = kind == .answer ? Self.answerKey(row) : row[key] ?? ""
                let own = row["language"] ?? language
                if all[kind]?[number]?[own] == nil { all[kind, default: [:]][number, default: [:]][own] = row }
            }
        }
    }

    static func plain(_ text: String) -> String {
        HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text in the original language as the cell `name`, and in the others as `name::fr`.
    func cells(_ row: Row, _ kind: Kind, _ column: String, as name: String) -> [String: String] {
        let number = kind == .answer ? Self.answerKey(row) : row[kind == .group ? "gid" : "qid"] ?? ""
        let own = all[kind]?[number] ?? [:]
        let original = own[language]?[column] ?? own.values.lazy.compactMap { $0[column] }.first ?? ""
        var cells = [name: Self.plain(original)]
        for other in others {
            if let text = own[other]?[column].map(Self.plain), !text.isEmpty { cells["\(name)::\(other)"] = text }
        }
        return cells
    }
}
