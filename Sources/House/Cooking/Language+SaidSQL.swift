import Web

extension Language {
    /// SQL for a text of a record in this language, or as it was written where nobody translated it.
    /// - Parameter table: the table's name or its alias in the query.
    func said(_ table: String, _ column: String) -> String {
        "ifnull(json_extract(\(table).translations, '$.\(rawValue).\(column).text'), \(table).\(column))"
    }
}

extension GuestRequestContext {
    /// The language of this guest's pages.
    var language: Language { visitor.language }
}
