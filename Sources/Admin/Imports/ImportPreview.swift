import Formats
import Web

struct ImportPreview: Codable, Sendable, Equatable {
    var columns: [String] = []
    var rows: [[String]] = []
    var sheets: [String] = []
    var separator: UInt8?
    /// What there is to say about the source as a whole; nil in what was stored before.
    var notes: [ImportRemark]?
    /// How many pictures the source holds for its items.
    var pictures: Int?

    static let most = 5
    private static let longestName = 80

    init() {}

    /// Takes the first items of the reader; `count` says how many.
    init(_ reader: inout SourceReader, count: inout Int) throws {
        notes = reader.notes.isEmpty ? nil : reader.notes
        columns = reader.columns.map { String($0.prefix(Self.longestName)) }
        (sheets, separator) = (reader.sheets.map { String($0.prefix(Self.longestName)) }, reader.separator)
        let first = try reader.next(most: Self.most)
        count += first.count
        pictures = first.reduce(0) { $0 + $1.pictures.count }
        let names = reader.columns
        rows = first.compactMap(\.content).map { row in
            names.indices.map { $0 < row.values.count ? row.values[$0]?.sample ?? "" : "" }
        }
    }

    /// What there is to say about the source as a whole, as sentences.
    func remarks(_ words: Words) -> [String] { (notes ?? []).map { words("imports.remarks.\($0.key)", $0.values) } }

    static func templateValues(_ sentences: [String]) -> any Sendable {
        sentences.isEmpty ? false : ["sentences": sentences.map { ["text": $0] as Values }] as Values
    }

    func name(ofColumn index: Int, _ words: Words) -> String {
        let name = columns.indices.contains(index) ? columns[index] : ""
        return name.isEmpty ? words("files.mapping.nameless-column", ["number": String(index + 1)]) : name
    }
}

/// What was found out about a source: how it is read, what it holds, and how much.
struct FoundTable: Sendable {
    var mapping: ImportMapping
    var preview: ImportPreview
    let total: Int

    init<R: Resource>(_ bytes: [UInt8], for type: R.Type, _ languages: [Words]) throws {
        try self.init(ImportSource("", bytes), for: R.self, languages)
    }

    /// The items of a `WholeImportFormat` that have been read.
    init(_ format: any WholeImportFormat.Type, total: Int, _ words: Words) {
        (mapping, preview, self.total) = (ImportMapping(), ImportPreview(), total)
        (mapping.columns, mapping.format, mapping.isPrivate) = (format.columns, .whole, format.isPrivate)
        preview.columns = format.columns.map { words("imports.facts.\($0)") }
    }

    /// Reads the whole source once. Throws `ImportRefusal`.
    init<R: Resource>(
        _ source: ImportSource, _ reading: TableReading = TableReading(), as format: (any ImportFormat.Type)? = nil, for type: R.Type,
        _ languages: [Words]
    ) throws {
        var reader = try SourceReader(source, reading, as: format)
        mapping = ImportMapping(guessing: reader, for: R.self, languages)
        var count = 0
        preview = try ImportPreview(&reader, count: &count)
        var pictures = preview.pictures ?? 0
        while let item = try reader.next() {
            count += 1
            pictures += item.pictures.count
        }
        total = count
        preview.pictures = pictures
    }
}
