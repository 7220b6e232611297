import Foundation

extension Workbook {
    /// Unpacked bytes, rows with content and columns of a sheet.
    private static let (openSize, openHeight, openWidth) = (40_000_000, 50_000, 200)

    /// Reads a spreadsheet of LibreOffice (OpenDocument 1.3, part 3, 9). nil for another file, a broken one, and above the limits.
    public init?(openDocument bytes: Data) {
        var budget = Self.openSize
        guard ZipArchive.isArchive(bytes),
            let archive = ZipArchive(bytes, entries: 1_000, budget: &budget, wanted: { $0 == "content.xml" }),
            let content = archive.files.first.flatMap({ XMLDocument(strict: $0.bytes) }),
            let tables = content.root?.first("body")?.first("spreadsheet")?.all("table"), !tables.isEmpty
        else { return nil }
        self.init(sheets: [])
        // Repeated rows and cells take no room in the file, so what they become is counted.
        var left = Self.openSize
        for table in tables {
            var reading = OpenDocumentRows(height: Self.openHeight, width: Self.openWidth)
            guard reading.read(table, &left) else { return nil }
            sheets.append(Sheet(name: table["name"] ?? "", rows: reading.rows))
        }
    }
}

/// The rows of one table. Empty rows and cells at the end, which programs repeat to the edge of the sheet, are left out.
private struct OpenDocumentRows {
    let height: Int
    let width: Int
    var rows: [[String]] = []
    private var blank = 0

    init(height: Int, width: Int) { (self.height, self.width) = (height, width) }

    /// False above the limits.
    mutating func read(_ element: XMLElement, _ left: inout Int) -> Bool {
        for part in element.elements {
            switch part.name {
            case "table-row": guard add(part, &left) else { return false }
            // Groups and the rows that are repeated on each printed page.
            case "table-row-group", "table-header-rows", "table-rows": guard read(part, &left) else { return false }
            default: break
            }
        }
        return true
    }

    private mutating func add(_ row: XMLElement, _ left: inout Int) -> Bool {
        let times = Self.times(row["number-rows-repeated"])
        guard let cells = cells(row) else { return false }
        guard !cells.isEmpty else {
            blank = min(blank + times, 1 << 30)
            return true
        }
        guard rows.count + blank + times <= height else { return false }
        left -= times * (cells.reduce(0) { $0 + $1.utf8.count } + cells.count)
        guard left >= 0 else { return false }
        rows += [[String]](repeating: [], count: blank)
        rows += [[String]](repeating: cells, count: times)
        blank = 0
        return true
    }

    private func cells(_ row: XMLElement) -> [String]? {
        var (cells, blank): ([String], Int) = ([], 0)
        for cell in row.elements where cell.name == "table-cell" || cell.name == "covered-table-cell" {
            let (text, times) = (Self.text(cell), Self.times(cell["number-columns-repeated"]))
            guard !text.isEmpty else {
                blank = min(blank + times, 1 << 30)
                continue
            }
            guard cells.count + blank + times <= width else { return nil }
            cells += [String](repeating: "", count: blank) + [String](repeating: text, count: times)
            blank = 0
        }
        return cells
    }

    private static func times(_ text: String?) -> Int { max(1, text.flatMap { Int($0, in: .counts) } ?? 1) }

    /// The value without its format: numbers with a point, moments by ISO 8601.
    private static func text(_ cell: XMLElement) -> String {
        switch cell["value-type"] {
        case "float", "percentage", "currency":
            let value = cell["value"] ?? ""
            return value.hasSuffix(".0") ? String(value.dropLast(2)) : value
        case "date": return cell["date-value"] ?? ""
        case "time": return cell["time-value"] ?? ""
        case "boolean": return cell["boolean-value"] == "true" ? "yes" : "no"
        default: return cell.all("p").map(\.text).joined(separator: "\n")
        }
    }
}
