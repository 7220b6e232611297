import Formats
import Foundation

/// The rows of a source: of a table, of the tables in an archive, or of a module's format.
struct SourceReader: ImportReader {
    let columns: [String]
    let format: FileTable.Format
    let separator: UInt8?
    let sheets: [String]
    let reading: TableReading
    /// The names of the columns by which a later source is known.
    private(set) var shape: [String]?
    /// What is chosen of the format's choices, and whether its source is private; nil for all others.
    private(set) var chosen: [String: String]?
    private(set) var isPrivate: Bool?
    /// What there is to say about the source as a whole.
    private(set) var notes: [ImportRemark] = []
    private var content: Held

    private enum Held: Sendable {
        case table(TableSource)
        case tables(ArchiveTables)
        case items(any ImportFormat, read: Int)
    }

    /// Throws `ImportRefusal`.
    init(_ source: ImportSource, _ reading: TableReading = TableReading(), as format: (any ImportFormat.Type)? = nil) throws {
        guard source.bytes.count <= ImportLimits.bytes else {
            throw ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)])
        }
        if let format {
            let kind = format is any WholeImportFormat.Type ? FileTable.Format.whole : .items
            (columns, self.format, separator, sheets, self.reading) = (format.columns, kind, nil, [], TableReading())
            let items = try format.init(source)
            content = .items(items, read: 0)
            if let whole = items as? any WholeImportFormat {
                (shape, chosen, isPrivate) = (whole.shape, source.chosen, Swift.type(of: whole).isPrivate)
            } else {
                shape = format.columns
            }
        } else if let tables = try ArchiveTables(source.bytes, reading) {
            (columns, self.format, separator, sheets, self.reading) = (tables.columns, .csv, nil, [], tables.reading)
            (notes, content, shape) = (tables.notes, .tables(tables), tables.columns)
        } else {
            let table = try TableSource(source.bytes, reading)
            (columns, self.format, separator) = (table.columns, table.format, table.separator)
            (sheets, self.reading, notes, content) = (table.sheets, table.reading, table.notes, .table(table))
            shape = table.columns
        }
    }

    mutating func next() throws -> ImportItem<FileTable.Row>? {
        switch content {
        case .table(var table):
            defer { content = .table(table) }
            return try table.next()
        case .tables(var tables):
            defer { content = .tables(tables) }
            return try tables.next()
        case .items(var items, let read):
            guard let item = try items.next() else {
                guard read > 0 else { throw ImportRefusal("noItems") }
                return nil
            }
            guard read < ImportLimits.items else { throw ImportRefusal("rows", ["limit": String(ImportLimits.items)]) }
            content = .items(items, read: read + 1)
            let row = item.content.map { values in
                FileTable.Row(number: read + 1, values: columns.map { name in values[name].map(FileTable.Value.packed) })
            }
            return ImportItem(item.place, row, item.remarks, pictures: item.pictures)
        }
    }
}

/// The tables in an archive, one after the other, with all their columns. What is no table comes out as an item without content.
struct ArchiveTables: Sendable {
    private struct File: Sendable {
        let name: String
        var reader: TableSource?
        let places: [Int]
    }

    let columns: [String]
    let reading: TableReading
    let notes: [ImportRemark]
    private var files: ArraySlice<File>
    private var count = 0
    private var hasRows = false

    private static let unpackedBytes = 64 << 20

    /// nil for what is no archive, and for workbooks, which are archives too. Throws `ImportRefusal` if no table is in it.
    init?(_ bytes: [UInt8], _ asked: TableReading) throws {
        guard let names = Self.names(in: bytes) else { return nil }
        var budget = Self.unpackedBytes
        let wanted = Set(names.filter(Self.isShown))
        guard let archive = ZipArchive(bytes, budget: &budget, wanted: wanted.contains) else { throw ImportRefusal("archive") }
        var (columns, places, files): ([String], [String: Int], [File]) = ([], [:], [])
        for file in archive.files {
            guard let reader = try? TableSource([UInt8](file.bytes), asked), !Self.isMarkup(file.bytes) else {
                files.append(File(name: file.name, places: []))
                continue
            }
            let own = reader.columns.map { name -> Int in
                if let place = places[name.folded] { return place }
                places[name.folded] = columns.count
                columns.append(name)
                return columns.count - 1
            }
            files.append(File(name: file.name, reader: reader, places: own))
        }
        guard !columns.isEmpty else { throw ImportRefusal("noTables") }
        guard columns.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
        (self.columns, self.files, reading, notes) = (columns, files[...], asked, files.flatMap { $0.reader?.notes ?? [] })
    }

    mutating func next() throws -> ImportItem<FileTable.Row>? {
        while var file = files.first {
            guard var reader = file.reader else {
                files.removeFirst()
                return ImportItem(ImportPlace(.element, 1, of: file.name), nil, [ImportRemark("file", ["file": file.name])])
            }
            do {
                guard let item = try reader.next() else {
                    files.removeFirst()
                    continue
                }
                file.reader = reader
                files[files.startIndex] = file
                count += 1
                guard count <= ImportLimits.items else { throw ImportRefusal("rows", ["limit": String(ImportLimits.items)]) }
                hasRows = true
                return ImportItem(
                    ImportPlace(item.place.unit, item.place.number, of: file.name), row(item.content, file.places), item.remarks)
            } catch let refusal as ImportRefusal where refusal.key == "noRows" {
                file.reader = nil
                files[files.startIndex] = file
            }
        }
        guard hasRows else { throw ImportRefusal("noRows") }
        return nil
    }

    private func row(_ row: FileTable.Row?, _ places: [Int]) -> FileTable.Row? {
        guard let row else { return nil }
        var values = [FileTable.Value?](repeating: nil, count: columns.count)
        for (index, place) in places.enumerated() where index < row.values.count { values[place] = row.values[index] }
        return FileTable.Row(number: row.number, values: values, isTooWide: row.isTooWide)
    }

    /// The names in an archive that is no workbook; nil for anything else.
    static func names(in bytes: [UInt8]) -> [String]? {
        guard let names = ZipArchive.names(in: bytes), !names.contains("[Content_Types].xml"),
            !(names.contains("mimetype") && names.contains("content.xml"))
        else { return nil }
        return names
    }

    /// Systems add files of their own.
    private static func isShown(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return !parts.contains { $0.hasPrefix(".") || $0 == "__MACOSX" || $0 == "Thumbs.db" } && !name.hasSuffix("/")
    }

    private static func isMarkup(_ bytes: Data) -> Bool { bytes.first { $0 > 0x20 } == UInt8(ascii: "<") }
}
