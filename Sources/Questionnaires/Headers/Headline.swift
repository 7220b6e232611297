import Admin
import GRDB
import Web

struct Headline: Sendable {
    let title: String
    let note: String
    /// Whether the title, or a note, is the original for lack of a translation.
    let isOriginal: Bool

    init(_ questionnaire: Int64, in language: Language?, _ db: Database) throws {
        guard let record = try Questionnaire.fetch(db, id: questionnaire) else {
            (title, note, isOriginal) = ("", "", false)
            return
        }
        func reading(_ field: String, _ original: String) -> (text: String, isOriginal: Bool) {
            language.map { record.translations.reading(field, original, in: $0) } ?? (original, true)
        }
        let (name, remark) = (reading("name", record.name), reading("note", record.note))
        (title, note) = (name.text, remark.text)
        isOriginal = name.isOriginal || !remark.text.isEmpty && remark.isOriginal
    }
}
