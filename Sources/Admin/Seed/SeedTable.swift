import GRDB

/// A table of the site, with the SQL that names and spells one of its rows.
struct SeedTable {
    let name: String
    let columns: [String]
    /// Of the primary key; the row's number where there is none.
    let keys: [String]
    let hasKey: Bool

    /// Whether each change counts up `version` and notes the time.
    var hasStamp: Bool { columns.contains("version") && columns.contains("updatedAt") }

    /// The tables by name, without those of the search indexes.
    static func all(_ db: Database) throws -> [String: SeedTable] {
        let sql = """
            SELECT list.name AS tableName, info.name AS columnName, info.pk AS position
            FROM pragma_table_list AS list JOIN pragma_table_info(list.name) AS info
            WHERE list.schema = 'main' AND list.type = 'table' AND list.name NOT GLOB 'sqlite_*' AND list.name NOT GLOB 'grdb_*'
            ORDER BY list.name, info.cid
            """
        let rows = Dictionary(grouping: try Row.fetchAll(db, sql: sql)) { $0["tableName"] as String }
        return rows.reduce(into: [:]) { tables, entry in
            let keys = entry.value.filter { ($0["position"] as Int) > 0 }.sorted { a, b in (a["position"] as Int) < (b["position"] as Int) }
            tables[entry.key] = SeedTable(
                name: entry.key, columns: entry.value.map { $0["columnName"] },
                keys: keys.isEmpty ? ["rowid"] : keys.map { $0["columnName"] }, hasKey: !keys.isEmpty)
        }
    }

    /// An expression for the condition that finds a row again, such as `"id" IS 3`.
    func place(of row: String) -> String {
        keys.map(\.quotedDatabaseIdentifier).map { "'\($0) IS ' || quote(\(row).\($0))" }.joined(separator: " || ' AND ' || ")
    }

    func values(of row: String) -> String {
        "json_object(" + columns.map { "'\($0)', quote(\(row).\($0.quotedDatabaseIdentifier))" }.joined(separator: ", ") + ")"
    }

    private var quoted: String { name.quotedDatabaseIdentifier }
    private static let kinds = ["Replace", "Insert", "Update", "Delete"]

    /// Statements that note in `seedRow` what the entry named by `seedWriting` touches, with its values before.
    var watching: String {
        let note = { (row: String, before: String, source: String) in
            """
            INSERT INTO seedRow (entry, tableName, place, before)
            SELECT seedWriting.entry, '\(name)', \(place(of: row)), \(before) FROM seedWriting\(source);
            """
        }
        let moved = " WHERE \(place(of: "OLD")) <> \(place(of: "NEW"))"
        let same = keys.map { "there.\($0.quotedDatabaseIdentifier) IS NEW.\($0.quotedDatabaseIdentifier)" }.joined(separator: " AND ")
        // A row that INSERT OR REPLACE removes is deleted without a trigger.
        let replaced = note("there", values(of: "there"), ", \(quoted) AS there WHERE \(same)")
        return """
            \(hasKey ? "CREATE TEMP TRIGGER seedReplace_\(name) BEFORE INSERT ON main.\(quoted) BEGIN \(replaced) END;" : "")
            CREATE TEMP TRIGGER seedInsert_\(name) AFTER INSERT ON main.\(quoted) BEGIN \(note("NEW", "NULL", "")) END;
            CREATE TEMP TRIGGER seedUpdate_\(name) AFTER UPDATE ON main.\(quoted)
            BEGIN \(note("OLD", values(of: "OLD"), "")) \(note("NEW", "NULL", moved)) END;
            CREATE TEMP TRIGGER seedDelete_\(name) AFTER DELETE ON main.\(quoted) BEGIN \(note("OLD", values(of: "OLD"), "")) END;
            """
    }

    var unwatching: String { Self.kinds.map { "DROP TRIGGER IF EXISTS temp.seed\($0)_\(name);" }.joined(separator: "\n") }

    func row(_ place: String, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT \(values(of: quoted)) FROM \(quoted) WHERE \(place)")
    }
}
