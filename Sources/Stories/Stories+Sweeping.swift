import Foundation
import GRDB

extension Stories {
    /// Deletes expired links, sessions and leases, drafts after half a year, finished messages after 30 days, sign-ins after a year, networks after 30
    /// days, places in stories after two years, and notices no longer shown.
    public static func sweep(_ db: Database, at now: Date) throws -> Int {
        let old: [(table: String, condition: String, before: Date)] = [
            ("writerSession", "expiresAt <= ?", now), ("suspendedSession", "expiresAt <= ?", now),
            ("writerLink", "expiresAt <= ?", now), ("lease", "until <= ?", now),
            ("appealLink", "expiresAt <= ?", now),
            ("storyDraft", "updatedAt < ?", now - 180 * day), ("storyNotice", "at < ?", now - StoryNotice.kept),
            ("mail", "system = 'stories' AND state IN ('sent', 'kept', 'failed') AND createdAt < ?", now - 30 * day),
            ("signIn", "at < ?", now - 365 * day), ("watchedWord", "removedAt < ?", now - 30 * day),
            ("writerNetwork", "at < ?", now - WriterNetwork.kept), ("networkKey", "day < date(?)", now - WriterNetwork.kept),
            ("fragmentRead", readLongAgo, now - ReadingPlace.kept), ("readingPlace", "at < ?", now - ReadingPlace.kept),
            ("moderatorCalled", "at < ?", now - 365 * day), ("moderatorPush", "at < ?", now - day),
            ("photoHash", "at < ? AND \(isUnused)", now - day),
        ]
        return try old.reduce(0) { sum, part in
            try db.execute(sql: "DELETE FROM \(part.table) WHERE \(part.condition)", arguments: [part.before])
            return sum + db.changesCount
        }
    }

    private static let readLongAgo = """
        (writer, fragment) IN (SELECT readingPlace.writer, fragment.id FROM readingPlace
          JOIN fragment ON fragment.story = readingPlace.story WHERE readingPlace.at < ?)
        """

    /// Only photos of fragments and drafts are compared with hidden ones.
    private static let isUnused = """
        NOT EXISTS (SELECT 1 FROM fragment WHERE fragment.photo = file) AND file NOT IN
          (SELECT photo FROM storyDraft WHERE photo IS NOT NULL UNION SELECT avatar FROM writer WHERE avatar IS NOT NULL
            UNION SELECT face FROM profileHiding WHERE face IS NOT NULL)
        """
    private static let day: TimeInterval = 86_400
}
