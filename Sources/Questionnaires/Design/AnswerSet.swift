import Admin
import GRDB

/// Answers that many questions share, with what they count: yes and no, four steps, one to ten.
struct AnswerSet: Resource {
    var stamp = Stamp()
    var name = ""
    var options: [AnswerOption] = []

    static let system = Questionnaires.name
    static let path = "answer-sets"
    static let table = "answerSet"
    static let icon = "list"
    static let fields: [Field<AnswerSet>] = [
        .title("name", \.name),
        .children("options", \.options, limit: 30, compact: true),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        if Set(options.map(\.text)).count < options.count {
            errors.add("options", entry.context.words("questionnaires.refused.sameAnswer"))
        }
    }

    /// All sets with their answers, for the question's editor.
    static func all(_ db: Database) throws -> [(id: Int64, name: String, options: [AnswerOption])] {
        let sets = try Row.fetchAll(db, sql: "SELECT id, name FROM answerSet WHERE deletedAt IS NULL ORDER BY folded")
        let options = try Row.fetchAll(db, sql: "SELECT id, answerSet, text, score FROM answerOption ORDER BY answerSet, position")
        let ofSet = Dictionary(grouping: options) { $0["answerSet"] as Int64 }
        return sets.map { set in
            let id: Int64 = set["id"]
            let own = (ofSet[id] ?? []).map { AnswerOption(id: $0["id"], text: $0["text"], score: $0["score"]) }
            return (id, set["name"], own)
        }
    }
}

/// One answer of a set.
struct AnswerOption: Child {
    var id: Int64?
    var text = ""
    /// What a mean counts it as; nil leaves it out.
    var score: Int?

    static let table = "answerOption"
    static let ownerColumn = "answerSet"
    static let fields: [Field<AnswerOption>] = [
        .text("text", \.text, required: true, limit: 300),
        .number("score", \.score, in: -1000...1000),
    ]
}
