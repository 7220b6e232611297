import GRDB

/// The search index of the audit log. `Accounts` owns the log's table, so the index is separate; it can be rebuilt from the log.
enum AuditSearch {
    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin 002 search of the audit log") { db in
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE auditWords USING fts5(
                        actor, objectTitle, detail, content='audit', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
                    INSERT INTO auditWords (auditWords) VALUES ('rebuild');
                    CREATE TRIGGER auditWords_insert AFTER INSERT ON audit BEGIN
                        INSERT INTO auditWords (rowid, actor, objectTitle, detail) VALUES (new.id, new.actor, new.objectTitle, new.detail);
                    END;
                    CREATE INDEX auditOfScope ON audit (scopeID, id);
                    """)
        }
    }

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

    /// The log changes only when a person is erased from it.
    static func follow(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin 003 search of the audit log follows what is erased") { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER auditWords_update AFTER UPDATE ON audit BEGIN
                        INSERT INTO auditWords (auditWords, rowid, actor, objectTitle, detail)
                            VALUES ('delete', old.id, old.actor, old.objectTitle, old.detail);
                        INSERT INTO auditWords (rowid, actor, objectTitle, detail) VALUES (new.id, new.actor, new.objectTitle, new.detail);
                    END;
                    """)
        }
    }

    /// From this version on entries are indexed at the next search. Entries that are not indexed cannot be updated in the index.
    static func wait(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin 004 words of the audit log wait for a search") { db in
            try db.execute(
                sql: """
                    DROP TRIGGER auditWords_insert;
                    DROP TRIGGER auditWords_update;
                    CREATE TRIGGER auditWords_update AFTER UPDATE ON audit WHEN old.id IN (SELECT id FROM auditWords_docsize) BEGIN
                        INSERT INTO auditWords (auditWords, rowid, actor, objectTitle, detail)
                            VALUES ('delete', old.id, old.actor, old.objectTitle, old.detail);
                        INSERT INTO auditWords (rowid, actor, objectTitle, detail) VALUES (new.id, new.actor, new.objectTitle, new.detail);
                    END;
                    """)
        }
    }
}
