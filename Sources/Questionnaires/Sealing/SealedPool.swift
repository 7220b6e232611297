import Foundation
import GRDB

/// Answers that were sent and are not yet among the others. Writing here takes no secret, reading takes the key that the job has.
enum SealedPool {
    /// Takes an answer in: the transaction of its receipt shows one slot that changed, and the number of those who wait.
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

    /// The key that answers are sealed to now. Where its file is gone, what was sealed to it is lost and counted, and a new one begins.
    static func openKey(_ keys: SealingKeys, _ db: Database) throws -> SealingKeys.Current {
        if let key = try SealingKeys.current(.answers, db), try keys.has(key.id) { return key }
        try giveUp(db)
        return try keys.renew(.answers, db)
    }

    /// What is here cannot be opened any more: it is counted as lost, so that results say so.
    static func giveUp(_ db: Database) throws {
        try db.execute(sql: "UPDATE sealedCount SET lost = lost + waiting, waiting = 0 WHERE waiting > 0")
        try SealedSlots.rearrange([], db)
    }

    /// How many answers wait for a version, and how many a restore has lost.
    static func counts(of version: Int64, _ db: Database) throws -> (waiting: Int, lost: Int) {
        let sql = "SELECT coalesce(sum(waiting), 0), coalesce(sum(lost), 0) FROM sealedCount WHERE version = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [version]) else { return (0, 0) }
        return (row[0], row[1])
    }

    /// All that wait.
    static func waiting(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT coalesce(sum(waiting), 0) FROM sealedCount") ?? 0
    }
}
