import Web

/// A column of a sheet: the word of XLSForm that its header means, and the language it names.
struct XLSFormColumn: Hashable, Sendable {
    let header: String
    let base: String
    let language: String?

    static let translated: Set<String> = [
        "label", "hint", "guidance_hint", "constraint_message", "required_message", "media", "portico_category", "portico_unit",
    ]

    /// The spellings of all ages, with `_` for spaces. Those with a dot are of ODK-X, those with two hyphens of KoboToolbox.
    private static let spellings = [
        "caption": "label", "display.prompt.text": "label", "display.prompt": "label", "display.text": "label",
        "display.title.text": "label",
        "display.title": "label", "display.hint.text": "hint", "display.hint": "hint", "command": "type", "tag": "name", "value": "name",
        "data_value": "name", "list": "list_name", "listname": "list_name", "choice_list_name": "list_name", "relevance": "relevant",
        "readonly": "read_only", "calculate": "calculation", "count": "repeat_count", "jr:count": "repeat_count",
        "constraining_message": "constraint_message", "jr:constraintmsg": "constraint_message", "constraintmsg": "constraint_message",
        "requiredmsg": "required_message", "jr:requiredmsg": "required_message", "choicefilter": "choice_filter", "image": "media",
        "big-image": "media", "audio": "media", "video": "media", "kobo--score-choices": "score_list", "kobo--matrix_list": "matrix_list",
        "kobo--rank-items": "rank_list", "title": "form_title", "set_form_title": "form_title", "id_string": "form_id",
        "set_form_id": "form_id",
    ]

    private static let groups: Set<String> = ["bind", "control", "body", "media", "instance"]

    init(_ text: String) {
        header = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let lower = header.lowercased()
        var parts = lower.components(of: lower.contains("::") ? "::" : ":").map { $0.replacing(" ", with: "_") }
        if parts.count > 1, Self.groups.contains(parts[0]), !["type", "name"].contains(parts[1]) { parts.removeFirst() }
        if parts.count > 1, parts[0] == "jr" { parts = ["jr:" + parts[1]] + parts.dropFirst(2) }
        let first = parts.first ?? ""
        let known = Self.spellings[first] ?? first
        let isTranslated = Self.translated.contains(known)
        base = parts.count == 1 || isTranslated ? known : parts.joined(separator: ":")
        language = parts.count > 1 && isTranslated ? header.components(of: lower.contains("::") ? "::" : ":").last : nil
    }

    /// The language of the site that the column names; nil for another one.
    var ownLanguage: Language? { language.flatMap(XLSForm.language) }
}

extension String {
    fileprivate func components(of separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: true).map { $0.trimmingSpaces() }
    }
}
