import Foundation
import GRDB

extension DatabaseWriter {
    /// Empties the write-ahead log; false if a reader blocks it. Beside Litestream, the log is only copied into the database.
    @discardableResult
    public func emptyLog(tries: Int = 8, now: Date = .now) async -> Bool {
        for attempt in 0..<tries {
            if attempt > 0 { try? await Task.sleep(for: .milliseconds(250)) }
            switch try? await writeWithoutTransaction({ try $0.checkpoint(now) }) {
            case .emptied: return true
            case .shared: return false
            case .held, nil: continue
            }
        }
        return false
    }
}

private enum LogState {
    case emptied
    case held
    /// Litestream reads the log too, and its reader never ends.
    case shared
}

extension Database {
    fileprivate func checkpoint(_ now: Date) throws -> LogState {
        if try Heartbeat.isBeating(self, at: now) {
            try execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
            return .shared
        }
        let patience = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
        try execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? execute(sql: "PRAGMA busy_timeout = \(patience)") }
        return try Int.fetchOne(self, sql: "PRAGMA wal_checkpoint(TRUNCATE)") == 0 ? .emptied : .held
    }
}
