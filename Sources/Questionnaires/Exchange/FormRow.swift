import Admin
import Formats
import Web

/// The rows of a form's sheets that say something, and the elements of a file of Portico, each with its place.
struct FormRow: Sendable {
    let place: ImportPlace
    /// Empty for the file as a whole.
    var sheet = ""
    var number = 0
    var cells: [(name: String, text: String)] = []

    var name: String { cells.first { ["label", "DES", "form_title", "name"].contains($0.name) }?.text ?? cells.first?.text ?? "" }

    /// The file itself, then its rows in order. Headers are no rows.
    static func all(_ read: ExchangePages.Read) -> [FormRow] {
        var rows = [FormRow(place: ImportPlace(.element, 1))]
        if let workbook = read.workbook {
            rows += all(workbook, isForeign: read.isForeign, notes: read.report?.notes ?? [])
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
        let known = Dictionary((sheets.survey + sheets.choices + sheets.settings).map { ("\($0.number) \($0.sheet)", $0) }) { first, _ in
            first
        }
        let noted = Set(notes.flatMap { note in note.rows.map { "\($0) \(note.sheet)" } })
        var all: [FormRow] = []
        for sheet in workbook.sheets {
            for (index, texts) in sheet.rows.enumerated() {
                let key = "\(index + 1) \(sheet.name)"
                let cells =
                    known[key]?.cells.map { (name: $0.column.header, text: $0.text) }
                    ?? (noted.contains(key) ? texts.map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map { (name: "", text: $0) } : [])
                guard !cells.isEmpty else { continue }
                // The rows of another program's form are made of its elements.
                let place = isForeign ? ImportPlace(.element, index, of: sheet.name) : ImportPlace(.row, index + 1, of: sheet.name)
                all.append(FormRow(place: place, sheet: sheet.name, number: index + 1, cells: cells))
            }
        }
        return all
    }

    private static func cells(_ element: JSON) -> [(name: String, text: String)] {
        guard case .object(let pairs) = element else { return [("", element.compact)] }
        return pairs.filter { !$0.value.isNull }.map { ($0.key, $0.value.text ?? $0.value.compact) }
    }
}

extension ExchangePages.Read {
    /// Reads the form again without some of its rows, which stay empty, so that all others keep their numbers.
    func without(_ left: [FormRow], of source: ImportSource) -> ExchangePages.Read {
        let places = Set(left.map { "\($0.number) \($0.sheet)" })
        if var workbook {
            for sheet in workbook.sheets.indices {
                let name = workbook.sheets[sheet].name
                for row in workbook.sheets[sheet].rows.indices where places.contains("\(row + 1) \(name)") {
                    workbook.sheets[sheet].rows[row] = []
                }
            }
            return ExchangePages.read(workbook, source.name, original: source.language, isForeign: isForeign)
        }
        guard case .object(let pairs)? = try? JSON(parsing: source.bytes).cleaned else { return self }
        let kept = pairs.map { pair -> (key: String, value: JSON) in
            guard let all = pair.value.list, lists.contains(where: { $0.name == pair.key }) else { return pair }
            return (pair.key, .list(all.enumerated().filter { !places.contains("\($0.offset + 1) \(pair.key)") }.map(\.element)))
        }
        var read = self
        read.mistakes = []
        read.file = ConfigurationFile(.object(kept), mistakes: &read.mistakes)
        return read
    }
}
