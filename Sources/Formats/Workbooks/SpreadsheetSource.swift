import Foundation

/// The rows of a sheet of an `.xlsx` file, unpacked and parsed piece by piece.
final class SpreadsheetSource: SheetSource, @unchecked Sendable {
    let merged: [MergedCells]
    private let part: ArchivePart
    private let events: SheetEvents
    private let stream: XMLStream
    private var budget = RowBudget()
    private var isOver = false

    init(_ archive: ArchiveBytes, _ book: WorkbookOutline, _ sheet: SheetOutline, withMerged: Bool = false) throws {
        merged = withMerged ? try MergedRanges.find(in: ArchivePart(sheet.part, of: archive, limit: SheetRows.sheetBytes)) : []
        part = try ArchivePart(sheet.part, of: archive, limit: SheetRows.sheetBytes)
        events = SheetEvents(book.shared, book.formats, is1904: book.is1904)
        stream = XMLStream(events)
    }

    func next() throws -> TableRow? {
        while events.rows.isEmpty || rowsTaken == events.rows.count {
            (events.rows, rowsTaken) = ([], 0)
            guard !isOver else { return nil }
            let bytes = try part.read()
            // What follows the rows is not needed, but a file that is cut off is damaged.
            if bytes.isEmpty { try stream.end() } else { try stream.add(bytes) }
            isOver = bytes.isEmpty || events.isOver
        }
        rowsTaken += 1
        return try budget.take(events.rows[rowsTaken - 1])
    }

    private var rowsTaken = 0
}

/// The rows of a table of an `.ods` file, unpacked and parsed piece by piece.
final class OpenDocumentSource: SheetSource, @unchecked Sendable {
    var merged: [MergedCells] { events.merged }
    private let part: ArchivePart
    private let events: OpenDocumentEvents
    private let stream: XMLStream
    private var budget = RowBudget()
    private var isOver = false
    private var (rowsTaken, repeated) = (0, 0)

    init(_ archive: ArchiveBytes, table: Int) throws {
        part = try ArchivePart("content.xml", of: archive, limit: SheetRows.sheetBytes)
        events = OpenDocumentEvents(table: table)
        stream = XMLStream(events)
    }

    static func tables(_ archive: ArchiveBytes) throws -> [(name: String, isHidden: Bool, isFilled: Bool)] {
        let events = OpenDocumentEvents(table: nil)
        try ArchivePart("content.xml", of: archive, limit: SheetRows.sheetBytes).parse(events)
        guard events.isSpreadsheet else { throw ImportRefusal("workbook") }
        return events.tables
    }

    func next() throws -> TableRow? {
        while rowsTaken == events.rows.count {
            (events.rows, rowsTaken) = ([], 0)
            guard !isOver else { return nil }
            let bytes = try part.read()
            if bytes.isEmpty { try stream.end() } else { try stream.add(bytes) }
            isOver = bytes.isEmpty || events.isOver
        }
        // Repeated rows take no room in the file: they are made one by one.
        let (row, times) = events.rows[rowsTaken]
        var next = TableRow(row.number + repeated, row.cells)
        (next.isCut, next.remarks) = (row.isCut, row.remarks)
        repeated += 1
        if repeated == times { (rowsTaken, repeated) = (rowsTaken + 1, 0) }
        return try budget.take(next)
    }
}

/// Bounds what the rows of a sheet become: many cells may share one text, and rows may be repeated.
struct RowBudget {
    private var left = 512 << 20

    mutating func take(_ row: TableRow) throws -> TableRow {
        left -= row.cells.reduce(MemoryLayout<TableRow>.size) { $0 + $1.utf8.count + 16 }
        guard left >= 0 else { throw ImportRefusal("unpacked") }
        return row
    }
}

/// The cells of a sheet that are one. The file lists them behind the rows, so its end is looked for without parsing it.
enum MergedRanges {
    private static let (most, tailBytes) = (10_000, 2 << 20)

    static func find(in part: ArchivePart) throws -> [MergedCells] {
        let mark = Array("sheetData>".utf8)
        var (tail, isFound): ([UInt8], Bool) = ([], false)
        while case let bytes = try part.read(), !bytes.isEmpty {
            tail += bytes
            if let place = last(mark, in: tail) {
                // The same mark begins the rows.
                tail.removeFirst(place)
                isFound = true
            } else if !isFound || tail.count > tailBytes {
                tail.removeFirst(max(0, tail.count - mark.count))
            }
        }
        return isFound ? ranges(tail) : []
    }

    private static func last(_ mark: [UInt8], in bytes: [UInt8]) -> Int? {
        let start = mark[0]
        var place = bytes.count - mark.count
        while place > 0 {
            if bytes[place] == start, bytes[place..<place + mark.count].elementsEqual(mark) { return place }
            place -= 1
        }
        return nil
    }

    private static func ranges(_ bytes: [UInt8]) -> [MergedCells] {
        var found: [MergedCells] = []
        for part in String(decoding: bytes, as: UTF8.self).split(separator: "mergeCell ").dropFirst().prefix(most) {
            guard let start = part.firstRange(of: "ref=") else { continue }
            let text = part[start.upperBound...]
            guard let quote = text.first, quote == "\"" || quote == "'" else { continue }
            if let range = MergedCells(text.dropFirst().prefix { $0 != quote }) { found.append(range) }
        }
        return found
    }
}
