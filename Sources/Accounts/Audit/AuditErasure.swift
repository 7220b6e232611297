import Foundation
import GRDB

/// The erasing of a person from the log, which nothing else changes: where an entry is by him or about his account, a pseudonym takes the
/// place of his name, and network addresses and changed fields go. The entries keep their hashes, so the chain holds on; which of them do
/// not fit theirs any more, and by which entry that tells of the erasing, stands in `auditErasure`, and no other change passes for one.
public enum AuditErasure {
    static let action = "account.erase"
    private static let isTheirs = "(accountID = :account OR objectKind = 'account' AND objectID = :account)"

    /// - Returns: how many entries were changed.
    @discardableResult
    public static func erase(_ account: Int64, as pseudonym: String, _ db: Database, by actor: Actor) throws -> Int {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM audit WHERE \(isTheirs)", arguments: ["account": account]) ?? 0
        try AuditEntry.write(db, action, by: actor, on: ("account", account, pseudonym), detail: ["entries": String(count)])
        let arguments: StatementArguments = ["account": account, "erasure": try AuditChain.head(db)?.id ?? 0]
        try db.execute(
            sql: """
                INSERT INTO auditErasure (auditID, erasure) SELECT id, :erasure FROM audit WHERE \(isTheirs) AND id < :erasure
                ON CONFLICT (auditID) DO NOTHING
                """, arguments: arguments)
        try db.execute(
            sql: """
                UPDATE audit SET
                  actor = CASE WHEN accountID = :account THEN :name ELSE actor END,
                  address = CASE WHEN accountID = :account OR accountID IS NULL THEN '' ELSE address END,
                  objectTitle = CASE WHEN objectKind = 'account' AND objectID = :account THEN :name ELSE objectTitle END,
                  detail = CASE WHEN objectKind = 'account' AND objectID = :account THEN '{}' ELSE detail END
                WHERE \(isTheirs) AND id < :erasure
                """, arguments: arguments + ["name": pseudonym])
        return count
    }

    /// The entries that may differ from their hashes, with the account that was erased from each.
    static func accounts(_ db: Database) throws -> [Int64: Int64] {
        let sql = """
            SELECT e.auditID, a.objectID FROM auditErasure e
            JOIN audit a ON a.id = e.erasure AND a.action = '\(action)' AND a.id > e.auditID
            """
        return Dictionary(try Row.fetchAll(db, sql: sql).map { ($0[0], $0[1]) }) { $1 }
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        // What happened, when, by which account and to which thing stays for good; only words can be taken out, where an entry says why.
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
