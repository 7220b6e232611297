import Foundation
import GRDB

/// A person's unsent answers, stored under their name. For an anonymous questionnaire the draft is sealed. Its key is a file beside the
/// database, renewed every night and kept out of backups. Sending destroys the draft.
struct FillingDraft: Sendable, Equatable {
    let offer: String
    let version: Int64
    var replies: Replies
    var page: Int64

    private struct Written: Codable {
        let replies: Replies
        let page: Int64
    }

    /// Days without a change after which a draft is removed.
    static let keptDays = 30

    /// Nil also for a draft whose sealing key is gone.
    static func find(_ offer: String, _ db: Database) throws -> FillingDraft? {
        let sql = "SELECT version, content, sealedWith FROM filling WHERE offer = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) else { return nil }
        var content: Data = row["content"]
        if let key: String = row["sealedWith"] {
            guard let opened = try SealedDraft.open(content, of: offer, key, SealingKeys(beside: db)) else { return nil }
            content = opened.json
        }
        guard let written = try? JSONDecoder().decode(Written.self, from: content) else { return nil }
        return FillingDraft(offer: offer, version: row["version"], replies: written.replies, page: written.page)
    }

    /// Whether a draft exists but cannot be opened, because the site was restored without the key.
    static func isLost(_ offer: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM filling WHERE offer = ?)"
        let isThere = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) ?? false
        return try isThere && find(offer, db) == nil
    }

    func save(now: Date, _ db: Database) throws {
        var content = try JSONEncoder().encode(Written(replies: replies, page: page))
        var key: String?
        if try isOfAnonymous(db) { (content, key) = try SealedDraft.seal(content, of: offer, db) }
        let sql = """
            INSERT INTO filling (offer, version, content, sealedWith, day) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (offer) DO UPDATE SET version = excluded.version, content = excluded.content, sealedWith = excluded.sealedWith,
              day = excluded.day
            """
        try db.cachedStatement(sql: sql).execute(arguments: [offer, version, content, key, Self.day(now)])
    }

    private func isOfAnonymous(_ db: Database) throws -> Bool {
        let sql = "SELECT anonymous FROM offer JOIN questionnaire ON questionnaire.id = offer.questionnaire WHERE offer.id = ?"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) ?? true
    }

    static func discard(_ offer: String, _ db: Database) throws {
        for table in ["filling", "answerFile"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE offer = ?").execute(arguments: [offer])
        }
    }

    static func sweep(now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM filling WHERE day < ?", arguments: [day(now - TimeInterval(keptDays * 86_400))])
    }

    /// `2026-01-31` in UTC. A time of day could identify the person.
    static func day(_ moment: Date) -> String { String(moment.formatted(.iso8601).prefix(10)) }
}
