import Foundation
import GRDB

extension DatabaseWriter {
    /// Checkpoints and truncates the write-ahead log; returns whether it is empty. A blocking reader is retried a few times but never
    /// waited for: waiting blocks the writer, and replication reads all the time.
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
