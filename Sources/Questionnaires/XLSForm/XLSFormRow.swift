import Admin
import Web

struct XLSFormRow {
    let number: Int
    private let cells: [String: String]

    static func all(_ rows: [[String]]) -> [XLSFormRow] {
        guard let head = rows.first else { return [] }
        let columns = head.map { $0.trimmingSpaces().lowercased() }
        return rows.enumerated().dropFirst().map { index, row in
            let cells = zip(columns, row).filter { column, _ in !column.isEmpty }.map { ($0, $1.trimmingSpaces()) }
            return XLSFormRow(number: index + 1, cells: Dictionary(cells) { first, _ in first })
        }
    }

    subscript(column: String) -> String { cells[column] ?? "" }

    /// The text in the original language; the first available text when it is missing.
    func said(_ column: String, in original: Language) -> String {
        let several = cells.keys.filter { $0.hasPrefix(column + "::") && !self[$0].isEmpty }.sorted()
        let own = several.first { XLSForm.language(ofColumn: $0) == original } ?? several.first
        return self[column].isEmpty ? own.map { self[$0] } ?? "" : self[column]
    }

    func translations(_ columns: [(column: String, part: ElementWords.Part)], of original: Language) -> Translations {
        var translations = Translations()
        for (column, part) in columns {
            let text = said(column, in: original)
            for (name, cell) in cells where name.hasPrefix(column + "::") {
                // A number has no translation, but other programs repeat it for every language.
                guard let language = XLSForm.language(ofColumn: name), cell != text, text.contains(where: \.isLetter) else { continue }
                translations[part.rawValue, language] = .init(cell, of: text)
            }
        }
        return translations
    }
}

extension ConfigurationFile {
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
