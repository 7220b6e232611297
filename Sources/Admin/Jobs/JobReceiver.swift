import Foundation
import GRDB

/// A delivery target that rests after failures, so that it takes no place from others; table `jobReceiver`, rows only after failures.
public enum JobReceiver {
    static let mostFailures = 3
    /// Seconds of the first and of the longest rest; each rest is twice the previous one.
    static let (firstRest, longestRest) = (60.0, 3_600.0)

    /// Records a failure; `pause` is the number of seconds that the receiver asked for.
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

    /// Records a success, or allows an immediate retry.
    public static func answered(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM jobReceiver WHERE name = ?", arguments: [name])
    }

    static let isFree = """
        (receiver = '' OR NOT EXISTS (SELECT 1 FROM job busy
            WHERE busy.receiver = job.receiver AND busy.state = 'running' AND busy.leaseUntil > :now)
          AND NOT EXISTS (SELECT 1 FROM jobReceiver resting WHERE resting.name = job.receiver AND resting.restsUntil > :now))
        """
}
