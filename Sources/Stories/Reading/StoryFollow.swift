import Foundation
import GRDB

/// A writer who wants to hear how a story goes on; table `storyFollow`.
enum StoryFollow {
    static func isFollowed(_ story: Int64, by writer: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM storyFollow WHERE writer = ? AND story = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [writer, story]) ?? false
    }

    static func follow(_ story: Int64, by writer: Int64, at now: Date, _ db: Database) throws {
        guard let first = try Fragment.find(story, db), first.story == story else { throw StoryRefusal.notFound }
        guard first.isVisible else { throw StoryRefusal.hidden }
        try db.execute(sql: "INSERT OR IGNORE INTO storyFollow (writer, story, at) VALUES (?, ?, ?)", arguments: [writer, story, now])
    }

    static func unfollow(_ story: Int64, by writer: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM storyFollow WHERE writer = ? AND story = ?", arguments: [writer, story])
        let sql = """
            DELETE FROM storyNotice WHERE writer = ? AND kind = 'storyGrown' AND readAt IS NULL
              AND fragment IN (SELECT id FROM fragment WHERE story = ?)
            """
        try db.execute(sql: sql, arguments: [writer, story])
    }

    /// Tells followers of a new fragment after their own place, once until they look; the author of the continued one is told anyway.
    static func tell(_ new: Fragment, at now: Date, _ db: Database) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM storyFollow WHERE story = ?)"
        guard try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [new.story]) == true else { return }
        let path = try Fragment.path(to: new.id, db)
        let marks = databaseQuestionMarks(count: path.count)
        try db.execute(
            sql: """
                INSERT INTO storyNotice (writer, kind, actor, fragment, at)
                SELECT storyFollow.writer, ?, ?, ?, ? FROM storyFollow
                LEFT JOIN readingPlace ON readingPlace.writer = storyFollow.writer AND readingPlace.story = storyFollow.story
                WHERE storyFollow.story = ? AND storyFollow.writer <> ?
                  AND NOT EXISTS (SELECT 1 FROM storyNotice AS told WHERE told.writer = storyFollow.writer AND told.fragment = ?)
                  AND NOT EXISTS (SELECT 1 FROM storyNotice AS told JOIN fragment ON fragment.id = told.fragment
                    WHERE told.writer = storyFollow.writer AND told.kind = 'storyGrown' AND told.readAt IS NULL
                      AND fragment.story = storyFollow.story AND fragment.cover = 0)
                  AND (readingPlace.fragment IS NULL OR readingPlace.fragment IN (\(marks)))
                """,
            arguments: [StoryNotice.Kind.storyGrown, new.writer, new.id, now, new.story, new.writer, new.id] + StatementArguments(path))
    }
}
