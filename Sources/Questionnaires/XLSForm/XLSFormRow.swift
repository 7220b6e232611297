import Admin
import Web

struct XLSFormRow {
    struct Cell {
        let column: XLSFormColumn
        let text: String
        /// Where it is in its row, from zero.
        let place: Int
    }

    let number: Int
    let sheet: String
    let cells: [Cell]

    var isBlank: Bool { cells.isEmpty }

    subscript(base: String) -> String { cell(base)?.text ?? "" }

    func cell(_ base: String) -> Cell? { cells.first { $0.column.base == base } }

    func header(_ base: String) -> String { cell(base)?.column.header ?? base }

    /// The text in the original language; without one, that without a language, and then the first.
    func originalText(_ base: String, in original: Language) -> String {
        let all = cells.filter { $0.column.base == base }
        return (all.first { $0.column.language == nil } ?? all.first { $0.column.ownLanguage == original } ?? all.first)?.text ?? ""
    }

    func translations(_ columns: [(column: String, part: ElementWords.Part)], of original: Language) -> Translations {
        var translations = Translations()
        for (base, part) in columns {
            let text = originalText(base, in: original)
            for cell in cells where cell.column.base == base {
                // A number has no translation, but other programs repeat it for every language.
                guard let language = cell.column.ownLanguage, cell.text != text, text.contains(where: \.isLetter) else { continue }
                translations[part.rawValue, language] = .init(cell.text, of: text)
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
