import Web

struct ImportMapping: Codable, Sendable, Equatable {
    enum Existing: String, Codable, CaseIterable, Sendable { case update, leave }
    enum Empty: String, Codable, CaseIterable, Sendable { case leave, clear }

    /// A field for each column, `key` or `version`; empty to skip the column.
    var columns: [String]
    var existing = Existing.update
    var empty = Empty.leave
    var separator: UInt8?
    /// The language of the file's words and numbers: that of the person who confirmed it.
    var language: Language?

    static let key = "key"
    static let version = "version"

    /// Guesses the fields from column names: labels in any language, field names, or the meaning of directory attributes.
    init<R: Resource>(guessing table: FileTable, for type: R.Type, _ languages: [Words]) {
        var names: [String: String] = [Self.key: Self.key, Self.version: Self.version]
        for field in R.fields {
            for words in languages { names[words.label(of: field.name, R.name).folded] = field.name }
        }
        for words in languages {
            names[words("files.key").folded] = Self.key
            if names[words("files.version").folded] == nil { names[words("files.version").folded] = Self.version }
        }
        for field in R.fields where table.isJSON || names[field.name.folded] == nil { names[field.name.folded] = field.name }
        var taken: Set<String> = []
        columns = table.columns.map { column in
            let meant = table.format == .directory ? LDIFReader.field(of: column, in: R.self) : nil
            guard let name = meant ?? names[column.folded], taken.insert(name).inserted else { return "" }
            return name
        }
    }

    init<R: Resource>(_ form: Form, columns count: Int, for type: R.Type) {
        columns = (0..<count).map { index in
            let name = form["column.\(index)"]
            return [Self.key, Self.version].contains(name) || R.field(name) != nil ? name : ""
        }
        existing = Existing(rawValue: form["existing"]) ?? .update
        empty = Empty(rawValue: form["empty"]) ?? .leave
    }

    /// The errors by column number; -1 for the whole mapping.
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

    var places: [String: Int] {
        Dictionary(columns.enumerated().filter { !$0.element.isEmpty }.map { ($0.element, $0.offset) }) { first, _ in first }
    }
}
