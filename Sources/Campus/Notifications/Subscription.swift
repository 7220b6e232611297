import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A channel by which a visitor receives alerts; table `campusWay`.
struct Subscription: Decodable, FetchableRecord, Sendable {
    enum Channel: String, Codable, Sendable { case push, mail }

    let id: Int64
    let visitorID: Int64
    let channel: Channel
    let address: String
    let publicKey: Data?
    let secret: Data?
    let leavingKey: String?
    let label: String
    let topic: String
    let least: String
    let quietFrom: Int?
    let quietUntil: Int?
    let digestHour: Int?
    let language: Language
    let easy: Bool
    let confirmedAt: Date?

    static let limit = 5

    var choices: SubscriptionChoices {
        var choices = SubscriptionChoices()
        choices.topic = .init(rawValue: topic) ?? .all
        choices.least = AlertSeverity(rawValue: least) ?? .info
        if let quietFrom, let quietUntil { choices.quiet = (quietFrom, quietUntil) }
        choices.digest = digestHour
        return choices
    }

    var browser: WebSubscription? {
        guard let publicKey, let secret else { return nil }
        return WebSubscription(address: address, publicKey: publicKey, secret: secret)
    }

    static func all(of visitor: Int64?, _ db: Database) throws -> [Subscription] {
        try fetchAll(db, sql: "SELECT * FROM campusWay WHERE visitorID = ? ORDER BY id", arguments: [visitor])
    }

    static func find(_ id: Int64?, of visitor: Int64, _ db: Database) throws -> Subscription? {
        try fetchOne(db, sql: "SELECT * FROM campusWay WHERE id = ? AND visitorID = ?", arguments: [id, visitor])
    }

    /// Registers a browser and replaces earlier registrations of the browser or the visitor.
    static func keep(
        _ browser: WebSubscription, _ choices: SubscriptionChoices, _ label: String, _ language: LanguageVersion, of visitor: Int64,
        at now: Date,
        _ db: Database
    ) throws {
        try db.execute(
            sql: "DELETE FROM campusWay WHERE channel = 'push' AND (address = ? OR visitorID = ?)", arguments: [browser.address, visitor])
        try db.execute(
            sql: """
                INSERT INTO campusWay
                  (visitorID, channel, address, publicKey, secret, label, topic, least, language, easy, createdAt, confirmedAt)
                VALUES (?, 'push', ?, ?, ?, ?, 'all', 'info', ?, ?, ?, ?)
                """,
            arguments: [
                visitor, browser.address, browser.publicKey, browser.secret, label, language.language.rawValue, language.isEasy, now, now,
            ])
        try choices.keep(for: db.lastInsertedRowID, db)
    }

    static func read(easy: Bool, by visitor: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE campusWay SET easy = ? WHERE visitorID = ?", arguments: [easy, visitor])
    }

    func remove(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM campusWay WHERE id = ?", arguments: [id])
        try Self.forgetMail(db)
    }

    /// Deletes mail to addresses without a remaining subscription, sent or not.
    static func forgetMail(_ db: Database) throws {
        let left = "system = 'campus' AND recipient NOT IN (SELECT address FROM campusWay WHERE channel = 'mail')"
        try db.execute(
            sql: "UPDATE campusDelivery SET state = 'gone' WHERE mail IN (SELECT id FROM mail WHERE state = 'waiting' AND \(left))")
        try db.execute(sql: "DELETE FROM mail WHERE \(left)")
    }

    static func templateValues(of visitor: Int64?, _ words: Words, _ db: Database) throws -> [Values] {
        try all(of: visitor, db).map { subscription -> Values in
            let isMail = subscription.channel == .mail
            let pace = subscription.digestHour.map { " · " + words("campus.tell.daily", ["hour": SubscriptionChoices.clock($0)]) } ?? ""
            return [
                "id": String(subscription.id), "name": isMail ? subscription.address : subscription.label, "icon": isMail ? "mail" : "bell",
                "waits": subscription.confirmedAt == nil,
                "choices": [subscription.choices.values("way\(subscription.id)", words, isMail: isMail)],
                "summary": words("campus.tell.topics.\(subscription.topic)") + pace,
            ]
        }
    }
}

extension SubscriptionChoices {
    func keep(for subscription: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE campusWay SET topic = ?, least = ?, quietFrom = ?, quietUntil = ?, digestHour = CASE channel WHEN 'mail' THEN ? END
                WHERE id = ?
                """, arguments: [topic.rawValue, least.rawValue, quiet?.from, quiet?.until, digest, subscription])
    }
}
