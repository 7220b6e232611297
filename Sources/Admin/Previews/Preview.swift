import Foundation
import GRDB
import Web

/// Returns the template and values that show a record to its readers.
public typealias Preview<R> = @Sendable (R, PreviewContext) throws -> (template: String, values: Values)

public struct PreviewContext {
    public let db: Database
    public let words: Words
    public let zone: TimeZone
    public let origin: String

    /// Returns `src` and `alt` of a picture, false if there is none.
    public func picture(_ id: Int64?, size: PictureSize = .large) throws -> any Sendable {
        guard let id, let picture = try Picture.fetchOne(db, sql: "SELECT * FROM picture WHERE id = ?", arguments: [id]) else {
            return false
        }
        return ["src": picture.address(size), "alt": picture.alt] as Values
    }

    /// Returns a text in the reader's language, else the original.
    public func localized(_ translations: Translations, _ field: String, _ original: String) -> String {
        translations.reading(field, original, in: words.language).text
    }

    public func titles<R: Resource>(_ ids: [Int64], of type: R.Type) throws -> [Int64: String] {
        try Target(type).titles(ids, seenBy: nil, db)
    }
}

struct PreviewLink: Codable, Sendable, FetchableRecord {
    let id: Int64
    let kind: String
    let recordID: Int64
    let createdAt: Date
    let expiresAt: Date
    let actor: String

    /// In days.
    static let lifetimes = [1, 7, 30]
    /// Links per record; a further one ends the oldest.
    static let mostOfARecord = 20

    static func of(_ kind: String, _ recordID: Int64, now: Date, _ db: Database) throws -> [PreviewLink] {
        let sql = "SELECT * FROM previewLink WHERE kind = ? AND recordID = ? AND expiresAt > ? ORDER BY id DESC"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [kind, recordID, now])
    }

    static func prune(_ db: Database, now: Date) throws {
        try db.execute(sql: "DELETE FROM previewLink WHERE expiresAt <= ?", arguments: [now])
    }

    static func find(_ hash: Data, now: Date, _ db: Database) throws -> PreviewLink? {
        try fetchOne(db, sql: "SELECT * FROM previewLink WHERE tokenHash = ? AND expiresAt > ?", arguments: [hash, now])
    }
}
