import GRDB

/// A teacher's reply to the results of one question: "what I will change". One for each teacher of an activity.
struct TeacherAnswer: Sendable, Equatable {
    static let longest = 2_000

    let activity: Int64
    let question: Int64
    let person: Int64
    let name: String
    let text: String

    static func all(of activity: Int64, version: Int64, _ db: Database) throws -> [TeacherAnswer] {
        let sql = """
            SELECT teacherAnswer.*, person.name FROM teacherAnswer JOIN person ON person.id = teacherAnswer.person
            JOIN element ON element.id = teacherAnswer.question
            WHERE activity = ? AND element.version = ? ORDER BY element.position, person.name COLLATE portico_names
            """
        return try Row.fetchAll(db, sql: sql, arguments: [activity, version]).map { row in
            TeacherAnswer(
                activity: row["activity"], question: row["question"], person: row["person"], name: row["name"], text: row["text"])
        }
    }

    /// Replaces the reply of the same person; an empty text removes it.
    static func write(_ text: String, to question: Int64, of activity: Int64, by person: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM teacherAnswer WHERE activity = ? AND question = ? AND person = ?", arguments: [activity, question, person])
        guard !text.isEmpty else { return }
        try db.execute(
            sql: "INSERT INTO teacherAnswer (activity, question, person, text) VALUES (?, ?, ?, ?)",
            arguments: [activity, question, person, text])
    }

    static func places(forStudent student: Int64, _ db: Database) throws -> [(version: Int64, activity: Int64)] {
        let sql = """
            SELECT DISTINCT element.version, teacherAnswer.activity FROM teacherAnswer JOIN element ON element.id = teacherAnswer.question
            JOIN recordBook ON recordBook.activity = teacherAnswer.activity WHERE recordBook.student = ? ORDER BY 1 DESC, 2 DESC
            """
        return try Row.fetchAll(db, sql: sql, arguments: [student]).map { ($0["version"], $0["activity"]) }
    }
}
