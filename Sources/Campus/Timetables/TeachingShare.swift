import Admin
import GRDB
import Registry
import Web

struct TeachingShare: Child {
    var id: Int64?
    var person: Int64?
    var hours: Int?
    var material = ""

    static let table = "campusShare"
    static let ownerColumn = "timetable"
    static let fields: [Field<TeachingShare>] = [
        .one("person", \.person, Person.self, required: true, typed: true),
        .number("hours", \.hours, in: 1...1_000),
        .url("material", \.material),
    ]

    static func all(of activity: Int64, _ db: Database) throws -> [Int64: Row] {
        let sql = """
            SELECT s.person, s.hours, s.material FROM campusShare s
            JOIN campusTimetable t ON t.id = s.timetable AND \(Timetable.notTrashed("t"))
            WHERE t.activity = ?
            """
        return Dictionary(try Row.fetchAll(db, sql: sql, arguments: [activity]).map { ($0["person"] as Int64, $0) }) { first, _ in first }
    }
}
