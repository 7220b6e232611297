import Foundation

/// What a workbook says of one of its sheets.
public struct SheetOutline: Sendable, Equatable {
    public let name: String
    public let isHidden: Bool
    let part: String
}

/// Reads the sheets of an `.xlsx`, `.ods` or `.xls` file, and the rows of one of them while the archive is unpacked.
public struct SheetRows: TableRowReader {
    public let sheets: [SheetOutline]
    public let sheet: Int
    /// Other sheets that hold anything, by their names.
    public let others: [String]
    /// Cells of the sheet that are one.
    public var merged: [MergedCells] { source.merged }
    private let source: any SheetSource

    /// What a sheet and the texts in it may take when they are unpacked.
    static let (sheetBytes, partBytes) = (600 << 20, 64 << 20)
    private static let entries = 5_000

    /// nil for a file that is no workbook. Without a sheet it chooses the first visible one that holds anything. Throws `ImportRefusal`.
    public init?(_ bytes: [UInt8], sheet asked: Int? = nil) throws {
        if CompoundFile.isOne(Data(bytes.prefix(16))) {
            try self.init(try Self.old(bytes), asked)
            return
        }
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        do {
            let archive = ArchiveBytes(bytes)
            let names = try archive.names(most: Self.entries)
            if names.contains("mimetype"), names.contains("content.xml") {
                try self.init(openDocument: archive, asked)
            } else if let book = try WorkbookOutline(archive, names) {
                try self.init(archive, book, asked)
            } else {
                return nil
            }
        } catch let failure as ArchiveReader.Failure {
            throw failure == .tooLarge ? ImportRefusal("unpacked") : ImportRefusal("workbook")
        } catch is XMLStream.Failure {
            throw ImportRefusal("workbook")
        }
    }

    private init(_ sheets: [SheetOutline], filled: [Int], _ asked: Int?, _ open: (Int) throws -> any SheetSource) throws {
        guard !sheets.isEmpty else { throw ImportRefusal("workbook") }
        let usual = filled.first { !sheets[$0].isHidden } ?? filled.first ?? 0
        let sheet = asked.flatMap { sheets.indices.contains($0) ? $0 : nil } ?? usual
        (self.sheets, self.sheet, others) = (sheets, sheet, filled.filter { $0 != sheet }.map { sheets[$0].name })
        source = try open(sheet)
    }

    private init(openDocument archive: ArchiveBytes, _ asked: Int?) throws {
        let tables = try OpenDocumentSource.tables(archive)
        let sheets = tables.map { SheetOutline(name: $0.name, isHidden: $0.isHidden, part: "content.xml") }
        try self.init(sheets, filled: tables.indices.filter { tables[$0].isFilled }, asked) { try OpenDocumentSource(archive, table: $0) }
    }

    private init(_ archive: ArchiveBytes, _ book: WorkbookOutline, _ asked: Int?) throws {
        let sheets = book.sheets
        let filled = try sheets.indices.filter { try SpreadsheetSource(archive, book, sheets[$0]).next() != nil }
        try self.init(sheets, filled: filled, asked) { try SpreadsheetSource(archive, book, sheets[$0], withMerged: true) }
    }

    private init(_ book: Workbook, _ asked: Int?) throws {
        let sheets = book.sheets.map { SheetOutline(name: $0.name, isHidden: false, part: "") }
        let filled = book.sheets.indices.filter { index in book.sheets[index].rows.contains { !TableRow(1, $0).isBlank } }
        try self.init(sheets, filled: filled, asked) { index in
            guard book.sheets[index].beyond == 0 else { throw ImportRefusal("rows", ["limit": String(Workbook.height)]) }
            return InMemoryRows(book.sheets[index])
        }
    }

    private static func old(_ bytes: [UInt8]) throws -> Workbook {
        do { return try Workbook(reading: Data(bytes)) } catch {
            throw switch error {
            case .locked: ImportRefusal("locked")
            case .tooLarge: ImportRefusal("unpacked")
            case .notAWorkbook, .damaged: ImportRefusal("workbook")
            }
        }
    }

    public mutating func next() throws -> TableRow? {
        do { return try source.next() } catch let failure as ArchiveReader.Failure {
            throw failure == .tooLarge ? ImportRefusal("unpacked") : ImportRefusal("workbook")
        } catch is XMLStream.Failure {
            throw ImportRefusal("workbook")
        }
    }
}

/// Where the rows of a sheet come from. It is used by one task at a time.
protocol SheetSource: AnyObject, Sendable {
    var merged: [MergedCells] { get }
    func next() throws -> TableRow?
}

final class InMemoryRows: SheetSource, @unchecked Sendable {
    let merged: [MergedCells] = []
    private let sheet: Workbook.Sheet
    private var at = 0

    init(_ sheet: Workbook.Sheet) { self.sheet = sheet }

    func next() -> TableRow? {
        while at < sheet.rows.count {
            at += 1
            let row = TableRow(at, sheet.rows[at - 1])
            if !row.isBlank { return row }
        }
        return nil
    }
}
