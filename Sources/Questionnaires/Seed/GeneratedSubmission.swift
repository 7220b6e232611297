import Admin
import GRDB

/// One of many generated submissions, written with one statement for each table: row by row, thousands would slow every start.
struct GeneratedSubmission {
    let key: String
    let place: String
    let answers: [GivenAnswer]
    let verdicts: [(question: Int64, verdict: ReviewDecision)]

    static func write(
        _ submissions: [GeneratedSubmission], _ tags: [(CompilationTag, String)], of questionnaire: Int64, version: Int64, _ db: Database
    ) throws {
        let keys = JSON.list(submissions.map { .list([.text($0.key), .text($0.place)]) }).compact
        try db.execute(
            sql: """
                INSERT INTO compilation (id, questionnaire, version, place)
                SELECT value ->> 0, ?, ?, value ->> 1 FROM json_each(?)
                """, arguments: [questionnaire, version, keys])
        let answers = submissions.flatMap { one in
            one.answers.map { given in
                // Built as text, because numbers and keys need no quoting and a JSON tree of thousands is slow.
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
