import GRDB

enum Tree {
    /// Whether a record is `other` or one of its descendants, which would create a cycle.
    static func leads(from id: Int64, to other: Int64?, _ table: String, _ db: Database) throws -> Bool {
        guard let other else { return false }
        let sql = """
            WITH RECURSIVE above(id) AS (
              SELECT ? UNION SELECT parent FROM \(table) JOIN above USING (id) WHERE parent IS NOT NULL
            ) SELECT EXISTS (SELECT 1 FROM above WHERE id = ?)
            """
        return try Bool.fetchOne(db, sql: sql, arguments: [id, other]) ?? false
    }
}
