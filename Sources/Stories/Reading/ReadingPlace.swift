import Foundation
import GRDB

/// Where a writer is in a story, kept with their account; tables `readingPlace` and `fragmentRead`.
struct ReadingPlace: Decodable, FetchableRecord, Equatable, Sendable {
    let story: Int64
    let fragment: Int64
    let at: Date
    /// The end of the visit before this one; nil on the first visit.
    let newSince: Date?

    /// A visit ends when nothing was read for so long.
    static let visit: TimeInterval = 3600
    /// Places are kept for so long after the last visit.
    static let kept: TimeInterval = 2 * 365 * 86_400

    static func of(_ writer: Int64, in story: Int64, _ db: Database) throws -> ReadingPlace? {
        let sql = "SELECT story, fragment, at, newSince FROM readingPlace WHERE writer = ? AND story = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [writer, story])
    }

    static func recent(of writer: Int64, limit: Int = 3, _ db: Database) throws -> [ReadingPlace] {
        let sql = """
            SELECT readingPlace.story, fragment, at, newSince FROM readingPlace JOIN story ON story.id = readingPlace.story
            WHERE writer = ? AND tip IS NOT NULL ORDER BY at DESC LIMIT ?
            """
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [writer, limit])
    }

    func added(for writer: Int64, _ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM fragment WHERE story = ? AND cover = 0 AND createdAt > ? AND writer <> ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [story, at, writer]) ?? 0
    }

    static func read(by writer: Int64, in story: Int64, _ db: Database) throws -> Set<Int64> {
        let sql = "SELECT id FROM fragment WHERE story = ? AND EXISTS (SELECT 1 FROM fragmentRead WHERE writer = ? AND fragment = id)"
        return try Int64.fetchSet(db.cachedStatement(sql: sql), arguments: [story, writer])
    }

    /// Keeps the place and what was read, unless the writer does not want it. Numbers of other stories are left out.
    static func keep(_ fragment: Int64, in story: Int64, read: [Int64], by writer: Int64, at now: Date, _ db: Database) throws {
        guard try keeps(writer, db) else { return }
        let place = try Fragment.visible(fragment, db)
        guard place.story == story else { throw StoryRefusal.notFound }
        try db.execute(
            sql: """
                INSERT INTO readingPlace (writer, story, fragment, at) VALUES (:writer, :story, :fragment, :now)
                ON CONFLICT (writer, story) DO UPDATE SET fragment = excluded.fragment, at = excluded.at,
                  newSince = CASE WHEN at < :visit THEN at ELSE newSince END
                """, arguments: ["writer": writer, "story": story, "fragment": fragment, "now": now, "visit": now - visit])
        guard !read.isEmpty else { return }
        let sql = """
            INSERT OR IGNORE INTO fragmentRead (writer, fragment) SELECT ?, id FROM fragment
            WHERE story = ? AND cover = 0 AND id IN (\(databaseQuestionMarks(count: read.count)))
            """
        try db.execute(sql: sql, arguments: StatementArguments([writer, story] + read))
    }

    static func keeps(_ writer: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT keepsPlaces FROM writer WHERE id = ?"), arguments: [writer]) ?? false
    }

    /// Whether the account keeps places; switching it off deletes what it has kept.
    static func setKept(_ isKept: Bool, by writer: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE writer SET keepsPlaces = ? WHERE id = ?", arguments: [isKept, writer])
        if !isKept { try forget(writer, db) }
    }

    static func forget(_ writer: Int64, _ db: Database) throws {
        for table in ["readingPlace", "fragmentRead"] { try db.execute(sql: "DELETE FROM \(table) WHERE writer = ?", arguments: [writer]) }
    }
}
