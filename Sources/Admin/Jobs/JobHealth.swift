import Foundation
import GRDB

public struct JobHealth: Sendable {
    public enum State: String, Sendable { case ok, stuck, failing }

    public let state: State
    public let failed: Int

    /// Seconds after which a due or abandoned job counts as late.
    private static let patience = 900.0

    /// `kinds` run here; others wait without limit. What became late before `startedAt`, when this process began, gets that time again.
    public init(_ db: Database, kinds: [String], since startedAt: Date, now: Date) throws {
        failed = try Int.fetchOne(db, sql: JobPages.failedSQL) ?? 0
        guard now.timeIntervalSince(startedAt) > Self.patience else {
            state = failed > 0 ? .failing : .ok
            return
        }
        let late = "SELECT EXISTS (SELECT 1 FROM job WHERE state = 'running' AND leaseUntil < :late)"
        let isLost = try Bool.fetchOne(db, sql: late, arguments: ["late": now - Self.patience]) ?? false
        // While some run, others may have to wait.
        let waiting = """
            SELECT NOT EXISTS (SELECT 1 FROM job WHERE state = 'running')
                AND EXISTS (SELECT 1 FROM job WHERE state = 'waiting' AND runAt < ? AND kind IN (\(kinds.map { _ in "?" }.joined(separator: ","))))
            """
        let isIdle = try Bool.fetchOne(db, sql: waiting, arguments: [now - Self.patience] + StatementArguments(kinds)) ?? false
        state = isLost || isIdle ? .stuck : failed > 0 ? .failing : .ok
    }
}
