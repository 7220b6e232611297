import Formats
import Foundation

struct WorkbookRows {
    let sheets: [String]
    let sheet: Int
    let header: Int
    let columns: [String]
    let rows: [FileTable.Row]

    /// nil for a file that is no workbook. Throws `ImportRefusal` for one that cannot be read.
    init?(_ bytes: [UInt8], _ asked: TableReading) throws {
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else { return nil }
        let isOpen = Self.isOpenDocument(bytes)
        guard let book = isOpen ? Workbook(openDocument: Data(bytes)) : Workbook(Data(bytes)) else {
            throw ImportRefusal(isOpen ? "ods" : "workbook")
        }
        sheets = book.sheets.map(\.name)
        let filled = book.sheets.firstIndex { $0.rows.contains { !Self.isBlank($0) } } ?? 0
        let sheet = asked.sheet.flatMap { book.sheets.indices.contains($0) ? $0 : nil } ?? filled
        self.sheet = sheet
        let all = book.sheets[sheet].rows
        let first = all.firstIndex { !Self.isBlank($0) }
        guard let index = asked.header.map({ $0 - 1 }).flatMap({ all.indices.contains($0) ? $0 : nil }) ?? first else {
            throw ImportRefusal("empty")
        }
        header = index + 1
        var names = all[index].map { $0.trimmingSpaces() }
        while names.count > 1, names.last?.isEmpty == true { names.removeLast() }
        guard !names.isEmpty else { throw ImportRefusal("empty") }
        columns = names
        rows = all.enumerated().dropFirst(index + 1).filter { !Self.isBlank($0.element) }.map { offset, cells in
            let values = names.indices.map { FileTable.Value.cell($0 < cells.count ? cells[$0] : "") }
            let isTooWide = cells.dropFirst(names.count).contains { !$0.trimmingSpaces().isEmpty }
            return FileTable.Row(number: offset + 1, values: values, isTooWide: isTooWide)
        }
    }

    private static func isBlank(_ cells: [String]) -> Bool { cells.allSatisfy { $0.trimmingSpaces().isEmpty } }

    /// Its first entry says the type, uncompressed (OpenDocument 1.3, part 2, 3.3).
    private static func isOpenDocument(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.dropFirst(30).prefix(60), as: UTF8.self).contains("mimetypeapplication/vnd.oasis.opendocument")
    }
}
