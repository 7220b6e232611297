import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A mail address for alerts. A link in a message confirms it, and a link in every message ends it.
enum MailChannel {
    /// Seconds in which the confirmation link is valid.
    static let patience: TimeInterval = 2 * 86_400
    /// Confirmation messages to one address in a day.
    private static let mostConfirmations = 3

    /// Stores a pending address and sends the confirmation. The response never reveals anything about the address.
    static func ask(
        _ address: String, _ choices: SubscriptionChoices, _ words: Words, easy: Bool, origin: String, of visitor: Int64, at now: Date,
        _ db: Database
    ) throws {
        let address = address.lowercased()
        let known = try Subscription.fetchOne(
            db, sql: "SELECT * FROM campusWay WHERE visitorID = ? AND channel = 'mail' AND address = ?", arguments: [visitor, address])
        if let known, known.confirmedAt != nil { return try choices.keep(for: known.id, db) }
        if let known { try known.remove(db) }
        let (token, leaving) = (Token(), Token())
        guard try Subscription.all(of: visitor, db).count < Subscription.limit else { return }
        try db.execute(
            sql: """
                INSERT INTO campusWay (visitorID, channel, address, confirmHash, leavingKey, topic, least, language, easy, createdAt)
                VALUES (?, 'mail', ?, ?, ?, 'all', 'info', ?, ?, ?)
                """, arguments: [visitor, address, token.hash, leaving.text, words.language.rawValue, easy, now])
        try choices.keep(for: db.lastInsertedRowID, db)
        guard try mayWrite(to: address, at: now, db) else { return }
        let link = "\(origin)\(MailLinkPages.confirmations)/\(token.text)"
        let (subject, body) = (words("campus.letters.confirm.subject"), words("campus.letters.confirm.body", ["link": link]))
        let html = MailHTML(language: words.language, links: [link]).page(body, title: subject)
        try Mail.enqueue(to: address, of: Campus.name, subject: subject, body: body, html: html, at: now, db)
        try Jobs.enqueue(db, Outbox.kind, by: .system(""))
    }

    private static func mayWrite(to address: String, at now: Date, _ db: Database) throws -> Bool {
        let hash = MailAddress.hash(address)
        let sql = "SELECT count(*) FROM campusConfirmation WHERE addressHash = ? AND at > ?"
        guard try Int.fetchOne(db, sql: sql, arguments: [hash, now - 86_400]) ?? 0 < mostConfirmations else { return false }
        try db.execute(sql: "INSERT INTO campusConfirmation (addressHash, at) VALUES (?, ?)", arguments: [hash, now])
        return true
    }

    static func waiting(_ token: Token, at now: Date, _ db: Database) throws -> Subscription? {
        try Subscription.fetchOne(
            db, sql: "SELECT * FROM campusWay WHERE confirmHash = ? AND createdAt > ?", arguments: [token.hash, now - patience])
    }

    /// Confirms the address and deletes its other subscriptions. False for a used or expired link.
    static func confirm(_ token: Token, at now: Date, _ db: Database) throws -> Bool {
        guard let subscription = try waiting(token, at: now, db) else { return false }
        try db.execute(
            sql: "DELETE FROM campusWay WHERE channel = 'mail' AND address = ? AND id <> ?",
            arguments: [subscription.address, subscription.id])
        try db.execute(sql: "UPDATE campusWay SET confirmHash = NULL, confirmedAt = ? WHERE id = ?", arguments: [now, subscription.id])
        return true
    }

    static func leave(_ key: String, _ db: Database) throws {
        try Subscription.fetchOne(db, sql: "SELECT * FROM campusWay WHERE leavingKey = ?", arguments: [key])?.remove(db)
    }
}
