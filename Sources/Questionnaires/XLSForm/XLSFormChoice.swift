import Web

struct XLSFormChoice {
    let row: XLSFormRow
    let name: String
    private(set) var answer: Answer
    private(set) var notes: [ImportNote] = []

    private static let known: Set<String> = ["list_name", "name", "label", "portico_score", "portico_labels"]

    static func lists(_ rows: [XLSFormRow], _ original: Language) -> (lists: [String: [XLSFormChoice]], notes: [ImportNote]) {
        var (lists, notes): ([String: [XLSFormChoice]], [ImportNote]) = ([:], [])
        for row in rows {
            let list = row["list_name"]
            guard !list.isEmpty, !row["name"].isEmpty || !row.originalText("label", in: original).isEmpty else {
                notes.append(ImportNote(effect: .leftOut, sheet: row.sheet, rows: [row.number], reason: "choiceNoList"))
                continue
            }
            lists[list, default: []].append(XLSFormChoice(row, original))
        }
        return (lists.mapValues(coded), notes)
    }

    private init(_ row: XLSFormRow, _ original: Language) {
        let label = row.originalText("label", in: original)
        (self.row, name) = (row, row["name"].isEmpty ? label : row["name"])
        answer = Answer(
            id: 0, text: label.isEmpty ? name : label, translations: row.translations([("label", .text)], of: original),
            score: DecimalText(row["portico_score"])?.number, labels: XLSForm.labels(row["portico_labels"]))
        if label.isEmpty { note(.changed, "choiceNoLabel", "label") }
        if row["name"].isEmpty { note(.changed, "choiceNoName", "name") }
        for cell in row.cells where !Self.known.contains(cell.column.base) {
            note(.leftOut, cell.column.base == "media" ? "media" : "column", cell.column.header)
        }
    }

    private mutating func note(_ effect: ImportNote.Effect, _ reason: String, _ column: String) {
        notes.append(ImportNote(effect: effect, sheet: row.sheet, rows: [row.number], column: column, reason: reason))
    }

    /// With a code for each name. A second choice of the same name gets a code of its own.
    private static func coded(_ list: [XLSFormChoice]) -> [XLSFormChoice] {
        let codes = ElementCode.codes(of: list.map(\.name))
        let distinct = ElementCode.distinct(list.map { codes[$0.name] ?? "" })
        var seen: Set<String> = []
        return zip(list, distinct).map { choice, code in
            var copy = choice
            copy.answer.code = code
            if !seen.insert(choice.name).inserted { copy.note(.changed, "choiceTwice", choice.row.header("name")) }
            return copy
        }
    }
}
