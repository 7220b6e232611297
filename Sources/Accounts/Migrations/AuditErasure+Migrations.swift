import GRDB

extension AuditErasure {
    static func migrate(_ migrator: inout SchemaMigrator) {
        // Only words can be erased, with a recorded reason; action, time, account and target stay.
        migrator.registerMigration("accounts 005 people can be erased") { db in
            try db.execute(
                sql: """
                    ALTER TABLE account ADD COLUMN erasedAt TEXT;
                    CREATE TABLE auditErasure (
                        auditID INTEGER PRIMARY KEY,
                        erasure INTEGER NOT NULL CHECK (erasure > auditID)
                    ) STRICT;
                    CREATE TRIGGER auditErasureIsNotChanged BEFORE UPDATE ON auditErasure
                    BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
                    CREATE TRIGGER auditErasureIsNotDeleted BEFORE DELETE ON auditErasure
                    BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
                    DROP TRIGGER auditIsNotChanged;
                    CREATE TRIGGER auditIsNotChanged BEFORE UPDATE ON audit
                    WHEN NOT (
                        EXISTS (
                            SELECT 1 FROM auditErasure e JOIN audit a ON a.id = e.erasure AND a.action = 'account.erase'
                            WHERE e.auditID = OLD.id
                                AND (OLD.accountID = a.objectID OR OLD.objectKind = 'account' AND OLD.objectID = a.objectID))
                        AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.accountID IS OLD.accountID AND NEW.requestID = OLD.requestID
                        AND NEW.action = OLD.action AND NEW.objectKind IS OLD.objectKind AND NEW.objectID IS OLD.objectID
                        AND NEW.scopeID IS OLD.scopeID AND NEW.previousHash = OLD.previousHash AND NEW.hash = OLD.hash)
                    BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
                    """)
        }
    }
}
