import Foundation
import GRDB

extension DatabaseWriter {
    /// Empties the write-ahead log; false if a reader blocks it, which is not waited for: that would block the writer.
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
