import Accounts
import GRDB

extension Stories {
    /// Removes the public passwords of demonstration writers, who stay as authors (their addresses belong to no person, RFC 2606).
    public static func closeDemonstration(_ db: Database, by actor: Actor) throws {
        let demonstration = "SELECT id FROM writer WHERE email LIKE '%@example.org'"
        try db.execute(sql: "DELETE FROM writerSession WHERE writer IN (\(demonstration))")
        try db.execute(sql: "UPDATE writer SET passwordHash = NULL WHERE id IN (\(demonstration)) AND passwordHash IS NOT NULL")
        guard db.changesCount > 0 else { return }
        try AuditEntry.write(db, "stories.demo-removed", by: actor)
    }
}
