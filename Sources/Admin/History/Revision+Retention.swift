import Foundation
import GRDB
import Web

extension Revision {
    /// Revisions per transaction; more would block other writers too long.
    static let mostAtOnce = 1_000

    /// Deletes at most `mostAtOnce` revisions older than `days` (0 keeps all), but no first or newest one, nor one that a draft began with.
    @discardableResult
    public static func prune(_ database: any DatabaseWriter, days: Int, now: Date) async throws -> Int {
        guard days > 0 else { return 0 }
        let end = now.addingTimeInterval(-Double(days) * 86_400)
        // Searched outside the write transaction.
        let ids = try await database.read { db in try outdated(before: end, db) }
        try await database.write { db in
            _ = try filter(ids.contains(Columns.id)).deleteAll(db)
            let acts = "DELETE FROM act WHERE at < ? AND id NOT IN (SELECT actID FROM revision WHERE actID IS NOT NULL)"
            try db.execute(sql: acts, arguments: [end])
        }
        return ids.count
    }

    private static func outdated(before end: Date, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT id FROM revision old WHERE at < ?
              AND EXISTS (SELECT 1 FROM revision WHERE kind = old.kind AND recordID = old.recordID AND id < old.id)
              AND EXISTS (SELECT 1 FROM revision WHERE kind = old.kind AND recordID = old.recordID AND id > old.id)
              AND NOT EXISTS (SELECT 1 FROM draft WHERE kind = old.kind AND recordID = old.recordID AND version = old.version)
              AND NOT EXISTS (SELECT 1 FROM workingCopy WHERE kind = old.kind AND recordID = old.recordID AND version = old.version)
            LIMIT \(mostAtOnce)
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [end])
    }
}
