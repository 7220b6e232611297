import Admin
import Formats
import Web

/// The rows of a form's sheets that say something, and the elements of a file of Portico, each with its place.
struct FormRow: Sendable {
    let place: ImportPlace
    /// Empty for the file as a whole.
    var sheet = ""
    var number = 0
    var cells: [Cell] = []

    struct Cell: Sendable {
        let name: String
        let text: String
        /// Where it is in its row of a sheet; nil in an element.
        var column: Int?
    }

    /// Distinguishes it from all other rows.
    var key: String { Self.key(number, sheet) }

    static func key(_ number: Int, _ sheet: String) -> String { "\(number) \(sheet)" }

    var name: String { cells.first { ["label", "DES", "form_title", "name"].contains($0.name) }?.text ?? cells.first?.text ?? "" }

    /// The file itself, then its rows in order. Headers are no rows.
    static func all(_ read: ExchangePages.Read) -> [FormRow] {
        var rows = [FormRow(place: ImportPlace(.element, 1))]
        if let workbook = read.workbook {
            rows += all(workbook, isForeign: read.foreign != nil, notes: read.report?.notes ?? [])
        }
        for (list, elements) in read.lists {
            for (index, element) in elements.enumerated() {
                let place = ImportPlace(.element, index + 1, of: list)
                rows.append(FormRow(place: place, sheet: list, number: index + 1, cells: cells(element)))
            }
        }
        return rows
    }

    private static func all(_ workbook: Workbook, isForeign: Bool, notes: [ImportNote]) -> [FormRow] {
        let sheets = XLSFormSheets(workbook)
        let known = Dictionary((sheets.survey + sheets.choices + sheets.settings).map { (key($0.number, $0.sheet), $0) }) { first, _ in
            first
        }
        let noted = Set(notes.flatMap { note in note.rows.map { key($0, note.sheet) } })
        var all: [FormRow] = []
        for sheet in workbook.sheets {
            for (index, texts) in sheet.rows.enumerated() {
                let place = key(index + 1, sheet.name)
                let cells = known[place].map { Self.cells(texts, $0) } ?? (noted.contains(place) ? Self.cells(texts) : [])
                guard !cells.isEmpty else { continue }
                // The rows of another program's form are made of its elements.
                let at = isForeign ? ImportPlace(.element, index, of: sheet.name) : ImportPlace(.row, index + 1, of: sheet.name)
                all.append(FormRow(place: at, sheet: sheet.name, number: index + 1, cells: cells))
            }
        }
        return all
    }

    /// The cells of a row with their headers; those without one, or under one that is there twice, have no name.
    private static func cells(_ texts: [String], _ row: XLSFormRow) -> [Cell] {
        let headers = Dictionary(row.cells.map { ($0.place, $0.column.header) }) { first, _ in first }
        return cells(texts).map { cell in
            Cell(name: cell.column.flatMap { headers[$0] } ?? "", text: cell.text, column: cell.column)
        }
    }

    private static func cells(_ texts: [String]) -> [Cell] {
        texts.enumerated().compactMap { column, text in
            let text = text.trimmingSpaces()
            return text.isEmpty ? nil : Cell(name: "", text: text, column: column)
        }
    }

    private static func cells(_ element: JSON) -> [Cell] {
        guard case .object(let pairs) = element else { return [Cell(name: "", text: element.compact)] }
        return pairs.filter { !$0.value.isNull }.map { Cell(name: $0.key, text: $0.value.text ?? $0.value.compact) }
    }
}

extension ExchangePages.Read {
    /// The question that the row of a form asks.
    func question(of row: FormRow) -> Question? { row.sheet == questionSheet ? questions[row.number] : nil }

    private enum Answer {
        case left
        case texts([(cell: FormRow.Cell, text: String)])
    }

    /// Reads the form again with corrected cells and without some of its rows, which stay empty, so that all others keep their numbers.
    func answered(_ answers: WholeAnswers, _ rows: [FormRow], of source: ImportSource) -> ExchangePages.Read {
        var places: [String: Answer] = [:]
        for (index, row) in rows.enumerated() {
            if answers.left.contains(index + 1) {
                places[row.key] = .left
            } else if let texts = answers.texts[index + 1] {
                places[row.key] = .texts(texts.compactMap { at, text in row.cells.indices.contains(at) ? (row.cells[at], text) : nil })
            }
        }
        return workbook.map { answered(places, $0, source) } ?? answered(places, source)
    }

    private func answered(_ places: [String: Answer], _ workbook: Workbook, _ source: ImportSource) -> ExchangePages.Read {
        var workbook = workbook
        for sheet in workbook.sheets.indices {
            let name = workbook.sheets[sheet].name
            for row in workbook.sheets[sheet].rows.indices {
                switch places["\(row + 1) \(name)"] {
                case .left?: workbook.sheets[sheet].rows[row] = []
                case .texts(let texts)?:
                    // Two sheets of a damaged workbook may have one name.
                    for (cell, text) in texts where cell.column.map(workbook.sheets[sheet].rows[row].indices.contains) == true {
                        workbook.sheets[sheet].rows[row][cell.column ?? 0] = text
                    }
                case nil: continue
                }
            }
        }
        return ExchangePages.read(workbook, source.name, original: source.language, from: foreign)
    }

    private func answered(_ places: [String: Answer], _ source: ImportSource) -> ExchangePages.Read {
        guard case .object(let pairs)? = try? JSON(parsing: source.bytes).cleaned else { return self }
        let kept = pairs.map { pair -> (key: String, value: JSON) in
            guard let all = pair.value.list, lists.contains(where: { $0.name == pair.key }) else { return pair }
            let elements = all.enumerated().compactMap { index, element -> JSON? in
                switch places["\(index + 1) \(pair.key)"] {
                case .left?: return nil
                case .texts(let texts)?:
                    var element = element
                    for (cell, text) in texts { element[cell.name] = Self.value(text, like: element[cell.name]) }
                    return element
                case nil: return element
                }
            }
            return (pair.key, .list(elements))
        }
        var read = self
        read.mistakes = []
        read.file = ConfigurationFile(.object(kept), mistakes: &read.mistakes)
        return read
    }

    /// A text where there was a text; a number, a flag or a list as JSON writes it otherwise.
    private static func value(_ text: String, like before: JSON?) -> JSON {
        if before?.text != nil { return .text(text) }
        return (try? JSON(parsing: text.utf8)) ?? .text(text)
    }
}
