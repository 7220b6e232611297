import Foundation

/// The sheets of an `.xlsx` (ECMA-376) or `.xls` file with the texts of their cells.
public struct Workbook: Sendable, Equatable {
    public struct Sheet: Sendable, Equatable {
        public var name: String
        public var rows: [[String]]
        /// How many cells with a text are beyond the limits and were not read.
        public var beyond = 0

        public init(name: String, rows: [[String]]) { (self.name, self.rows) = (name, rows) }
    }

    public enum Refusal: Error {
        case notAWorkbook
        case damaged
        case locked
        case tooLarge
    }

    /// Limits: the bytes of its parts or texts, the rows and columns of a sheet; far above any questionnaire.
    public static let (size, height, width) = (40_000_000, 20_000, 500)

    public var sheets: [Sheet] = []

    public init(sheets: [Sheet]) { self.sheets = sheets }

    /// nil for another file, a broken one, and above the limits.
    public init?(_ bytes: Data) {
        guard let workbook = try? Workbook(reading: bytes) else { return nil }
        self = workbook
    }

    public init(reading bytes: Data) throws(Refusal) {
        if ZipArchive.isArchive(bytes) {
            try self.init(packed: bytes)
        } else if CompoundFile.isOne(bytes) {
            try self.init(records: bytes)
        } else {
            throw .notAWorkbook
        }
        if sheets.isEmpty { throw .damaged }
    }

    /// The rows of a sheet, found ignoring case; empty without such a sheet.
    public func rows(_ name: String) -> [[String]] { sheets.first { $0.name.lowercased() == name }?.rows ?? [] }

    /// A number as its shortest text: `5`, not `5.0`.
    static func text(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int(cutting: number)) : "\(number)"
    }
}

/// Collects the cells of a sheet within the limits. Cells without a text do not count: programs write formatted empty ones to the last row.
struct WorkbookSheetBuilder {
    private(set) var sheet: Workbook.Sheet

    init(name: String) { sheet = Workbook.Sheet(name: name, rows: []) }

    mutating func set(_ text: String, row: Int, column: Int, left: inout Int) throws(Workbook.Refusal) {
        guard !text.isEmpty else { return }
        left -= text.utf8.count
        guard left >= 0 else { throw .tooLarge }
        guard (0..<Workbook.height).contains(row), (0..<Workbook.width).contains(column) else {
            sheet.beyond += 1
            return
        }
        while sheet.rows.count <= row { sheet.rows.append([]) }
        // Empty places before a cell take memory too.
        left -= max(0, column - sheet.rows[row].count) * MemoryLayout<String>.size
        while sheet.rows[row].count <= column { sheet.rows[row].append("") }
        sheet.rows[row][column] = text
    }
}
