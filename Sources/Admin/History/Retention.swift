import Foundation
import GRDB

extension Revision {
    /// Forgets what is older than the site keeps histories: but never the first and the newest version of a record.
    /// - Parameter days: 0 keeps everything for ever.
    /// - Returns: how many revisions went.
    @discardableResult
    public static func prune(_ db: Database, days: Int, now: Date) throws -> Int {
        guard days > 0 else { return 0 }
        let end = now.addingTimeInterval(-Double(days) * 86_400)
        try db.execute(
            sql: """
                DELETE FROM revision WHERE at < ? AND id NOT IN (
                  SELECT min(id) FROM revision GROUP BY kind, recordID UNION SELECT max(id) FROM revision GROUP BY kind, recordID)
                """, arguments: [end])
        let count = db.changesCount
        try db.execute(sql: "DELETE FROM act WHERE at < ? AND id NOT IN (SELECT actID FROM revision WHERE actID IS NOT NULL)", arguments: [end])
        return count
    }
}
