import Crypto
import Foundation
import GRDB

/// Limits the attempts to sign in, by network and by name, in the table `attempt`, so that a restart forgives nothing.
///
/// - A network may fail 25 times in 5 minutes; of IPv6 the /56 of a home 30 times and the /48 of a firm 100 times.
/// - A name may fail 10 times; then each failure doubles a wait that begins with 1 second and ends at 15 minutes. It is never locked:
///   anybody could lock out anybody. A network from which the name came in lately is counted for itself, so that its owner is not kept
///   waiting by a stranger, and a link from an administrator forgets all failures.
///
/// An attempt is counted as failed before the password is looked at: many at once cannot all slip through under the limit.
public enum Attempts {
    public enum Verdict: Sendable {
        /// Go on, and tell `succeed` or `withdraw` with this number.
        case allowed(Int64)
        /// Seconds to wait. Only the first refusal of a network in a while is worth a line in the audit log, which cannot be shortened.
        case wait(Int, isNews: Bool)
    }

    private static let window: TimeInterval = 300
    private static let perNetwork = 25
    /// By how many bytes wider networks of IPv6 are known.
    private static let perWider = [(bytes: 7, most: 30), (bytes: 6, most: 100)]
    private static let perName = 10
    private static let longestWait: TimeInterval = 900
    private static let failuresKept: TimeInterval = 86400
    private static let successesKept: TimeInterval = 30 * 86400

    public static func begin(_ name: String, from network: String, at now: Date, _ db: Database) throws -> Verdict {
        _ = try prune(now, db)
        let wait = max(try waitOfNetwork(network, now, db), try waitOfName(name, network, now, db))
        guard wait > 0 else { return .allowed(try note("failed", name, network, now, db)) }
        let isNews = try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM attempt WHERE network = ? AND outcome = 'limited' AND at > ?)",
            arguments: [network, now.addingTimeInterval(-window)])!
        if isNews { _ = try note("limited", name, network, now, db) }
        return .wait(Int(wait.rounded(.up)), isNews: isNews)
    }

    /// The password was right: the failures of the name are forgotten, the network is remembered.
    public static func succeed(_ name: String, from network: String, at now: Date, _ db: Database) throws {
        try forget(name, db)
        try db.execute(
            sql: "DELETE FROM attempt WHERE name = ? AND network = ? AND outcome = 'good'", arguments: [hash(name), network])
        _ = try note("good", name, network, now, db)
    }

    /// The password was not looked at after all.
    public static func withdraw(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM attempt WHERE id = ?", arguments: [id])
    }

    public static func forget(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM attempt WHERE name = ? AND outcome = 'failed'", arguments: [hash(name)])
    }

    private static func waitOfNetwork(_ network: String, _ now: Date, _ db: Database) throws -> TimeInterval {
        var waits = [try wait(now, db, most: perNetwork, "network = ?", [network])]
        if network.hasSuffix("/64") {
            let bytes = network.dropLast(3).split(separator: "-")
            for wider in perWider {
                // The minus sign stands before the point: whatever begins with these bytes lies between the two.
                let start = bytes.prefix(wider.bytes).joined(separator: "-")
                waits.append(try wait(now, db, most: wider.most, "network > ? AND network < ?", [start + "-", start + "."]))
            }
        }
        return waits.max() ?? 0
    }

    private static func wait(
        _ now: Date, _ db: Database, most: Int, _ condition: String, _ networks: [String]
    ) throws -> TimeInterval {
        let oldest = try Date.fetchOne(
            db, sql: "SELECT at FROM attempt WHERE \(condition) AND outcome = 'failed' AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?",
            arguments: StatementArguments(networks) + [now.addingTimeInterval(-window), most - 1])
        return oldest.map { $0.addingTimeInterval(window).timeIntervalSince(now) } ?? 0
    }

    private static func waitOfName(_ name: String, _ network: String, _ now: Date, _ db: Database) throws -> TimeInterval {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS failures, max(at) AS last FROM attempt
                WHERE name = :name AND outcome = 'failed'
                    AND (network = :network OR NOT EXISTS
                        (SELECT 1 FROM attempt WHERE name = :name AND network = :network AND outcome = 'good'))
                """,
            arguments: ["name": hash(name), "network": network])!
        let failures: Int = row["failures"]
        guard failures >= perName, let last: Date = row["last"] else { return 0 }
        let delay = min(pow(2, Double(failures - perName)), longestWait)
        return max(0, last.addingTimeInterval(delay).timeIntervalSince(now))
    }

    private static func note(_ outcome: String, _ name: String, _ network: String, _ now: Date, _ db: Database) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO attempt (name, network, at, outcome) VALUES (?, ?, ?, ?)", arguments: [hash(name), network, now, outcome])
        return db.lastInsertedRowID
    }

    /// Forgets what counts for nothing any more; how many there were.
    static func prune(_ now: Date, _ db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM attempt WHERE outcome IN ('failed', 'limited') AND at < ?", arguments: [now.addingTimeInterval(-failuresKept)]
        )
        let failures = db.changesCount
        try db.execute(sql: "DELETE FROM attempt WHERE outcome = 'good' AND at < ?", arguments: [now.addingTimeInterval(-successesKept)])
        return failures + db.changesCount
    }

    /// Names are kept hashed: people type passwords into the field of the name.
    private static func hash(_ name: String) -> Data { Data(SHA256.hash(data: Data(name.utf8))) }
}
