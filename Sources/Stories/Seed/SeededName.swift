import Admin
import GRDB

/// A writer's name in the seed: the nickname, or `former-2` for the second writer who left.
enum SeededName {
    static let kind = "writer"

    static let schema = SeedSchema("string", ["pattern": "^[A-Za-z0-9_.-]{3,20}$"])

    static func read(_ node: SeedNode) -> String? { node.name(of: kind) { Set(try all($0).values) } }

    static func former(_ number: Int) -> String { "former-\(number)" }

    static func all(_ db: Database) throws -> [Int64: String] {
        var (names, left): ([Int64: String], Int) = ([:], 0)
        for row in try Row.fetchAll(db, sql: "SELECT id, nickname FROM writer ORDER BY id") {
            let (id, nickname): (Int64, String?) = (row["id"], row["nickname"])
            if nickname == nil { left += 1 }
            names[id] = nickname ?? former(left)
        }
        return names
    }

    static func numbers(_ db: Database) throws -> [String: Int64] {
        Dictionary(try all(db).map { ($0.value, $0.key) }) { first, _ in first }
    }
}
