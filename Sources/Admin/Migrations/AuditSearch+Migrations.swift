import Accounts
import GRDB

extension AuditSearch {
    static func migrate(_ migrator: inout SchemaMigrator) {
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
    static func follow(_ migrator: inout SchemaMigrator) {
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
    static func wait(_ migrator: inout SchemaMigrator) {
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
