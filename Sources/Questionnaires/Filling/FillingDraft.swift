import Foundation
import GRDB

/// What somebody has typed and not sent yet. It stands under his name until then, and he is told so; the act that sends it destroys it.
struct FillingDraft: Sendable, Equatable {
    let offer: String
    let version: Int64
    var replies: Replies
    /// The page he was on last.
    var page: Int64

    /// Days after which what nobody has touched is thrown away.
    static let keptDays = 30

    static func find(_ offer: String, _ db: Database) throws -> FillingDraft? {
        let sql = "SELECT version, replies, page FROM filling WHERE offer = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) else { return nil }
        return FillingDraft(offer: offer, version: row["version"], replies: Replies(json: row["replies"]), page: row["page"])
    }

    func save(now: Date, _ db: Database) throws {
        let sql = """
            INSERT INTO filling (offer, version, replies, page, updatedAt) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (offer) DO UPDATE SET version = excluded.version, replies = excluded.replies, page = excluded.page,
              updatedAt = excluded.updatedAt
            """
        try db.cachedStatement(sql: sql).execute(arguments: [offer, version, replies.json, page, now])
    }

    static func discard(_ offer: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM filling WHERE offer = ?").execute(arguments: [offer])
    }

    /// Throws away what nobody has touched for long.
    static func sweep(now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM filling WHERE updatedAt < ?", arguments: [now - TimeInterval(keptDays * 86_400)])
    }
}

extension Replies {
    /// What cannot be read is no reply.
    init(json: String) { self = (try? JSONDecoder().decode(Replies.self, from: Data(json.utf8))) ?? Replies() }

    var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}" }
}
