import Foundation
import GRDB

extension Revision {
    /// Revisions that are forgotten in one transaction: more would keep every person waiting.
    static let mostAtOnce = 1_000

    /// Forgets what is older than the site keeps histories: but never the first and the newest version of a record.
    /// - Parameter days: 0 keeps everything for ever.
    /// - Returns: how many revisions went; with `mostAtOnce` there may be more.
    @discardableResult
    public static func prune(_ db: Database, days: Int, now: Date) throws -> Int {
        guard days > 0 else { return 0 }
        let end = now.addingTimeInterval(-Double(days) * 86_400)
        try db.execute(
            sql: """
                DELETE FROM revision WHERE id IN (
                  SELECT id FROM revision old WHERE at < ?
                    AND EXISTS (SELECT 1 FROM revision WHERE kind = old.kind AND recordID = old.recordID AND id < old.id)
                    AND EXISTS (SELECT 1 FROM revision WHERE kind = old.kind AND recordID = old.recordID AND id > old.id)
                  LIMIT \(mostAtOnce))
                """, arguments: [end])
        let count = db.changesCount
        try db.execute(
            sql: "DELETE FROM act WHERE at < ? AND id NOT IN (SELECT actID FROM revision WHERE actID IS NOT NULL)", arguments: [end])
        return count
    }
}
