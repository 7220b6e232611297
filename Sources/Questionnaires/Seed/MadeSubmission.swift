import Admin
import GRDB

/// One of many submissions that are made at once. They are written with a statement for each table and not for each row: thousands would
/// make every start of a demonstration slow.
struct MadeSubmission {
    let key: String
    let place: String
    let answers: [GivenAnswer]
    let verdicts: [(question: Int64, verdict: ReviewDecision)]

    static func write(
        _ submissions: [MadeSubmission], _ tags: [(CompilationTag, String)], of questionnaire: Int64, version: Int64, _ db: Database
    ) throws {
        let keys = JSON.list(submissions.map { .list([.text($0.key), .text($0.place)]) }).compact
        try db.execute(
            sql: """
                INSERT INTO compilation (id, questionnaire, version, place)
                SELECT value ->> 0, ?, ?, value ->> 1 FROM json_each(?)
                """, arguments: [questionnaire, version, keys])
        let answers = submissions.flatMap { one in
            one.answers.map { given in
                // As text, because numbers and keys need no quoting: a tree of thousands takes its time.
                "[\"\(one.key)\",\(given.question),\(given.answer),\(given.value.map { JSON.text($0).compact } ?? "null")]"
            }
        }
        try db.execute(
            sql: """
                INSERT INTO compilationAnswer (compilation, question, answer, value)
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)
                """, arguments: ["[\(answers.joined(separator: ","))]"])
        let ofAll = JSON.list(tags.map { .list([.text($0.0.rawValue), .text($0.1)]) }).compact
        try db.execute(
            sql: """
                INSERT INTO compilationTag (compilation, tag, value)
                SELECT one.value ->> 0, tag.value ->> 0, tag.value ->> 1 FROM json_each(?) AS one, json_each(?) AS tag
                """, arguments: [keys, ofAll])
        let verdicts = submissions.flatMap { one in
            one.verdicts.map { JSON.list([.text(one.key), .number(Int($0.question)), .text($0.verdict.rawValue)]) }
        }
        try db.execute(
            sql: """
                INSERT INTO textReview (compilation, question, decision)
                SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
                """, arguments: [JSON.list(verdicts).compact])
    }
}
