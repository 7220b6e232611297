/// Parses the XML of a LibreOffice spreadsheet (OpenDocument 1.3, part 3, 9): the rows of one table, or the list of its tables.
final class OpenDocumentEvents: XMLEvents {
    /// Rows that are whole, and how often each is repeated.
    var rows: [(row: TableRow, times: Int)] = []
    private(set) var tables: [(name: String, isHidden: Bool, isFilled: Bool)] = []
    private(set) var merged: [MergedCells] = []
    private(set) var isOver = false
    private(set) var isSpreadsheet = false

    private let wanted: Int?
    private var hiddenStyles: Set<String> = []
    private var style = ""
    private var depth = 0
    private var row: TableRow?
    private var (rowTimes, rowIndex) = (1, 0)
    private var (column, cellTimes) = (0, 1)
    private var (value, isError) = ("", false)
    private var lines: [[UInt8]] = []
    private var isInCell = false
    /// Comments and formulas within a cell are not its text.
    private var skipped = 0
    private var paragraphs = 0
    private var cellBytes = 0

    private static let mostMerged = 10_000

    /// Without a number the tables are only listed.
    init(table wanted: Int?) { self.wanted = wanted }

    private var isWanted: Bool { wanted.map { $0 == tables.count - 1 } ?? true }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name {
        case "spreadsheet": isSpreadsheet = true
        case "style": style = attributes["name"] ?? ""
        case "table-properties": if attributes["display"] == "false" { hiddenStyles.insert(style) }
        case "table":
            depth += 1
            guard depth == 1 else { return }
            let isHidden = attributes["style-name"].map(hiddenStyles.contains) ?? false
            tables.append((attributes["name"] ?? "", isHidden, false))
            rowIndex = 0
        default: if depth == 1, isWanted { startInTable(name, attributes) }
        }
    }

    private func startInTable(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name {
        case "table-row":
            rowTimes = Self.times(attributes["number-rows-repeated"])
            (row, column) = (TableRow(min(rowIndex, 1 << 30) + 1, []), 0)
        case "table-cell", "covered-table-cell": startCell(attributes)
        case "annotation" where isInCell, "annotation-end" where isInCell: skipped += 1
        case "p" where isInCell && skipped == 0:
            paragraphs += 1
            lines.append([])
        case "s" where paragraphs > 0 && skipped == 0: add([UInt8](repeating: 0x20, count: min(Self.times(attributes["c"]), 1_000)))
        case "tab" where paragraphs > 0 && skipped == 0: add([0x09])
        case "line-break" where paragraphs > 0 && skipped == 0: add([0x0A])
        default: break
        }
    }

    private func startCell(_ attributes: XMLAttributes) {
        (isInCell, lines, cellBytes, paragraphs, skipped) = (true, [], 0, 0, 0)
        cellTimes = Self.times(attributes["number-columns-repeated"])
        // LibreOffice names an error in an attribute of its own; older programs write it as a text.
        (value, isError) = (Self.value(attributes), attributes["value-type"] == "error")
        let (wide, high) = (Self.times(attributes["number-columns-spanned"]), Self.times(attributes["number-rows-spanned"]))
        if wide > 1 || high > 1, merged.count < Self.mostMerged, rowIndex < 1 << 20, column < 1 << 20 {
            merged.append(
                MergedCells(
                    rows: rowIndex...(rowIndex + min(high, 1 << 20) - 1), columns: column...(column + min(wide, 1 << 20) - 1)))
        }
    }

    private func add(_ bytes: [UInt8]) {
        guard let last = lines.indices.last, cellBytes <= CSVReader.cellBytes else { return }
        lines[last] += bytes
        cellBytes += bytes.count
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard isInCell, paragraphs > 0, skipped == 0 else { return }
        add(Array(bytes))
    }

    func end(_ name: XMLName) {
        switch name {
        case "table":
            depth = max(0, depth - 1)
            if depth == 0, wanted != nil, isWanted { isOver = true }
        case "table-row" where depth == 1 && isWanted: endRow()
        case "table-cell" where depth == 1 && isWanted, "covered-table-cell" where depth == 1 && isWanted: endCell()
        case "annotation" where isInCell, "annotation-end" where isInCell: skipped = max(0, skipped - 1)
        case "p" where isInCell && skipped == 0: paragraphs = max(0, paragraphs - 1)
        default: break
        }
    }

    private func endCell() {
        isInCell = false
        let shown = lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        var text = value.isEmpty ? shown : value
        guard var open = row else { return }
        row = nil
        if isError || Self.isError(shown), value.isEmpty {
            let place = CellPlace.name(row: min(rowIndex, 1 << 30), column: min(column, 1 << 14))
            open.remarks.append(ImportRemark("error", ["cell": place, "error": String(shown.prefix(20))]))
            text = ""
        }
        let end = column + min(cellTimes, 1 << 20)
        if !text.isEmpty {
            if end > TableRow.width { open.isCut = true }
            while open.cells.count < min(column, TableRow.width) { open.cells.append("") }
            while open.cells.count < min(end, TableRow.width) { open.cells.append(text) }
        }
        column = min(end, 1 << 20)
        row = open
    }

    private func endRow() {
        defer { rowIndex = min(rowIndex + rowTimes, 1 << 30) }
        guard let row, !row.isBlank || row.isCut || !row.remarks.isEmpty else { return }
        if let last = tables.indices.last { tables[last].isFilled = true }
        if wanted != nil { rows.append((row, rowTimes)) }
        self.row = nil
    }

    private static func times(_ text: String?) -> Int { max(1, text.flatMap { Int($0, in: .counts) } ?? 1) }

    private static func isError(_ text: String) -> Bool {
        text.hasPrefix("Err:") && text.count == 7 || ["#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#N/A", "#NUM!", "#NULL!"].contains(text)
    }

    /// The value without its format: numbers with a point, moments by ISO 8601; empty where the text of the cell is its value.
    private static func value(_ attributes: XMLAttributes) -> String {
        switch attributes["value-type"] {
        case "float", "percentage", "currency":
            let value = attributes["value"] ?? ""
            return value.hasSuffix(".0") ? String(value.dropLast(2)) : value
        case "date": return attributes["date-value"] ?? ""
        case "time": return attributes["time-value"].map(clock) ?? ""
        case "boolean": return attributes["boolean-value"] == "true" ? "yes" : "no"
        default: return ""
        }
    }

    /// `PT10H30M00S` as `10:30`.
    static func clock(_ text: String) -> String {
        guard text.hasPrefix("PT") else { return text }
        var (numbers, digits): ([Character: Int], String) = ([:], "")
        for sign in text.dropFirst(2) {
            if sign.isASCII, sign.isNumber || sign == "." {
                digits.append(sign)
            } else {
                guard "HMS".contains(sign), let number = Double(finite: digits), number < 1e9 else { return text }
                (numbers[sign], digits) = (Int(cutting: number), "")
            }
        }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let seconds = numbers["S"] ?? 0
        return "\(two(numbers["H"] ?? 0)):\(two(numbers["M"] ?? 0))" + (seconds == 0 ? "" : ":" + two(seconds))
    }
}
