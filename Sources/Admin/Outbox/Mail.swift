import Accounts
import Foundation
import GRDB
import Web

/// A message to send; table `mail`. Written in the transaction of its event, so that neither exists without the other.
public struct Mail: Decodable, FetchableRecord, Equatable, Sendable {
    public enum State: String, Codable, Sendable, DatabaseValueConvertible { case waiting, sent, kept, failed }

    public let id: Int64
    public let recipient: String
    public let subject: String
    public let body: String
    public let state: State
    public let attempts: Int
    public let error: String
    public let createdAt: Date
    public let sentAt: Date?
    /// The unsubscribe address; empty for a personal message.
    let leaving: String
    /// The HTML version; empty for text alone.
    public let html: String

    let needsAddress: Bool
    public let nextAt: Date
    /// When its link ends, after which it is not sent; nil for one without such a link.
    let endsAt: Date?

    static let mostAttempts = 8
    /// A placeholder in links until the site's address is known; the name cannot exist (RFC 2606).
    public static let unknownOrigin = "https://address-of-the-site.invalid"
    /// The error of a message found waiting by a restore and not sent.
    public static let aside = "restored"

    /// Adds a message and returns its number. `system` is the sender's name. `html` must not load remote content, which would reveal who
    /// opened it. `leaving` is a one-click unsubscribe address (RFC 8058) for mass mail; `isUrgent` puts it first. It leaves when `due`,
    /// at once if nil, and not after its link `ends`.
    @discardableResult
    public static func enqueue(
        to recipient: String, of system: String, subject: String, body: String, html: String = "", leaving: String = "",
        isUrgent: Bool = false, due: Date? = nil, ends: Date? = nil, at now: Date, _ db: Database
    ) throws -> Int64 {
        let needsAddress = [body, html, leaving].contains { $0.contains(unknownOrigin) }
        try db.cachedStatement(
            sql: """
                INSERT INTO mail (system, recipient, subject, body, html, leaving, isUrgent, needsAddress, createdAt, nextAt, endsAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [system, recipient, subject, body, html, leaving, isUrgent, needsAddress, now, due ?? now, ends])
        return db.lastInsertedRowID
    }

    /// Reserves due messages for 15 minutes, then others retry; personal before mass mail. Without `origin`, those with links wait.
    static func take(_ limit: Int = 20, urgent: Bool = false, origin: String? = nil, at now: Date, _ db: Database) throws -> [Mail] {
        if let origin { try write(origin, db) }
        try end(at: now, db)
        let due = try fetchAll(
            db,
            sql: """
                SELECT * FROM mail WHERE state = 'waiting' AND nextAt <= ? AND isUrgent = ? AND needsAddress = 0
                ORDER BY leaving <> '', nextAt, id LIMIT ?
                """, arguments: [now, urgent, limit])
        for mail in due {
            try db.execute(
                sql: "UPDATE mail SET attempts = attempts + 1, nextAt = ? WHERE id = ?", arguments: [now + 900, mail.id])
        }
        return due
    }

    static func giveBack(_ mails: [Mail], at now: Date, _ db: Database) throws {
        for mail in mails {
            try db.execute(
                sql: "UPDATE mail SET attempts = ?, nextAt = ? WHERE id = ? AND state = 'waiting'",
                arguments: [mail.attempts, now, mail.id])
        }
    }

    private static func end(at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE mail SET state = 'failed', error = ?, body = '', html = '' WHERE state = 'waiting' AND endsAt <= ?",
            arguments: [MailTransport.Failure(.ended).saying.json, now])
    }

    private static func write(_ origin: String, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE mail SET body = replace(body, :unknown, :origin), html = replace(html, :unknown, :origin),
                    leaving = replace(leaving, :unknown, :origin), needsAddress = 0 WHERE needsAddress = 1
                """, arguments: ["unknown": unknownOrigin, "origin": origin])
    }

    static func withoutAddress(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM mail WHERE state = 'waiting' AND needsAddress = 1")) ?? 0
    }

    /// Sets aside what waited in a copy: the original may have sent it. A person may still send it.
    static func putAside(before moment: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE mail SET state = 'failed', error = ? WHERE state = 'waiting' AND createdAt < ?", arguments: [aside, moment])
    }

    func sent(at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE mail SET state = 'sent', sentAt = ?, body = '', html = '', error = '' WHERE id = ?", arguments: [now, id])
    }

    /// Stored in a folder and listed for an administrator, because no transport is set.
    func kept(at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE mail SET state = 'kept', sentAt = ?, error = '' WHERE id = ?", arguments: [now, id])
    }

    /// Retries after a minute, doubling the delay each time, unless another try must fail too.
    func failed(_ error: String, isFinal: Bool = false, at now: Date, _ db: Database) throws {
        let tries = attempts + 1
        let state = isFinal || tries >= Self.mostAttempts ? State.failed : .waiting
        try db.execute(
            sql: "UPDATE mail SET state = ?, nextAt = ?, error = ? WHERE id = ?",
            arguments: [state, now + 60 * pow(2, Double(tries - 1)), String(error.prefix(1_000)), id])
    }

    /// Why it has not left, in a sentence; nil where nothing went wrong.
    public func trouble(_ words: Words) -> String? {
        error.isEmpty ? nil : error == Self.aside ? words("mail.aside") : LocalizedMessage(json: error).localized(in: words)
    }

    /// The same of a row's error in few words, for an operator.
    public static func technical(_ error: String) -> String {
        let message = LocalizedMessage(json: error)
        return message.values["said"].map { said in [message.values["server"] ?? "", said].filter { !$0.isEmpty }.joined(separator: ": ") }
            ?? error
    }

    static func removeOld(_ db: Database, now: Date) throws -> Int {
        try db.execute(
            sql: "DELETE FROM mail WHERE system = ? AND state <> 'waiting' AND createdAt < ?",
            arguments: [AccountMail.system, now - 30 * 86_400])
        return db.changesCount
    }

    static func exists(_ id: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM mail WHERE id = ?)", arguments: [id]) ?? false
    }

    /// Sends a message again, for an administrator: one of a system, or of any.
    public static func retry(_ id: Int64, of system: String? = nil, at now: Date, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE mail SET state = 'waiting', attempts = 0, nextAt = ?, sentAt = NULL, error = ''
                WHERE id = ? AND (? IS NULL OR system = ?) AND state <> 'sent' AND (endsAt IS NULL OR endsAt > ?)
                """, arguments: [now, id, system, system, now])
        return db.changesCount == 1
    }
}
