import Foundation
import GRDB

extension Stories {
    /// Links and sessions that have run out; drafts that nobody has touched for half a year; messages that have gone or lie in the folder, and
    /// notices that are shown no more.
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
