import Crypto
import Foundation
import GRDB
import Web

/// Limits failed sign-ins in the table `attempt`, which survives a restart. A network may fail 25 times in 5 minutes; an IPv6 /56 30 times
/// and a /48 100 times. After 10 failures of a name each one doubles a wait from 1 second to 15 minutes; names are never locked, because
/// anyone could lock out others. A network with a recent success for the name counts separately. An administrator's link resets the
/// failures. Each attempt counts as failed before the check, so that parallel attempts cannot exceed the limit.
public enum Attempts {
    public enum Verdict: Sendable {
        /// Continue, then call `succeed` or `withdraw` with this number.
        case allowed(Int64)
        /// Seconds to wait. Only a network's first refusal in a period is logged, because the audit log cannot be shortened.
        case wait(Int, isNews: Bool)
    }

    private static let window: TimeInterval = 300
    private static let perNetwork = 25
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
        return .wait(Int(cutting: wait.rounded(.up)), isNews: isNews)
    }

    /// Resets the failures of the name and remembers the network.
    public static func succeed(_ name: String, from network: String, at now: Date, _ db: Database) throws {
        try forget(name, db)
        try db.execute(
            sql: "DELETE FROM attempt WHERE name = ? AND network = ? AND outcome = 'good'", arguments: [hash(name), network])
        _ = try note("good", name, network, now, db)
    }

    /// Removes an attempt whose password was not checked.
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
                // The minus sign sorts before the point: all keys with these bytes are between the two.
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

    static func prune(_ now: Date, _ db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM attempt WHERE outcome IN ('failed', 'limited') AND at < ?", arguments: [now.addingTimeInterval(-failuresKept)]
        )
        let failures = db.changesCount
        try db.execute(sql: "DELETE FROM attempt WHERE outcome = 'good' AND at < ?", arguments: [now.addingTimeInterval(-successesKept)])
        return failures + db.changesCount
    }

    /// Hashed, because people type passwords into the name field.
    private static func hash(_ name: String) -> Data { Data(SHA256.hash(data: Data(name.utf8))) }
}
