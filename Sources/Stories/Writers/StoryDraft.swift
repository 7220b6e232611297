import Crypto
import Foundation
import GRDB

struct StoryDraft: Decodable, FetchableRecord, Equatable, Sendable {
    let id: Int64
    let writer: Int64
    let parent: Int64?
    let kind: Fragment.Kind
    let title: String
    let text: String
    let photo: String?
    let description: String
    let sending: String
    let form: String
    let updatedAt: Date

    struct Source: Sendable {
        var form = ""
        /// The hash of the draft that the page was drawn with; empty without a draft.
        var base = ""
    }

    /// Limits of stored characters, far above those of publishing, so that writers can shorten pasted text themselves.
    static let (longestTitle, longestText) = (2000, 20_000)
    /// The limit of drafts of one writer in one place; each is of another form, tab or device.
    static let most = 20

    private static let inPlace = "writer = ? AND ifnull(parent, 0) = ? AND kind = ?"

    static func all(of writer: Int64, parent: Int64?, kind: Fragment.Kind, _ db: Database) throws -> [StoryDraft] {
        let sql = "SELECT * FROM storyDraft WHERE \(inPlace) ORDER BY updatedAt DESC, id DESC"
        return try fetchAll(db, sql: sql, arguments: [writer, parent ?? 0, kind])
    }

    static func find(of writer: Int64, parent: Int64?, kind: Fragment.Kind, _ db: Database) throws -> StoryDraft? {
        try all(of: writer, parent: parent, kind: kind, db).first
    }

    static func all(of writer: Int64, _ db: Database) throws -> [StoryDraft] {
        try fetchAll(db, sql: "SELECT * FROM storyDraft WHERE writer = ? ORDER BY updatedAt DESC, id DESC", arguments: [writer])
    }

    var hash: String {
        let words = ([title, text, photo ?? ""] + (description.isEmpty ? [] : [description])).map { "\($0.utf8.count):\($0)" }.joined()
        return Data(SHA256.hash(data: Data(words.utf8))).base64EncodedString()
    }

    /// An empty photo keeps the present one. Text that another form saved since stays in its own draft. Nil at the limit of drafts.
    @discardableResult
    static func keep(
        of writer: Int64, parent: Int64?, kind: Fragment.Kind, title: String, text: String, photo: String?, description: String = "",
        sending: String, from source: Source = Source(), at now: Date, _ db: Database
    ) throws -> StoryDraft? {
        let (title, text) = (String(title.prefix(longestTitle)), String(text.prefix(longestText)))
        let description = String(description.prefix(longestTitle))
        let there = try all(of: writer, parent: parent, kind: kind, db)
        let shown = there.first { $0.hash == source.base }
        let own =
            there.first { $0.form == source.form } ?? shown
            ?? there.first { ($0.title, $0.text) == (title, text) && (photo == nil || photo == $0.photo) }
        if let own {
            let sql = """
                UPDATE storyDraft SET title = ?, text = ?, photo = ifnull(?, photo), description = ?, form = ?, updatedAt = ? WHERE id = ?
                """
            try db.execute(sql: sql, arguments: [title, text, photo, description, source.form, now, own.id])
            return try find(own.id, db)
        }
        guard there.count < most else { return nil }
        // The page showed the photo of a draft that has changed since.
        let seen = source.base.isEmpty ? nil : there.first { $0.photo != nil }?.photo
        try db.execute(
            sql: """
                INSERT INTO storyDraft (writer, parent, kind, title, text, photo, description, sending, form, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [writer, parent, kind, title, text, photo ?? seen, description, sending, source.form, now])
        return try find(db.lastInsertedRowID, db)
    }

    private static func find(_ id: Int64, _ db: Database) throws -> StoryDraft? {
        try fetchOne(db, sql: "SELECT * FROM storyDraft WHERE id = ?", arguments: [id])
    }

    /// Removes it after publication, unless other words were saved since.
    func removePublished(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM storyDraft WHERE id = ? AND title = ? AND text = ? AND photo IS ? AND description = ?",
            arguments: [id, title, text, photo, description])
    }
}
