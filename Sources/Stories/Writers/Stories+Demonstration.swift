import Accounts
import GRDB

extension Stories {
    /// Writers of the demonstration have addresses that nobody can own (RFC 2606), and a password that everybody can read: without one they
    /// stay as authors of what they wrote, and nobody comes in as them.
    public static func closeDemonstration(_ db: Database, by actor: Actor) throws {
        let demonstration = "SELECT id FROM writer WHERE email LIKE '%@example.org'"
        try db.execute(sql: "DELETE FROM writerSession WHERE writer IN (\(demonstration))")
        try db.execute(sql: "UPDATE writer SET passwordHash = NULL WHERE id IN (\(demonstration)) AND passwordHash IS NOT NULL")
        guard db.changesCount > 0 else { return }
        try AuditEntry.write(db, "stories.demo-removed", by: actor)
    }
}
