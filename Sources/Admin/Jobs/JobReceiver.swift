import Foundation
import GRDB

/// What is known of a machine that jobs deliver to: one that does not answer rests, so that it costs nobody else a place; table
/// `jobReceiver`. A row is there only after a failure.
public enum JobReceiver {
    /// Failures in a row after which it rests.
    static let mostFailures = 3
    /// Seconds of the first rest, each later one is twice as long; and of the longest.
    static let (firstRest, longestRest) = (60.0, 3_600.0)

    /// Notes that a receiver did not answer, or asked to be left alone.
    /// - Parameter pause: seconds that it asked for.
    public static func failed(_ name: String, pause: TimeInterval? = nil, at now: Date, _ db: Database) throws {
        let failures = try (Int.fetchOne(db, sql: "SELECT failures FROM jobReceiver WHERE name = ?", arguments: [name]) ?? 0) + 1
        let doublings = Double(min(max(failures - mostFailures, 0), 16))
        let rest = failures < mostFailures ? 0 : min(firstRest * pow(2, doublings), longestRest)
        let until = max(rest, pause ?? 0)
        try db.execute(
            sql: """
                INSERT INTO jobReceiver (name, failures, restsUntil) VALUES (:name, :failures, :until)
                ON CONFLICT (name) DO UPDATE SET failures = excluded.failures, restsUntil = excluded.restsUntil
                """, arguments: ["name": name, "failures": failures, "until": until > 0 ? now + until : nil])
    }

    /// Notes that a receiver answers, or shall be tried again at once.
    public static func answered(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM jobReceiver WHERE name = ?", arguments: [name])
    }

    /// SQL: whether a row of `job` may go to its receiver now. One that has none waits for nobody.
    static let isFree = """
        (receiver = '' OR NOT EXISTS (SELECT 1 FROM job busy
            WHERE busy.receiver = job.receiver AND busy.state = 'running' AND busy.leaseUntil > :now)
          AND NOT EXISTS (SELECT 1 FROM jobReceiver resting WHERE resting.name = job.receiver AND resting.restsUntil > :now))
        """

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("admin jobs 002 lanes, receivers and generations") { db in
            try db.execute(
                sql: """
                    -- Whom the job delivers to, of whom only one job at a time is at work; empty for nobody.
                    ALTER TABLE job ADD COLUMN receiver TEXT NOT NULL DEFAULT '';
                    -- The site's generation when it was asked for; see siteIdentity.
                    ALTER TABLE job ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
                    CREATE INDEX jobOfReceiver ON job (receiver, state) WHERE receiver <> '';
                    CREATE TABLE jobReceiver (
                        name TEXT PRIMARY KEY CHECK (name <> ''),
                        failures INTEGER NOT NULL CHECK (failures > 0),
                        restsUntil TEXT
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
    }
}
