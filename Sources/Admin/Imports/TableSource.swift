import Formats
import Foundation

/// Reads the rows of a CSV, JSON, LDIF, XLSX, XLS or ODS file, which it recognises by its content. A workbook is unpacked while it is read: a
/// copy of the reader goes on where the other one stopped.
struct TableSource: ImportReader {
    let columns: [String]
    let format: FileTable.Format
    let separator: UInt8?
    let sheets: [String]
    let reading: TableReading
    /// What there is to say about the source as a whole.
    private(set) var notes: [ImportRemark]
    private var source: Source
    private var count = 0

    private enum Source: Sendable {
        case csv(CSVReader)
        case json(JSONElements, places: [String: Int], number: Int)
        case workbook(WorkbookRows)
        case entries(LDIFReader)
    }

    /// Throws `ImportRefusal`.
    init(_ bytes: [UInt8], _ reading: TableReading = TableReading()) throws {
        do { try self.init(reading: bytes, reading) } catch let refusal as TableRefusal {
            throw ImportRefusal(refusal)
        }
    }

    private init(reading bytes: [UInt8], _ asked: TableReading) throws {
        guard bytes.count <= ImportLimits.bytes else { throw ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)]) }
        guard !bytes.isEmpty else { throw ImportRefusal("empty") }
        if let book = try WorkbookRows(bytes, asked) {
            (format, separator, sheets, columns, notes) = (.workbook, nil, book.sheets, book.columns, book.notes)
            source = .workbook(book)
            reading = TableReading(sheet: book.sheet, header: book.header)
            return
        }
        sheets = []
        let guess = asked.encoding == nil ? TextEncoding.guess(bytes) : nil
        notes = guess.map { [ImportRemark("encoding", ["encoding": $0.rawValue])] } ?? []
        let text = try TextDecoding.utf8(bytes, as: asked.encoding ?? guess)
        let first = text.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
        guard let first else { throw ImportRefusal("empty") }
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            let names = try JSONElements.names(text)
            (format, separator, columns) = (.json, nil, names)
            let places = Dictionary(names.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
            source = .json(try JSONElements(text), places: places, number: 0)
            reading = TableReading(encoding: asked.encoding)
        } else if LDIFReader.fits(text) {
            let entries = try LDIFReader(text)
            if !entries.secrets.isEmpty { notes.append(ImportRemark("secrets", ["names": entries.secrets.joined(separator: ", ")])) }
            (format, separator, columns) = (.directory, nil, entries.columns)
            source = .entries(entries)
            reading = TableReading(encoding: asked.encoding)
        } else {
            var reader = CSVReader(finding: text, separator: asked.separator)
            columns = try Self.header(&reader, at: asked.header)
            (format, separator, source) = (.csv, reader.separator, .csv(reader))
            reading = TableReading(encoding: asked.encoding, separator: asked.separator, header: reader.number)
        }
    }

    /// The names of the columns: those of the given row, or of the first one that is not empty.
    private static func header(_ reader: inout CSVReader, at number: Int?) throws -> [String] {
        var header: [String] = []
        while header.allSatisfy({ $0.trimmingSpaces().isEmpty }) || reader.number < number ?? 0 {
            guard let cells = try reader.next() else { throw ImportRefusal("empty") }
            header = cells
        }
        while header.count > 1, header.last?.trimmingSpaces().isEmpty == true { header.removeLast() }
        return header.map { $0.trimmingSpaces() }
    }

    mutating func next() throws -> ImportItem<FileTable.Row>? {
        do {
            guard let item = try read() else {
                guard count > 0 else { throw ImportRefusal("noRows") }
                return nil
            }
            count += 1
            guard count <= ImportLimits.items else { throw ImportRefusal("rows", ["limit": String(ImportLimits.items)]) }
            return Self.withoutHashes(item)
        } catch let refusal as TableRefusal {
            throw ImportRefusal(refusal)
        }
    }

    /// Hashed passwords of directories and staff systems are not shown and not kept.
    private static func withoutHashes(_ item: ImportItem<FileTable.Row>) -> ImportItem<FileTable.Row> {
        func isHash(_ value: FileTable.Value?) -> Bool { if case .cell(let text)? = value { LDIFSchema.isHash(text) } else { false } }
        guard let row = item.content, row.values.contains(where: isHash) else { return item }
        var item = item
        item.content = FileTable.Row(
            number: row.number, values: row.values.map { isHash($0) ? .cell("") : $0 }, isTooWide: row.isTooWide)
        item.remarks.append(ImportRemark("hash"))
        return item
    }

    private mutating func read() throws -> ImportItem<FileTable.Row>? {
        switch source {
        case .csv(var reader):
            defer { source = .csv(reader) }
            return try Self.row(&reader, width: columns.count)
        case .json(var elements, let places, let number):
            guard let element = try elements.next() else { return nil }
            source = .json(elements, places: places, number: number + 1)
            return Self.item(element, places, number + 1)
        case .workbook(var rows):
            defer { source = .workbook(rows) }
            return try rows.next()
        case .entries(var entries):
            defer { source = .entries(entries) }
            return try entries.next()
        }
    }

    private static func row(_ reader: inout CSVReader, width: Int) throws -> ImportItem<FileTable.Row>? {
        while true {
            do {
                guard let cells = try reader.next() else { return nil }
                let values = cells.map(FileTable.Value.cell)
                if values.allSatisfy(\.isBlank) { continue }
                let isTooWide = values.dropFirst(width).contains { !$0.isBlank }
                let filled = values.prefix(width) + [FileTable.Value](repeating: .cell(""), count: max(0, width - values.count))
                let row = FileTable.Row(number: reader.number, values: Array(filled), isTooWide: isTooWide)
                return ImportItem(ImportPlace(.row, reader.number), row)
            } catch TableRefusal.longCell(let number) where reader.isBehindLongCell {
                return ImportItem(ImportPlace(.row, number), nil, [ImportRemark("cell", ["row": String(number)])])
            }
        }
    }

    private static func item(_ element: JSON, _ places: [String: Int], _ number: Int) -> ImportItem<FileTable.Row> {
        var values = [FileTable.Value?](repeating: nil, count: places.count)
        if case .object(let pairs) = element {
            for (name, value) in pairs { if let place = places[name] { values[place] = .packed(value) } }
        }
        return ImportItem(ImportPlace(.element, number), FileTable.Row(number: number, values: values))
    }
}
