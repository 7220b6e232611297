import GRDB

/// The statements that make a new database, for `Sources/CSnapshot/snapshot.sql`.
enum Snapshot {
    static func source(_ db: Database) throws -> String { try statements(db).map { $0 + ";\n" }.joined() }

    /// Tables, then rows, which are not to set off triggers, then the rest; in the order in which they were made.
    static func statements(_ db: Database) throws -> [String] {
        let sql = """
            SELECT name, type, sql FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
              AND NOT EXISTS (SELECT 1 FROM pragma_table_list WHERE pragma_table_list.name = tbl_name AND pragma_table_list.type = 'shadow')
            ORDER BY rowid
            """
        let objects = try Row.fetchAll(db, sql: sql).map { row in
            (name: row["name"] as String, isTable: row["type"] as String == "table", sql: row["sql"] as String)
        }
        let tables = objects.filter { $0.isTable }
        let rows = try tables.filter { !$0.sql.hasPrefix("CREATE VIRTUAL TABLE") }.flatMap { try Self.rows(of: $0.name, db) }
        return tables.map { $0.sql } + rows + objects.filter { !$0.isTable }.map { $0.sql }
    }

    private static func rows(of table: String, _ db: Database) throws -> [String] {
        let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        let values = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        return try String.fetchAll(db, sql: "SELECT \(values) FROM \"\(table)\" ORDER BY 1").map { values in
            "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(values))"
        }
    }
}
