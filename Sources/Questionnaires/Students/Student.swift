import Admin
import GRDB
import Registry

/// The data about a student that decides what they may fill in. The title is the student number, because names repeat.
struct Student: Resource {
    var stamp = RecordMetadata()
    var number = ""
    var name = ""
    var degree: Int64?
    var courseYear: Int?
    var standing = EnrolmentStanding.regular
    var activities: [Int64] = []
    /// Sign-in name; empty without an account.
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

    static func id(ofAccount key: String, _ db: Database) throws -> Int64? {
        guard !key.isEmpty else { return nil }
        // The redundant condition lets SQLite use the partial index of accounts.
        let sql = "SELECT id FROM student WHERE account = ? AND account <> '' AND \(Self.active) ORDER BY id"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key])
    }
}

extension Student {
    static let active = notTrashed.and("active = 1")
}

enum EnrolmentStanding: String, Choice {
    case regular, beyond
}
