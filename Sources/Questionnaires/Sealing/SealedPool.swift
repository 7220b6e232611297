import Foundation
import GRDB

/// Sent answers that have not joined the others. Writing needs no secret; reading needs the job's key.
enum SealedPool {
    /// Adds an answer. The receipt's transaction changes only one slot and the count of waiting answers.
    static func add(_ answer: SealedAnswer, _ db: Database) throws {
        let keys = try SealingKeys(beside: db)
        var answer = answer
        let key = try openKey(keys, db)
        try SealedSlots.add(try answer.sealed(to: key.publicKey ?? Data(), keys), db)
        let sql = """
            INSERT INTO sealedCount (version, activity, waiting) VALUES (?, ?, 1)
            ON CONFLICT (version, activity) DO UPDATE SET waiting = waiting + 1
            """
        try db.cachedStatement(sql: sql).execute(arguments: [answer.version, answer.activity ?? 0])
    }

    /// The current sealing key. When its file is gone, the sealed answers count as lost and a new key is made.
    static func openKey(_ keys: SealingKeys, _ db: Database) throws -> SealingKeys.Current {
        if let key = try SealingKeys.current(.answers, db), try keys.has(key.id) { return key }
        try giveUp(db)
        return try keys.renew(.answers, db)
    }

    /// Counts the current content as lost, so that results report it.
    static func giveUp(_ db: Database) throws {
        try db.execute(sql: "UPDATE sealedCount SET lost = lost + waiting, waiting = 0 WHERE waiting > 0")
        try SealedSlots.rearrange([], db)
    }

    static func counts(of version: Int64, _ db: Database) throws -> (waiting: Int, lost: Int) {
        let sql = "SELECT coalesce(sum(waiting), 0) AS waiting, coalesce(sum(lost), 0) AS lost FROM sealedCount WHERE version = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [version]) else { return (0, 0) }
        return (row["waiting"], row["lost"])
    }

    static func waiting(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT coalesce(sum(waiting), 0) FROM sealedCount") ?? 0
    }
}
