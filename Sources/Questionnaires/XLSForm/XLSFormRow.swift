import Admin
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

    /// What a column says in the language of the original; in the first there is where that is missing.
    func said(_ column: String, in original: Language) -> String {
        let several = cells.keys.filter { $0.hasPrefix(column + "::") && !self[$0].isEmpty }.sorted()
        let own = several.first { XLSForm.language(ofColumn: $0) == original } ?? several.first
        return self[column].isEmpty ? own.map { self[$0] } ?? "" : self[column]
    }

    /// What columns say in further languages, `label::English (en)`, of an original that they are put beside.
    func translations(_ columns: [(column: String, part: ElementWords.Part)], of original: Language) -> Translations {
        var translations = Translations()
        for (column, part) in columns {
            let text = said(column, in: original)
            for (name, cell) in cells where name.hasPrefix(column + "::") {
                // A number is the same in all languages, and other programs want it in all of them.
                guard let language = XLSForm.language(ofColumn: name), cell != text, text.contains(where: \.isLetter) else { continue }
                translations[part.rawValue, language] = .init(cell, of: text)
            }
        }
        return translations
    }
}

extension ConfigurationFile {
    /// What the sheet of settings says of the whole questionnaire.
    mutating func readSettings(_ row: XLSFormRow?) {
        guard let row else { return }
        (title, code, note) = (row["form_title"], row["form_id"], row["portico_note"])
        for language in Language.allCases {
            translations["name", language] = .init(row["portico_title_\(language.rawValue)"], of: title)
            translations["note", language] = .init(row["portico_note_\(language.rawValue)"], of: note)
        }
        context = Topic(rawValue: row["portico_context"]) ?? .service
        isAnonymous = row["portico_anonymous"].lowercased() != "no"
        isMandatory = row["portico_mandatory"].lowercased() == "yes"
        repetition = Repetition(rawValue: row["portico_repetition"]) ?? .person
        opening = Opening(rawValue: row["portico_opening"]) ?? .dates
        threshold = min(100, max(5, Int(row["portico_threshold"], in: .whole) ?? 5))
        labels = XLSForm.labels(row["portico_labels"])
    }
}
