import Admin
import Web

/// The translations of one element, with those of its answers, as its form shows them.
struct ElementTexts {
    struct Row {
        let saying: ElementWords
        let part: ElementWords.Part
        let language: Language
        let translation: Translations.Text?

        var name: String { "t.\(language.rawValue).\(part.rawValue).\(saying.id)" }
        var id: String { "f-" + name.replacing(".", with: "-") }
        var original: String { saying[part] }
        var isLeft: Bool { saying.isLeft(part, language) }
        var isStale: Bool { translation != nil && isLeft }
    }

    let structure: Structure
    let rows: [Row]

    init(_ structure: Structure, of id: Int64, in languages: [Language]) {
        self.structure = structure
        let ids = Set([id] + (structure.question(id)?.answers.map(\.id) ?? []))
        let sayings = structure.sayings.filter { ids.contains($0.id) }
        rows = languages.flatMap { language in
            sayings.flatMap { saying in
                ElementWords.Part.allCases.filter(saying.isTranslatable).map { part in
                    Row(saying: saying, part: part, language: language, translation: saying.translation(part, language))
                }
            }
        }
    }

    var typed: [String: [String]] { Dictionary(rows.map { ($0.name, [$0.translation?.text ?? ""]) }) { first, _ in first } }

    func tooLong(in form: Form) -> [Row] {
        rows.filter { form.exact($0.name).unicodeScalars.count > TranslationSheet.longest }
    }

    /// Applies what was typed, to equal texts elsewhere too, as the sheet of a language does. A blank text removes the translation;
    /// `right.` before a name confirms the existing one.
    func structure(by form: Form) -> Structure {
        var changes: [Int64: [(row: Row, text: Translations.Text)]] = [:]
        let sayings = structure.sayings
        for row in rows where form.has(row.name) {
            let typed = form.exact(row.name).replacing("\r\n", with: "\n").trimmingSpaces()
            let text = row.part == .note ? typed : typed.replacing("\n", with: " ")
            guard text != row.translation?.text ?? "" || form["right.\(row.name)"] == "yes" else { continue }
            let alike = sayings.filter {
                $0.kind == row.saying.kind && $0[row.part] == row.original && $0.translation(row.part, row.language) == row.translation
            }
            for saying in alike { changes[saying.id, default: []].append((row, .init(text, of: row.original))) }
        }
        guard !changes.isEmpty else { return structure }
        return structure.rewording { saying in
            for change in changes[saying.id] ?? [] { saying.translate(change.row.part, change.row.language, as: change.text) }
        }
    }

    func label(_ row: Row, _ words: Words) -> String {
        switch (row.part, row.saying.kind) {
        case (.text, .answer), (.text, .question): row.original
        case (.text, _): words("questionnaires.design.fields.title")
        case (.note, _), (.category, _): words("questionnaires.design.fields.\(row.part.rawValue)").introducing(row.original)
        }
    }

    /// What the form shows, a part for each language. `refused` are the texts that are too long.
    func values(_ form: Form?, refused: Set<String>, _ structureAddress: String, _ words: Words) -> [Values] {
        Dictionary(grouping: rows, by: \.language).sorted { $0.key.rawValue < $1.key.rawValue }.map { language, rows in
            let left = rows.count(where: \.isLeft)
            let isOpen = rows.contains { row in
                row.isStale || form.map { $0.has(row.name) && $0.exact(row.name) != row.translation?.text ?? "" } ?? false
            }
            return [
                "language": language.ownName, "code": language.rawValue, "sheet": "\(structureAddress)/translations/\(language.rawValue)",
                "left": left == 0 ? false : words("translations.left", count: left), "isShown": isOpen,
                "texts": rows.map { templateValues($0, form, isRefused: refused.contains($0.name), words) },
            ]
        }
    }

    private func templateValues(_ row: Row, _ form: Form?, isRefused: Bool, _ words: Words) -> Values {
        let tooLong = words("questionnaires.refused.tooLong", ["limit": words.language.number(TranslationSheet.longest)])
        return [
            "id": row.id, "name": row.name, "label": label(row, words), "isLong": row.part == .note, "lang": row.language.rawValue,
            "value": form.flatMap { $0.has(row.name) ? $0.exact(row.name) : nil } ?? row.translation?.text ?? "",
            "error": isRefused ? tooLong : false, "before": row.isStale ? row.translation?.of ?? "" : false,
            "isRight": form?["right.\(row.name)"] == "yes",
        ]
    }
}
