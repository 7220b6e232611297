import GRDB

extension Check {
    /// Compares the site-wide index word by word with a rebuilt one; the list indexes check themselves.
    func search(_ db: Database) throws -> [Finding] {
        var findings: [Finding] = []
        let differing = try differences(db)
        if differing > 0 { findings.append(Finding(.problem, "search", ["count": String(differing)])) }
        for table in resources.map({ $0.table + "Words" }) {
            do { try db.execute(sql: "INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)") } catch let error
                as DatabaseError
                where error.resultCode == .SQLITE_CORRUPT
            {
                findings.append(Finding(.problem, "list", ["table": table]))
            }
        }
        return findings
    }

    private func differences(_ db: Database) throws -> Int {
        var count = 0
        // One snapshot for both; rolled back at the end.
        try db.inTransaction(.deferred) {
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE temp.freshWords USING fts5(
                        words, content='', columnsize=0, detail=none, tokenize="unicode61 remove_diacritics 2");
                    CREATE VIRTUAL TABLE temp.freshInstances USING fts5vocab(temp, freshWords, instance);
                    CREATE VIRTUAL TABLE temp.keptInstances USING fts5vocab(main, searchWords, instance);
                    """)
            for kind in SearchKind.all(resources) {
                try db.execute(sql: "INSERT INTO temp.freshWords (rowid, words) \(SearchIndex.rows(kind))")
            }
            let (kept, fresh) = ("SELECT term, doc FROM temp.keptInstances", "SELECT term, doc FROM temp.freshInstances")
            count =
                try Int.fetchOne(
                    db, sql: "SELECT (SELECT count(*) FROM (\(kept) EXCEPT \(fresh))) + (SELECT count(*) FROM (\(fresh) EXCEPT \(kept)))")
                ?? 0
            return .rollback
        }
        return count
    }

    /// Rebuilds every search index from the records, as `portico check --repair` does.
    public func repairSearch(_ db: Database) throws {
        try SearchIndex.refill(db, SearchKind.all(resources))
        for type in resources { try db.execute(sql: "INSERT INTO \(type.table)Words (\(type.table)Words) VALUES ('rebuild')") }
        // Its triggers write to the indexes, which must be intact by then.
        for type in resources { try type.reindex(db) }
    }
}
