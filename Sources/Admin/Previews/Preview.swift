import Foundation
import GRDB
import Web

/// How a record looks to those it is made for: a template and what it shows.
public typealias Preview<R> = @Sendable (R, PreviewContext) throws -> (template: String, values: Values)

/// What drawing a preview needs to know.
public struct PreviewContext {
    public let db: Database
    public let words: Words
    public let zone: TimeZone
    /// What stands before a path in an address that leaves the site.
    public let origin: String

    /// A picture as templates want it: `src` and `alt`; false when there is none.
    public func picture(_ id: Int64?, size: PictureSize = .large) throws -> any Sendable {
        guard let id, let picture = try Picture.fetchOne(db, sql: "SELECT * FROM picture WHERE id = ?", arguments: [id]) else {
            return false
        }
        return ["src": picture.address(size), "alt": picture.alt] as Values
    }

    /// What the reader reads of a text that may be translated.
    public func said(_ translations: Translations, _ field: String, _ original: String) -> String {
        translations.reading(field, original, in: words.language).text
    }

    /// The titles of records of a resource.
    public func titles<R: Resource>(_ ids: [Int64], of type: R.Type) throws -> [Int64: String] {
        try Target(type).titles(ids, seenBy: nil, db)
    }
}

/// A secret address under which a record can be seen as it will be, for some days, by whoever has it.
struct PreviewLink: Codable, Sendable, FetchableRecord {
    let id: Int64
    let kind: String
    let recordID: Int64
    let createdAt: Date
    let expiresAt: Date
    let actor: String

    /// Days that a link may last.
    static let lifetimes = [1, 7, 30]
    /// For each record; one more ends the oldest.
    static let mostOfARecord = 20

    static func of(_ kind: String, _ recordID: Int64, now: Date, _ db: Database) throws -> [PreviewLink] {
        let sql = "SELECT * FROM previewLink WHERE kind = ? AND recordID = ? AND expiresAt > ? ORDER BY id DESC"
        return try fetchAll(db.cachedStatement(sql: sql), arguments: [kind, recordID, now])
    }

    static func prune(_ db: Database, now: Date) throws {
        try db.execute(sql: "DELETE FROM previewLink WHERE expiresAt <= ?", arguments: [now])
    }

    /// The link of a token, as long as it works.
    static func find(_ hash: Data, now: Date, _ db: Database) throws -> PreviewLink? {
        try fetchOne(db, sql: "SELECT * FROM previewLink WHERE tokenHash = ? AND expiresAt > ?", arguments: [hash, now])
    }
}
