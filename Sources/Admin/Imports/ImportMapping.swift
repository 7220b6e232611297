import Formats
import Web

struct ImportMapping: Codable, Sendable, Equatable {
    enum Existing: String, Codable, CaseIterable, Sendable { case update, leave }
    enum Empty: String, Codable, CaseIterable, Sendable { case leave, clear }
    enum DecimalMark: String, Codable, CaseIterable, Sendable { case comma, point }

    /// A field for each column, `key` or `version`; empty to skip the column.
    var columns: [String] = []
    var existing = Existing.update
    var empty = Empty.leave
    /// nil to read numbers as people of the language type them.
    var decimal: DecimalMark?
    var reading = TableReading()
    var format = FileTable.Format.csv
    /// Whether records that came from this source and are no longer in it go to the trash.
    var removes = false
    /// A fingerprint of the columns' names; nil in mappings of before.
    var shape: String?
    /// What a person chose of the format's choices, by their names.
    var choices: [String: String]?
    /// Whether others may not learn the source's name.
    var isPrivate: Bool?

    static let key = "key"
    static let version = "version"

    init() {}

    /// Guesses the fields from column names: labels in any language, field names, or the meaning of directory attributes.
    init<R: Resource>(guessing names: [String], _ format: FileTable.Format, for type: R.Type, _ languages: [Words]) {
        let known = Self.names(of: R.self, format, languages)
        var taken: Set<String> = []
        columns = names.map { column in
            let meant = format == .directory ? LDIFReader.field(of: column, in: R.self) : nil
            guard let name = meant ?? known[column.folded], taken.insert(name).inserted else { return "" }
            return name
        }
        self.format = format
    }

    init<R: Resource>(guessing reader: SourceReader, for type: R.Type, _ languages: [Words]) {
        if reader.format == .items || reader.format == .whole {
            self.init()
            columns = reader.columns.map { R.importNames.contains($0) || reader.format == .whole ? $0 : "" }
            (format, choices, isPrivate) = (reader.format, reader.chosen, reader.isPrivate)
        } else {
            self.init(guessing: reader.columns, reader.format, for: R.self, languages)
        }
        (reading, shape) = (reader.reading, reader.shape.map { ImportShape.of($0, reader.format) })
    }

    private static func names<R: Resource>(of type: R.Type, _ format: FileTable.Format, _ languages: [Words]) -> [String: String] {
        var names: [String: String] = [Self.key: Self.key, Self.version: Self.version]
        for name in R.fields.map(\.name) + R.olderTexts.map(\.name) {
            for words in languages { names[words.label(of: name, R.name).folded] = name }
        }
        for words in languages {
            names[words("files.key").folded] = Self.key
            if names[words("files.version").folded] == nil { names[words("files.version").folded] = Self.version }
        }
        for field in R.fields where format == .json || names[field.name.folded] == nil { names[field.name.folded] = field.name }
        for older in R.olderTexts where names[older.name.folded] == nil { names[older.name.folded] = older.name }
        return names
    }

    /// Takes the fields of the columns and the choices from a form; how the file is read stays.
    mutating func take<R: Resource>(_ form: Form, columns count: Int, for type: R.Type) {
        columns = (0..<count).map { index in
            let name = form["column.\(index)"]
            return R.importNames.contains(name) ? name : ""
        }
        existing = Existing(rawValue: form["existing"]) ?? .update
        empty = Empty(rawValue: form["empty"]) ?? .leave
        decimal = DecimalMark(rawValue: form["decimal"])
    }

    /// The way of reading that a form asks for. What it does not name stays.
    func reading(in form: Form) -> TableReading {
        var asked = reading
        if form.has("encoding") { asked.encoding = TextEncoding(rawValue: form["encoding"]) }
        if form.has("separator") {
            asked.separator = UInt8(form["separator"], in: 0...255).flatMap { CSVReader.separators.contains($0) ? $0 : nil }
        }
        if form.has("sheet") { asked.sheet = form.number("sheet", in: .positions) }
        if form.has("header") { asked.header = form.number("header", in: .positions).flatMap { $0 > 0 ? $0 : nil } ?? reading.header }
        return asked
    }

    /// The errors by column number; -1 for the whole mapping.
    func mistakes<R: Resource>(for type: R.Type, _ words: Words) -> [(column: Int, sentence: String)] {
        if format == .whole { return [] }
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

extension Resource {
    /// What a column may fill.
    static var importNames: Set<String> {
        Set(fields.map(\.name) + olderTexts.map(\.name) + [ImportMapping.key, ImportMapping.version])
    }
}
