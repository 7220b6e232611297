import Web

extension Language {
    /// SQL for a translated text, or the original without a translation. `table` is a name or alias.
    func localizedSQL(_ table: String, _ column: String) -> String {
        "ifnull(json_extract(\(table).translations, '$.\"\(rawValue)\".\(column).text'), \(table).\(column))"
    }
}

extension GuestRequestContext {
    var language: Language { visitor.language }
}
