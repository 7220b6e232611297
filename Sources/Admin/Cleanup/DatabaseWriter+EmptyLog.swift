import Foundation
import GRDB

extension DatabaseWriter {
    /// Writes the write-ahead log into the database and empties it. A reader in the way is tried again a few times and never waited for: waiting
    /// holds the writer, and a replicating program reads all the time.
    /// - Returns: whether the log is empty.
    @discardableResult
    public func emptyLog(tries: Int = 8) async -> Bool {
        for attempt in 0..<tries {
            if attempt > 0 { try? await Task.sleep(for: .milliseconds(250)) }
            let isEmpty = try? await writeWithoutTransaction { db -> Bool in
                let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
                return try Int.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0
            }
            if isEmpty == true { return true }
        }
        return false
    }
}
