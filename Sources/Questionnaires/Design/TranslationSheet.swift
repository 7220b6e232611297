import Admin
import Web

/// The texts of a structure beside what they say in one further language. What says the same in many places, such as the answers of a scale,
/// stands here once and is translated once.
struct TranslationSheet {
    /// Texts that say the same, and have been translated alike so far.
    struct Row {
        /// What its field is called.
        let name: String
        let part: ElementWords.Part
        let kind: ElementKind
        let original: String
        let said: Translations.Text?
        fileprivate(set) var elements: [Int64]

        /// Whether it is to be translated, or the original has changed since it was.
        var isLeft: Bool { said == nil || isStale }
        var isStale: Bool { said?.of.map { $0 != original } ?? false }
    }

    /// Unicode scalars of one text.
    static let longest = 2000

    let structure: Structure
    let language: Language
    let rows: [Row]

    init(_ structure: Structure, in language: Language) {
        (self.structure, self.language) = (structure, language)
        var rows: [Row] = []
        var places: [[String]: Int] = [:]
        for saying in structure.sayings {
            for part in ElementWords.Part.allCases where saying.isTranslatable(part) {
                let said = saying.translation(part, language)
                let same = [saying.kind.rawValue, part.rawValue, saying[part], said?.text ?? "", said?.of ?? ""]
                if let place = places[same] {
                    rows[place].elements.append(saying.id)
                } else {
                    places[same] = rows.count
                    rows.append(
                        Row(
                            name: "\(part.rawValue).\(saying.id)", part: part, kind: saying.kind, original: saying[part], said: said,
                            elements: [saying.id]))
                }
            }
        }
        self.rows = rows
    }

    /// How many texts there are left to translate or to look at again.
    var left: Int { rows.count(where: \.isLeft) }

    /// What is said, as the form of the sheet brings it.
    var typed: [String: [String]] { Dictionary(rows.map { ($0.name, [$0.said?.text ?? ""]) }) { first, _ in first } }

    /// The rows whose text is too long.
    func tooLong(in form: Form) -> [Row] { rows.filter { Self.typed($0, form).unicodeScalars.count > Self.longest } }

    /// With what was typed: a blank text takes the translation away, and `right.` before a name says that the one there still holds.
    func structure(by form: Form) -> Structure {
        var changes: [Int64: [(part: ElementWords.Part, text: Translations.Text?)]] = [:]
        for row in rows {
            let typed = Self.typed(row, form)
            guard typed != row.said?.text ?? "" || form["right.\(row.name)"] == "yes" else { continue }
            for id in row.elements { changes[id, default: []].append((row.part, .init(typed, of: row.original))) }
        }
        return structure.rewording { saying in
            for change in changes[saying.id] ?? [] { saying.translate(change.part, language, as: change.text) }
        }
    }

    private static func typed(_ row: Row, _ form: Form) -> String {
        let text = form.exact(row.name).replacing("\r\n", with: "\n").trimmingSpaces()
        return row.part == .note ? text : text.replacing("\n", with: " ")
    }
}
