/// Reads the rows of a table one after the other. A copy of a reader may go on where the other one stopped.
public protocol TableRowReader: Sendable {
    /// The next row with any content; nil at the end. Throws `ImportRefusal`.
    mutating func next() throws -> TableRow?
}

/// A row of a sheet as texts.
public struct TableRow: Sendable, Equatable {
    /// As programs show it, from 1.
    public let number: Int
    public var cells: [String]
    /// Whether cells beyond the last column that is read have content.
    public var isCut = false
    /// Errors and formulas without a value, by their cells.
    public var remarks: [ImportRemark] = []

    public init(_ number: Int, _ cells: [String]) { (self.number, self.cells) = (number, cells) }

    /// Columns of a sheet that are read.
    public static let width = 1_000

    var isBlank: Bool { cells.allSatisfy { $0.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } } }
}

/// Cells that are one, counted from 0.
public struct MergedCells: Sendable, Equatable {
    public let rows: ClosedRange<Int>
    public let columns: ClosedRange<Int>

    public init(rows: ClosedRange<Int>, columns: ClosedRange<Int>) { (self.rows, self.columns) = (rows, columns) }

    /// From `B2:D2`.
    init?(_ text: some StringProtocol) {
        let ends = text.split(separator: ":").map { CellPlace(Array($0.utf8)[...]) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first.row <= last.row, first.column <= last.column else {
            return nil
        }
        (rows, columns) = (first.row...last.row, first.column...last.column)
    }
}

/// The place of a cell, counted from 0.
struct CellPlace {
    let row: Int
    let column: Int

    /// From `AB12`; a part may be missing in a broken file.
    init?(_ bytes: some Collection<UInt8>) {
        var (column, row, letters) = (0, 0, 0)
        for byte in bytes {
            switch byte {
            case 0x41...0x5A where row == 0 && letters < 3: (column, letters) = (column * 26 + Int(byte) - 0x40, letters + 1)
            case 0x30...0x39 where row < 100_000_000: row = row * 10 + Int(byte) - 0x30
            case UInt8(ascii: "$"): continue
            default: return nil
            }
        }
        guard letters > 0 else { return nil }
        (self.row, self.column) = (max(row, 1) - 1, column - 1)
    }

    /// `A`, `B` … `Z`, `AA`.
    static func letters(_ column: Int) -> String {
        let last = String(UnicodeScalar(UInt8(65 + column % 26)))
        return column < 26 ? last : letters(column / 26 - 1) + last
    }

    static func name(row: Int, column: Int) -> String { letters(column) + String(row + 1) }
}
