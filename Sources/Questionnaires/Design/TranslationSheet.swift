import Admin
import Web

/// The texts of a structure in one language. A text in many places, such as a scale's answers, has one row.
struct TranslationSheet {
    struct Row {
        let name: String
        let part: ElementWords.Part
        let kind: ElementKind
        let original: String
        let translation: Translations.Text?
        fileprivate(set) var elements: [Int64]

        var isLeft: Bool { translation == nil || isStale }
        var isStale: Bool { translation?.of.map { $0 != original } ?? false }
    }

    /// Longest text, in Unicode scalars.
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
                            name: "\(part.rawValue).\(saying.id)", part: part, kind: saying.kind, original: saying[part], translation: said,
                            elements: [saying.id]))
                }
            }
        }
        self.rows = rows
    }

    var left: Int { rows.count(where: \.isLeft) }

    var typed: [String: [String]] { Dictionary(rows.map { ($0.name, [$0.translation?.text ?? ""]) }) { first, _ in first } }

    func tooLong(in form: Form) -> [Row] { rows.filter { Self.typed($0, form).unicodeScalars.count > Self.longest } }

    /// Applies the input. A blank text removes the translation; `right.` before a name confirms the existing one.
    func structure(by form: Form) -> Structure {
        var changes: [Int64: [(part: ElementWords.Part, text: Translations.Text?)]] = [:]
        for row in rows {
            let typed = Self.typed(row, form)
            guard typed != row.translation?.text ?? "" || form["right.\(row.name)"] == "yes" else { continue }
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
