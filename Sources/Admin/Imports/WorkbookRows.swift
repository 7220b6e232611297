import Formats
import Foundation

/// The rows of one sheet of a workbook below the names of its columns, read while the file is unpacked.
struct WorkbookRows: Sendable {
    let sheets: [String]
    let sheet: Int
    let header: Int
    let columns: [String]
    /// What there is to say about the sheet as a whole.
    let notes: [ImportRemark]
    private var rows: SheetRows
    /// Rows that were read to find the names.
    private var ahead: ArraySlice<TableRow>

    /// nil for a file that is no workbook. Throws `ImportRefusal` for one that cannot be read.
    init?(_ bytes: [UInt8], _ asked: TableReading) throws {
        guard var rows = try SheetRows(bytes, sheet: asked.sheet) else { return nil }
        let found = try WorkbookHeader(&rows, at: asked.header)
        guard !found.columns.isEmpty else { throw ImportRefusal("empty") }
        guard found.columns.count <= CSVReader.columns else { throw ImportRefusal("columns", ["limit": String(CSVReader.columns)]) }
        (sheets, sheet) = (rows.sheets.map(\.name), rows.sheet)
        (header, columns, ahead) = (found.number, found.columns, found.rest)
        notes = Self.notes(rows, found)
        self.rows = rows
    }

    mutating func next() throws -> ImportItem<FileTable.Row>? {
        guard let row = try ahead.popFirst() ?? rows.next() else { return nil }
        let place = ImportPlace(.row, row.number)
        if row.cells.contains(where: { $0.utf8.count > CSVReader.cellBytes }) {
            return ImportItem(place, nil, [ImportRemark("cell", ["row": String(row.number)])])
        }
        let values = columns.indices.map { FileTable.Value.cell($0 < row.cells.count ? row.cells[$0] : "") }
        let isTooWide = row.isCut || row.cells.dropFirst(columns.count).contains { !$0.trimmingSpaces().isEmpty }
        return ImportItem(place, FileTable.Row(number: row.number, values: values, isTooWide: isTooWide), row.remarks)
    }

    private static func notes(_ rows: SheetRows, _ header: WorkbookHeader) -> [ImportRemark] {
        var notes: [ImportRemark] = []
        func list(_ names: [String]) -> String {
            names.prefix(20).map { "“\($0.prefix(60))”" }.joined(separator: ", ") + (names.count > 20 ? "… (+\(names.count - 20))" : "")
        }
        if !rows.others.isEmpty { notes.append(ImportRemark("otherSheets", ["sheets": list(rows.others)])) }
        let hidden = rows.sheets.filter(\.isHidden).map(\.name)
        if !hidden.isEmpty { notes.append(ImportRemark("hiddenSheets", ["sheets": list(hidden)])) }
        if !header.above.isEmpty { notes.append(ImportRemark("aboveHeader", ["rows": header.above.joined(separator: " · ")])) }
        if header.isOfTwoRows { notes.append(ImportRemark("mergedHeader", ["row": String(header.number - 1)])) }
        let merged = rows.merged.filter { $0.rows.lowerBound >= header.number }
        if let first = merged.first {
            notes.append(
                ImportRemark("mergedCells", ["count": String(merged.count), "row": String(first.rows.lowerBound + 1)]))
        }
        return notes
    }
}

/// The row with the names of a sheet's columns. Titles above it are passed over; names under a merged cell begin with its text.
struct WorkbookHeader {
    private(set) var number = 0
    private(set) var columns: [String] = []
    private(set) var isOfTwoRows = false
    /// The beginnings of the rows above.
    private(set) var above: [String] = []
    private(set) var rest: ArraySlice<TableRow> = []

    /// The rows among which names are looked for.
    private static let (most, mostAbove) = (30, 10)

    init(_ rows: inout SheetRows, at asked: Int?) throws {
        var read: [TableRow] = []
        func isEnough() -> Bool { asked.map { (read.last?.number ?? 0) > $0 } ?? (read.count >= Self.most) }
        while !isEnough(), let row = try rows.next() {
            read.append(row)
            // Of many rows above only the last ones are of use.
            if let asked, read.count > Self.most, row.number < asked { read.removeFirst(read.count - Self.most) }
        }
        let merged = rows.merged
        var index = asked.flatMap { asked in read.firstIndex { $0.number == asked } } ?? Self.first(read)
        guard read.indices.contains(index) else { return }
        let below = index + 1
        if asked == nil, below < read.count, Self.isJoined(read[index], read[below], merged) { index = below }
        let top = index > 0 ? read[index - 1] : nil
        (number, isOfTwoRows) = (read[index].number, top.map { Self.isJoined($0, read[index], merged) } ?? false)
        var names = read[index].cells.map { $0.trimmingSpaces() }
        if isOfTwoRows, let top { names = Self.joined(top, names, merged) }
        while names.count > 1, names.last?.isEmpty == true { names.removeLast() }
        columns = names
        above = read[..<(isOfTwoRows ? index - 1 : index)].prefix(Self.mostAbove).map { row in
            String(row.cells.filter { !$0.trimmingSpaces().isEmpty }.joined(separator: " ").prefix(80))
        }
        rest = read[(index + 1)...]
    }

    private static func count(_ row: TableRow) -> Int { row.cells.count { !$0.trimmingSpaces().isEmpty } }

    /// A single text above a table is its title.
    private static func first(_ rows: [TableRow]) -> Int {
        rows.firstIndex { count($0) > 1 } ?? 0
    }

    private static func isJoined(_ top: TableRow, _ below: TableRow, _ merged: [MergedCells]) -> Bool {
        guard below.number == top.number + 1, count(top) > 1 else { return false }
        return wide(top, merged).contains { range in
            range.allSatisfy { column in
                guard column < below.cells.count else { return false }
                let text = below.cells[column].trimmingSpaces()
                return !text.isEmpty && Double(finite: text) == nil
            }
        }
    }

    private static func wide(_ row: TableRow, _ merged: [MergedCells]) -> [ClosedRange<Int>] {
        merged.filter { $0.rows == (row.number - 1)...(row.number - 1) && $0.columns.count > 1 && $0.columns.upperBound < TableRow.width }
            .map(\.columns)
    }

    private static func joined(_ top: TableRow, _ names: [String], _ merged: [MergedCells]) -> [String] {
        let ranges = wide(top, merged)
        return (0..<max(top.cells.count, names.count)).map { column in
            let place = ranges.first { $0.contains(column) }?.lowerBound ?? column
            let upper = place < top.cells.count ? top.cells[place].trimmingSpaces() : ""
            let lower = column < names.count ? names[column] : ""
            return upper.isEmpty || lower.isEmpty || upper == lower ? (lower.isEmpty ? upper : lower) : "\(upper): \(lower)"
        }
    }
}
