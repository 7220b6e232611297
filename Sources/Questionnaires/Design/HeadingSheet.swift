import Accounts
import Admin
import Foundation
import GRDB
import Web

/// The title and the note of a questionnaire in one language, translated with its questions.
struct HeadingSheet: Sendable {
    struct Row: Sendable {
        let field: String
        let original: String
        let translation: Translations.Text?

        var name: String { "heading.\(field)" }
        var isStale: Bool { translation?.of.map { $0 != original } ?? false }
    }

    let language: Language
    let rows: [Row]

    init(_ questionnaire: Questionnaire, in language: Language) {
        self.language = language
        rows = [("name", questionnaire.name), ("note", questionnaire.note)].filter { !$0.1.isEmpty }.map { field, original in
            Row(field: field, original: original, translation: questionnaire.translations[field, language])
        }
    }

    var left: Int { rows.count { $0.translation == nil || $0.isStale } }

    var typed: [String: [String]] { Dictionary(rows.map { ($0.name, [$0.translation?.text ?? ""]) }) { first, _ in first } }

    func tooLong(in form: Form) -> [Row] { rows.filter { Self.text($0, form).unicodeScalars.count > TranslationSheet.longest } }

    /// Writes what was changed; a blank text removes the translation.
    func save(_ form: Form, to questionnaire: Questionnaire, by actor: Actor, _ words: Words, _ zone: TimeZone, _ db: Database) throws {
        var record = questionnaire
        for row in rows where form.has(row.name) {
            let text = Self.text(row, form)
            guard text != row.translation?.text ?? "" || form["right.\(row.name)"] == "yes" else { continue }
            record.translations[row.field, language] = Translations.Text(text, of: row.original)
        }
        guard record.translations != questionnaire.translations else { return }
        try record.update(db, by: actor, words: words, zone: zone)
    }

    private static func text(_ row: Row, _ form: Form) -> String {
        let text = form.exact(row.name).replacing("\r\n", with: "\n").trimmingSpaces()
        return row.field == "note" ? text : text.replacing("\n", with: " ")
    }
}
