import GRDB

/// The answer tables at file level. SQLite keeps cells in writing order, so tables and indexes are rewritten in key order.
enum AnswerTables {
    /// Each table after those that it references, with its key.
    private static let all = [
        ("compilation", "id"), ("compilationAnswer", "compilation, question, answer"), ("compilationTag", "compilation, tag, value"),
        ("textReview", "compilation, question"), ("resultGroup", "version, place, chosen"),
        ("resultCount", "version, place, question, answer, value"),
    ]

    /// With more compilations a rewrite blocks for seconds, so it runs only at night.
    static let most = 8_000

    /// Rewrites the tables; afterwards the pages depend on the rows alone.
    static func rewrite(_ db: Database) throws {
        for (table, key) in all {
            try db.execute(sql: "CREATE TEMP TABLE copyOf_\(table) AS SELECT * FROM main.\(table) ORDER BY \(key)")
        }
        for (table, _) in all.reversed() { try db.execute(sql: "DELETE FROM main.\(table)") }
        for (table, _) in all {
            try db.execute(sql: "INSERT INTO main.\(table) SELECT * FROM temp.copyOf_\(table) ORDER BY rowid")
            try db.execute(sql: "REINDEX main.\(table)")
            try db.execute(sql: "DROP TABLE temp.copyOf_\(table)")
        }
        try db.execute(sql: "UPDATE sealedPool SET isRewritingDue = 0")
    }

    static func isDue(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT isRewritingDue FROM sealedPool") ?? false
    }

    static func isLarge(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM (SELECT 1 FROM compilation LIMIT ?)", arguments: [most + 1]) ?? 0 > most
    }
}
