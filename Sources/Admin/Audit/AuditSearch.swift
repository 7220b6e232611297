import GRDB

/// The index that the audit log is searched by. The log's own table belongs to `Accounts` and cannot be changed; this one follows it
/// and could be made anew from it.
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
}
