import Web

/// One row of a sheet, by the names of its columns.
struct XLSFormRow {
    /// As spreadsheets count, from one.
    let number: Int
    private let cells: [String: String]

    /// Every row below the names of the columns.
    static func all(_ rows: [[String]]) -> [XLSFormRow] {
        guard let head = rows.first else { return [] }
        let columns = head.map { $0.trimmingSpaces().lowercased() }
        return rows.enumerated().dropFirst().map { index, row in
            let cells = zip(columns, row).filter { column, _ in !column.isEmpty }.map { ($0, $1.trimmingSpaces()) }
            return XLSFormRow(number: index + 1, cells: Dictionary(cells) { first, _ in first })
        }
    }

    /// Empty where there is no such column.
    subscript(column: String) -> String { cells[column] ?? "" }

    var label: String { self["label"].isEmpty ? translated("label") : self["label"] }

    /// The first language of a column that has several, `label::Italiano (it)`.
    func translated(_ column: String) -> String {
        cells.keys.filter { $0.hasPrefix(column + "::") && !(cells[$0] ?? "").isEmpty }.sorted().first.flatMap { cells[$0] } ?? ""
    }
}

extension ConfigurationFile {
    /// What the sheet of settings says of the whole questionnaire.
    mutating func readSettings(_ row: XLSFormRow?) {
        guard let row else { return }
        (title, code, note) = (row["form_title"], row["form_id"], row["portico_note"])
        context = Topic(rawValue: row["portico_context"]) ?? .service
        isAnonymous = row["portico_anonymous"].lowercased() != "no"
        isMandatory = row["portico_mandatory"].lowercased() == "yes"
        repetition = Repetition(rawValue: row["portico_repetition"]) ?? .person
        opening = Opening(rawValue: row["portico_opening"]) ?? .dates
        threshold = min(100, max(5, Int(row["portico_threshold"]) ?? 5))
    }
}
