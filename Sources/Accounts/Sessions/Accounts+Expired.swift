import Foundation
import GRDB

extension Accounts {
    /// Removes expired rows that are otherwise removed only when new ones are made. Returns their number.
    public static func removeExpired(_ settings: AccountSettings, _ db: Database) throws -> Int {
        let now = settings.now()
        var count = 0
        try db.execute(
            sql: "DELETE FROM session WHERE expiresAt <= ? OR seenAt <= ?", arguments: [now, now.addingTimeInterval(-settings.idle)])
        count += db.changesCount
        for table in ["oneTimeLink", "emailLink", "challenge", "halfSession", "trustedDevice"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE expiresAt <= ?", arguments: [now])
            count += db.changesCount
        }
        try db.execute(sql: "DELETE FROM knownBrowser WHERE seenAt <= ?", arguments: [now.addingTimeInterval(-KnownBrowser.lifetime)])
        count += db.changesCount
        return try count + Attempts.prune(now, db) + FailedAttemptLog.prune(now, db)
    }
}
