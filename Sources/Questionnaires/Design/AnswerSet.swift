import Admin
import GRDB
import Web

struct AnswerSet: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var options: [AnswerOption] = []
    var translations = Translations()

    static let system = Questionnaires.name
    static let path = "answer-sets"
    static let table = "answerSet"
    static let icon = "list"
    static let fields: [Field<AnswerSet>] = [
        .title("name", \.name),
        .children("options", \.options, limit: 30, compact: true),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if Set(options.map(\.text)).count < options.count {
            errors.add("options", entry.context.words("questionnaires.refused.sameAnswer"))
        }
    }

    static func all(_ db: Database) throws -> [AnswerSet] {
        let sql = "SELECT id FROM answerSet WHERE \(notTrashed) ORDER BY folded, id"
        return try Int64.fetchAll(db, sql: sql).compactMap { try fetch(db, id: $0) }
    }

    func localized(in language: Language) -> String {
        let answers = options.map { $0.translations.reading("text", $0.text, in: language).text }
        return "\(translations.reading("name", name, in: language).text): \(answers.joined(separator: ", "))"
    }
}

struct AnswerOption: Child {
    var id: Int64?
    var text = ""
    /// Nil leaves the answer out of the mean.
    var score: Int?
    var translations = Translations()

    static let table = "answerOption"
    static let ownerColumn = "answerSet"
    static let fields: [Field<AnswerOption>] = [
        .text("text", \.text, required: true, limit: 300),
        .number("score", \.score, in: -1000...1000),
        .translations(\.translations, of: "text"),
    ]
}
