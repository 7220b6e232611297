import Admin
import GRDB
import Registry

/// A student as far as questionnaires need to know: who may answer what. Its title is the student number, because names repeat.
struct Student: Resource {
    var stamp = RecordMetadata()
    var number = ""
    var name = ""
    var degree: Int64?
    /// The year of the degree the student is in.
    var courseYear: Int?
    var standing = EnrolmentStanding.regular
    /// The record book: the teaching activities that the student follows or has followed.
    var activities: [Int64] = []
    /// The sign-in name of the student's account; empty for none.
    var account = ""
    var active = true

    static let system = Questionnaires.name
    static let path = "students"
    static let table = "student"
    static let icon = "person"
    static let columns = ["name", "degree", "courseYear", "standing", "active"]
    static let filters = ["degree", "courseYear", "standing", "activities", "active"]
    static let fields: [Field<Student>] = [
        .title("number", \.number, limit: 40),
        .text("name", \.name, limit: 120),
        .one("degree", \.degree, Degree.self),
        .number("courseYear", \.courseYear, in: 1...8),
        .choice("standing", \.standing, texts: "questionnaires.standing"),
        .many("activities", \.activities, Activity.self, through: .init("recordBook", owner: "student", other: "activity")),
        .text("account", \.account, limit: 64),
        .flag("active", \.active),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) throws {
        try AccountName.check(account, of: self, entry, errors: &errors)
    }

    /// The student who signs in under a name; nil when nobody does.
    static func id(ofAccount key: String, _ db: Database) throws -> Int64? {
        guard !key.isEmpty else { return nil }
        // Said twice, for the index of accounts leaves out who has none.
        let sql = "SELECT id FROM student WHERE account = ? AND account <> '' AND active = 1 AND deletedAt IS NULL ORDER BY id"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    }
}

/// Within the years that the degree takes, or beyond them.
enum EnrolmentStanding: String, Choice {
    case regular, beyond
}
