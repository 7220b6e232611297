import Admin
import GRDB

/// The name of a writer in the seed: the nickname, and `former-2` for the second of those who have left.
enum SeededName {
    /// As the file's mistakes name it.
    static let kind = "writer"

    static let schema = SeedSchema("string", ["pattern": "^[A-Za-z0-9_.-]{3,20}$"])

    /// One that stands before in the file, or is in the database.
    static func read(_ node: SeedNode) -> String? { node.name(of: kind) { Set(try all($0).values) } }

    static func former(_ number: Int) -> String { "former-\(number)" }

    /// The names of all writers by their numbers.
    static func all(_ db: Database) throws -> [Int64: String] {
        var (names, left): ([Int64: String], Int) = ([:], 0)
        for row in try Row.fetchAll(db, sql: "SELECT id, nickname FROM writer ORDER BY id") {
            let (id, nickname): (Int64, String?) = (row[0], row[1])
            if nickname == nil { left += 1 }
            names[id] = nickname ?? former(left)
        }
        return names
    }

    /// The numbers of all writers by their names.
    static func numbers(_ db: Database) throws -> [String: Int64] {
        Dictionary(try all(db).map { ($0.value, $0.key) }) { first, _ in first }
    }
}
