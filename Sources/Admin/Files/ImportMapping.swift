import Web

/// What a person decided about a file: which column goes into which field, and what to do in the two cases that files leave open.
struct ImportMapping: Codable, Sendable, Equatable {
    enum Existing: String, Codable, CaseIterable, Sendable { case update, leave }
    enum Empty: String, Codable, CaseIterable, Sendable { case leave, clear }

    /// The name of a field for each column: `key`, `version`, or empty for a column that is left out.
    var columns: [String]
    /// What happens to a record that is there already.
    var existing = Existing.update
    /// What an empty cell does.
    var empty = Empty.leave
    /// What separates the cells of a CSV file, where that was found out wrongly.
    var separator: UInt8?
    /// The language whose words and numbers the file has: that of whoever confirmed it.
    var language: Language?

    static let key = "key"
    /// The version of the record that the file was made from.
    static let version = "version"

    /// Guesses the fields from the columns' names: labels in any language, or names; a directory's attributes by what they mean.
    init<R: Resource>(guessing table: FileTable, for type: R.Type, _ languages: [Words]) {
        var names: [String: String] = [Self.key: Self.key, Self.version: Self.version]
        for field in R.fields {
            for words in languages { names[words.label(of: field.name, R.name).folded] = field.name }
        }
        for words in languages {
            names[words("files.key").folded] = Self.key
            if names[words("files.version").folded] == nil { names[words("files.version").folded] = Self.version }
        }
        // Programs say names, people say labels.
        for field in R.fields where table.isJSON || names[field.name.folded] == nil { names[field.name.folded] = field.name }
        var taken: Set<String> = []
        columns = table.columns.map { column in
            let meant = table.format == .directory ? LDIFReader.field(of: column, in: R.self) : nil
            guard let name = meant ?? names[column.folded], taken.insert(name).inserted else { return "" }
            return name
        }
    }

    /// What was chosen on the page. What is no field is left out.
    init<R: Resource>(_ form: Form, columns count: Int, for type: R.Type) {
        columns = (0..<count).map { index in
            let name = form["column.\(index)"]
            return [Self.key, Self.version].contains(name) || R.field(name) != nil ? name : ""
        }
        existing = Existing(rawValue: form["existing"]) ?? .update
        empty = Empty(rawValue: form["empty"]) ?? .leave
    }

    /// Why it cannot be used, by the number of the column; -1 for all of it.
    func mistakes<R: Resource>(for type: R.Type, _ words: Words) -> [(column: Int, sentence: String)] {
        var mistakes: [(column: Int, sentence: String)] = []
        var seen: Set<String> = []
        for (index, name) in columns.enumerated() where !name.isEmpty && !seen.insert(name).inserted {
            mistakes.append((index, words("files.mapping.twice")))
        }
        if seen.isDisjoint(with: [Self.key, R.title.name]) {
            mistakes.append((-1, words("files.mapping.nameless", ["title": words.label(of: R.title.name, R.name)])))
        }
        return mistakes
    }

    /// Where the values of a field lie in a row.
    var places: [String: Int] {
        Dictionary(columns.enumerated().filter { !$0.element.isEmpty }.map { ($0.element, $0.offset) }) { first, _ in first }
    }
}
