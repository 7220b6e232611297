import Foundation
import GRDB

extension Stories {
    /// Deletes expired links, sessions and leases, drafts after half a year, finished messages after 30 days, sign-ins after a year, and
    /// notices no longer shown.
    public static func sweep(_ db: Database, at now: Date) throws -> Int {
        let old: [(table: String, condition: String, before: Date)] = [
            ("writerSession", "expiresAt <= ?", now), ("writerLink", "expiresAt <= ?", now), ("lease", "until <= ?", now),
            ("appealLink", "expiresAt <= ?", now),
            ("storyDraft", "updatedAt < ?", now - 180 * day), ("storyNotice", "at < ?", now - StoryNotice.kept),
            ("mail", "system = 'stories' AND state IN ('sent', 'kept', 'failed') AND createdAt < ?", now - 30 * day),
            ("signIn", "at < ?", now - 365 * day),
        ]
        return try old.reduce(0) { sum, part in
            try db.execute(sql: "DELETE FROM \(part.table) WHERE \(part.condition)", arguments: [part.before])
            return sum + db.changesCount
        }
    }

    private static let day: TimeInterval = 86_400
}
