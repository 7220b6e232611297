import Foundation

/// Collects the rows of a sheet of an `.xlsx` file (ECMA-376, part 1, 18.3.1) while its XML is parsed.
final class SheetEvents: XMLEvents {
    private let shared: SharedStrings
    private let formats: CellFormats
    private let is1904: Bool
    /// Rows that are whole and not taken yet.
    var rows: [TableRow] = []
    private(set) var isOver = false

    private var isInData = false
    private var row: TableRow?
    private var nextRow = 0
    private var column = 0
    private var rowIndex = 0
    private var cell = Cell()
    private var isValue = false
    private var phonetic = 0

    private enum Kind { case number, shared, text, flag, error }

    private struct Cell {
        var kind = Kind.number
        var style = 0
        var value: [UInt8] = []
        var hasValue = false
        var hasFormula = false
    }

    init(_ shared: SharedStrings, _ formats: CellFormats, is1904: Bool) {
        (self.shared, self.formats, self.is1904) = (shared, formats, is1904)
    }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard isInData else {
            if name == "sheetData" { isInData = true }
            return
        }
        switch name {
        case "row":
            // Files omit empty rows.
            rowIndex = attributes["r"].flatMap { Int($0, in: .counts) }.map { max($0, 1) - 1 } ?? nextRow
            nextRow = rowIndex + 1
            (row, column) = (TableRow(rowIndex + 1, []), 0)
        case "c":
            cell = Cell()
            if let place = attributes.bytes("r").flatMap({ CellPlace($0) }) { column = place.column }
            cell.style = attributes["s"].flatMap { Int($0, in: .counts) } ?? 0
            cell.kind = Self.kind(attributes)
        case "v": (isValue, cell.hasValue) = (true, true)
        case "t": (isValue, cell.hasValue) = (phonetic == 0, true)
        case "rPh": phonetic += 1
        case "f": cell.hasFormula = true
        default: break
        }
    }

    private static func kind(_ attributes: XMLAttributes) -> Kind {
        switch attributes["t"] {
        case "s": .shared
        case "inlineStr", "str", "d": .text
        case "b": .flag
        case "e": .error
        default: .number
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isValue, cell.value.count <= CSVReader.cellBytes else { return }
        cell.value.append(contentsOf: bytes)
    }

    func end(_ name: XMLName) {
        guard isInData else { return }
        switch name {
        case "v", "t": isValue = false
        case "rPh": phonetic = max(0, phonetic - 1)
        case "c": endCell()
        case "row":
            if let row, !row.isBlank || row.isCut || !row.remarks.isEmpty { rows.append(row) }
            row = nil
        case "sheetData": (isInData, isOver) = (false, true)
        default: break
        }
    }

    private func endCell() {
        defer { column += 1 }
        guard var open = row else { return }
        row = nil
        let text = text(of: cell, in: &open)
        if !text.isEmpty {
            if column < TableRow.width {
                while open.cells.count < column { open.cells.append("") }
                if open.cells.count == column { open.cells.append(text) } else { open.cells[column] = text }
            } else {
                open.isCut = true
            }
        }
        row = open
    }

    private func text(of cell: Cell, in row: inout TableRow) -> String {
        let value = String(decoding: cell.value, as: UTF8.self)
        let place = CellPlace.name(row: rowIndex, column: column)
        if cell.hasFormula, !cell.hasValue { row.remarks.append(ImportRemark("formula", ["cell": place])) }
        switch cell.kind {
        case .shared: return Int(value, in: .counts).flatMap { shared[$0] }.map(Self.plain) ?? ""
        case .text: return Self.plain(value)
        case .flag: return value == "1" || value == "true" ? "yes" : value.isEmpty ? "" : "no"
        case .error:
            if !value.isEmpty { row.remarks.append(ImportRemark("error", ["cell": place, "error": String(value.prefix(20))])) }
            return ""
        // Programs write numbers with `.0`, or with seventeen digits.
        case .number:
            return Double(finite: value.trimmingCharacters(in: .whitespacesAndNewlines)).map {
                formats.text($0, style: cell.style, is1904: is1904)
            } ?? value
        }
    }

    /// Programs write signs that XML does not allow as `_x000D_`.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "_")), text.contains("_x") else { return text }
        var (result, rest) = ("", text[...])
        while let start = rest.range(of: "_x") {
            result += rest[..<start.lowerBound]
            let code = rest[start.upperBound...].prefix(5)
            let digits = code.prefix(4)
            guard code.count == 5, code.last == "_", digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
                let value = UInt32(digits, radix: 16), value < 0x20 || value == 0x5F, let scalar = Unicode.Scalar(value)
            else {
                result += "_x"
                rest = rest[start.upperBound...]
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[code.endIndex...]
        }
        return result + rest
    }
}
