import Accounts
import Foundation
import GRDB

/// The row that a replicated site writes again and again, so that a copy knows its own age.
public enum Heartbeat {
    /// Seconds between two beats, where the setting names none.
    public static let usualPause = 5
    /// A site whose last beat is older is no longer replicated.
    private static let forgottenAfter: TimeInterval = 2 * 3_600

    public static func beat(_ db: Database, at now: Date) throws {
        try db.cachedStatement(sql: "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at")
            .execute(arguments: [now])
    }

    /// nil where the site was never replicated.
    public static func last(_ db: Database) throws -> Date? { try Date.fetchOne(db, sql: "SELECT at FROM heartbeat") }

    /// Ends the beats of a site that is no longer replicated.
    public static func end(_ db: Database) throws { try db.execute(sql: "DELETE FROM heartbeat") }

    /// Whether another program reads the write-ahead log too, as every process of the site finds out here.
    static func isBeating(_ db: Database, at now: Date) throws -> Bool {
        guard try db.tableExists("heartbeat"), let last = try last(db) else { return false }
        return now.timeIntervalSince(last) < forgottenAfter
    }
}
