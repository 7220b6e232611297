import GRDB

/// The search index of the audit log. `Accounts` owns the log's table, so the index is separate; it can be rebuilt from the log.
enum AuditSearch {
    /// Indexes new entries before a search. Indexing at every save would make saves a tenth slower.
    static func catchUp(_ database: any DatabaseWriter) async throws {
        let isBehind = "SELECT (SELECT max(id) FROM audit) > (\(last))"
        guard try await database.read({ try Bool.fetchOne($0, sql: isBehind) }) == true else { return }
        var count = mostAtOnce
        while count == mostAtOnce {
            count = try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO auditWords (rowid, actor, objectTitle, detail)
                        SELECT id, actor, objectTitle, detail FROM audit WHERE id > (\(last)) ORDER BY id LIMIT \(mostAtOnce)
                        """)
                return db.changesCount
            }
        }
    }

    /// Entries per transaction, so that other writes do not wait long.
    private static let mostAtOnce = 5_000
    private static let last = "SELECT coalesce(max(id), 0) FROM auditWords_docsize"
}
