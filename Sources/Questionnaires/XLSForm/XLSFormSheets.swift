import Web

struct XLSFormSheets {
    private(set) var survey: [XLSFormRow] = []
    private(set) var choices: [XLSFormRow] = []
    private(set) var settings: [XLSFormRow] = []
    private(set) var columns: [String: [XLSFormColumn]] = [:]
    private(set) var notes: [ImportNote] = []
    private(set) var isForm = false

    private static let headerRows = 20
    private static let names: [(role: String, names: Set<String>, needed: [Set<String>])] = [
        ("survey", ["survey"], [["type"], ["name", "label", "values_list"]]),
        ("choices", ["choices", "choice", "columns", "lists", "answers", "options"], [["list_name"], ["name", "label"]]),
        ("settings", ["settings", "setting"], []),
    ]

    init(_ workbook: Workbook) {
        var rest = workbook.sheets
        for (role, names, needed) in Self.names {
            let named = rest.firstIndex { names.contains(Self.plain($0.name)) && (needed.isEmpty || Self.head($0, needed) != nil) }
            // A sheet of another name is taken where its headers say what it is.
            guard let index = named ?? (needed.isEmpty ? nil : rest.firstIndex { Self.head($0, needed) != nil }) else { continue }
            let sheet = rest.remove(at: index)
            let rows = read(sheet, head: Self.head(sheet, needed) ?? Self.firstRow(sheet))
            switch role {
            case "survey": survey = rows
            case "choices": choices = rows
            default: settings = rows
            }
            if role == "survey" { isForm = true }
        }
        for sheet in rest {
            let rows = sheet.rows.indices.filter { !Self.isBlank(sheet.rows[$0]) }.map { $0 + 1 }
            if !rows.isEmpty { notes.append(ImportNote(effect: .leftOut, sheet: sheet.name, rows: rows, reason: "sheet")) }
        }
        for sheet in workbook.sheets where sheet.beyond > 0 {
            notes.append(
                ImportNote(
                    effect: .leftOut, sheet: sheet.name, reason: "beyond", about: "\(Workbook.height), \(Workbook.width)",
                    limit: sheet.beyond))
        }
    }

    private static func plain(_ name: String) -> String { name.trimmingSpaces().lowercased() }

    private static func isBlank(_ row: [String]) -> Bool { row.allSatisfy { $0.trimmingSpaces().isEmpty } }

    private static func firstRow(_ sheet: Workbook.Sheet) -> Int? { sheet.rows.firstIndex { !isBlank($0) } }

    /// The row of the headers: of each set one must be there.
    private static func head(_ sheet: Workbook.Sheet, _ needed: [Set<String>]) -> Int? {
        sheet.rows.prefix(headerRows).firstIndex { row in
            let bases = Set(row.map { XLSFormColumn($0).base })
            return !needed.isEmpty && needed.allSatisfy { !$0.isDisjoint(with: bases) }
        }
    }

    private mutating func read(_ sheet: Workbook.Sheet, head: Int?) -> [XLSFormRow] {
        guard let head else { return [] }
        let columns = sheet.rows[head].map { XLSFormColumn($0) }
        self.columns[sheet.name] = columns
        let above = sheet.rows.indices.prefix(head).filter { !Self.isBlank(sheet.rows[$0]) }.map { $0 + 1 }
        if !above.isEmpty { notes.append(ImportNote(effect: .leftOut, sheet: sheet.name, rows: above, reason: "aboveHead")) }
        return sheet.rows.indices.dropFirst(head + 1).compactMap { row in
            let cells = cells(sheet, row, columns)
            return Self.isBlank(sheet.rows[row]) ? nil : XLSFormRow(number: row + 1, sheet: sheet.name, cells: cells)
        }
    }

    private mutating func cells(_ sheet: Workbook.Sheet, _ row: Int, _ columns: [XLSFormColumn]) -> [XLSFormRow.Cell] {
        var cells: [XLSFormRow.Cell] = []
        for (index, text) in sheet.rows[row].enumerated() {
            let text = text.trimmingSpaces()
            guard !text.isEmpty else { continue }
            let column = columns.indices.contains(index) ? columns[index] : XLSFormColumn("")
            var note = ImportNote(effect: .leftOut, sheet: sheet.name, rows: [row + 1], column: column.header, reason: "columnTwice")
            if column.header.isEmpty {
                (note.reason, note.column, note.about) = ("cellNoHead", Self.letters(index), ImportNote.cut(text))
            } else if !cells.contains(where: { $0.column.base == column.base && $0.column.language == column.language && $0.text != text })
            {
                cells.append(.init(column: column, text: text, place: index))
                continue
            } else if column.base == "media" {
                cells.append(.init(column: column, text: text, place: index))
                continue
            }
            notes.append(note)
        }
        return cells
    }

    /// `A`, `B` … `Z`, `AA`.
    private static func letters(_ index: Int) -> String {
        let last = String(UnicodeScalar(UInt8(65 + index % 26)))
        return index < 26 ? last : letters(index / 26 - 1) + last
    }
}
