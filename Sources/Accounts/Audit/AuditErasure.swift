import Foundation
import GRDB

/// Erases a person from the log, except in hashes, so the chain holds; `auditErasure` records the entries that may differ.
public enum AuditErasure {
    static let action = "account.erase"
    private static let isTheirs = "(accountID = :account OR objectKind = 'account' AND objectID = :account)"

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

    static func accounts(_ db: Database) throws -> [Int64: Int64] {
        let sql = """
            SELECT e.auditID, a.objectID FROM auditErasure e
            JOIN audit a ON a.id = e.erasure AND a.action = '\(action)' AND a.id > e.auditID
            """
        return Dictionary(try Row.fetchAll(db, sql: sql).map { ($0[0], $0[1]) }) { $1 }
    }
}
