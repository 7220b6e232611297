import Foundation
import GRDB

/// What somebody has typed and not sent yet; table `storyDraft`. One for each fragment that is answered, one for each kind of new story.
struct StoryDraft: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let writer: Int64
    /// The fragment that it answers; nil for a new story.
    let parent: Int64?
    let kind: Fragment.Kind
    let title: String
    let text: String
    let photo: String?
    /// The name of its sending: the same for each try.
    let sending: String
    let updatedAt: Date

    /// Characters that are kept, far more than may be published: what was pasted is cut by its writer, not by us.
    private static let (longestTitle, longestText) = (2000, 20_000)

    static func find(of writer: Int64, parent: Int64?, kind: Fragment.Kind, _ db: Database) throws -> StoryDraft? {
        let sql = "SELECT * FROM storyDraft WHERE writer = ? AND parent IS ? AND kind = ?"
        return try fetchOne(db, sql: sql, arguments: [writer, parent, kind])
    }

    static func all(of writer: Int64, _ db: Database) throws -> [StoryDraft] {
        try fetchAll(db, sql: "SELECT * FROM storyDraft WHERE writer = ? ORDER BY updatedAt DESC", arguments: [writer])
    }

    /// Keeps what was typed; an empty photo leaves the one that is there.
    @discardableResult
    static func keep(
        of writer: Int64, parent: Int64?, kind: Fragment.Kind, title: String, text: String, photo: String?, sending: String, at now: Date,
        _ db: Database
    ) throws -> StoryDraft? {
        try db.execute(
            sql: """
                INSERT INTO storyDraft (writer, parent, kind, title, text, photo, sending, updatedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET title = excluded.title, text = excluded.text, photo = ifnull(excluded.photo, photo),
                  updatedAt = excluded.updatedAt
                """,
            arguments: [writer, parent, kind, String(title.prefix(longestTitle)), String(text.prefix(longestText)), photo, sending, now])
        return try find(of: writer, parent: parent, kind: kind, db)
    }

    static func remove(of writer: Int64, parent: Int64?, kind: Fragment.Kind, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM storyDraft WHERE writer = ? AND parent IS ? AND kind = ?", arguments: [writer, parent, kind])
    }
}
