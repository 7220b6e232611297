import Admin
import GRDB
import Web

struct Headline: Sendable {
    let title: String
    let note: String

    init(_ questionnaire: Int64, in language: Language?, _ db: Database) throws {
        guard let record = try Questionnaire.fetch(db, id: questionnaire) else {
            (title, note) = ("", "")
            return
        }
        func reading(_ field: String, _ original: String) -> String {
            language.map { record.translations.reading(field, original, in: $0).text } ?? original
        }
        (title, note) = (reading("name", record.name), reading("note", record.note))
    }
}
