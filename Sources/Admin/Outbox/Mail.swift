import Foundation
import GRDB

/// A message on its way; table `mail`. Written in the transaction of what it tells of, sent afterwards, so that neither is without the
/// other.
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
    /// The address that takes the recipient off a list, empty for what goes to one person.
    let leaving: String
    /// The same as HTML, for programs that show it; empty for text alone.
    public let html: String

    /// Whether its links are without the site's address, and it waits until that is known.
    let needsAddress: Bool

    /// After so many tries it waits for a person.
    static let mostAttempts = 8
    /// Stands in links until the site's address is known; a name that nobody can ever have (RFC 2606).
    public static let unknownOrigin = "https://address-of-the-site.invalid"
    /// The error of one that a restore found waiting and nobody wanted sent.
    public static let aside = "restored"

    /// - Parameters:
    ///   - system: the name of the system that writes.
    ///   - html: the same as HTML; it asks for nothing from elsewhere, so that nobody learns who opened it.
    ///   - leaving: the address that takes the recipient off a list with one click (RFC 8058), for what goes to many.
    ///   - isUrgent: whether it goes before everything else.
    /// - Returns: its number.
    @discardableResult
    public static func enqueue(
        to recipient: String, of system: String, subject: String, body: String, html: String = "", leaving: String = "",
        isUrgent: Bool = false, at now: Date, _ db: Database
    ) throws -> Int64 {
        let needsAddress = [body, html, leaving].contains { $0.contains(unknownOrigin) }
        try db.cachedStatement(
            sql: """
                INSERT INTO mail (system, recipient, subject, body, html, leaving, isUrgent, needsAddress, createdAt, nextAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [system, recipient, subject, body, html, leaving, isUrgent, needsAddress, now, now])
        return db.lastInsertedRowID
    }

    /// Takes messages that are due for a quarter of an hour: whoever dies with them leaves them to the next. What one person waits for
    /// goes before what goes to many.
    /// - Parameter origin: where the site is reached; without it, messages with links wait.
    static func take(_ limit: Int = 20, urgent: Bool = false, origin: String? = nil, at now: Date, _ db: Database) throws -> [Mail] {
        if let origin { try write(origin, db) }
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

    /// Gives back what was taken and not tried.
    static func giveBack(_ mails: [Mail], at now: Date, _ db: Database) throws {
        for mail in mails {
            try db.execute(
                sql: "UPDATE mail SET attempts = ?, nextAt = ? WHERE id = ? AND state = 'waiting'",
                arguments: [mail.attempts, now, mail.id])
        }
    }

    private static func write(_ origin: String, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE mail SET body = replace(body, :unknown, :origin), html = replace(html, :unknown, :origin),
                    leaving = replace(leaving, :unknown, :origin), needsAddress = 0 WHERE needsAddress = 1
                """, arguments: ["unknown": unknownOrigin, "origin": origin])
    }

    /// How many wait for the site's address.
    static func withoutAddress(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM mail WHERE state = 'waiting' AND needsAddress = 1")) ?? 0
    }

    /// Puts aside what waited in a copy: the original may have sent it. A person may send it all the same.
    static func putAside(before moment: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE mail SET state = 'failed', error = ? WHERE state = 'waiting' AND createdAt < ?", arguments: [aside, moment])
    }

    func sent(at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE mail SET state = 'sent', sentAt = ?, body = '', html = '', error = '' WHERE id = ?", arguments: [now, id])
    }

    /// It lies in a folder, and here for an administrator, for want of a way to send it.
    func kept(at now: Date, _ db: Database) throws {
        try db.execute(sql: "UPDATE mail SET state = 'kept', sentAt = ?, error = '' WHERE id = ?", arguments: [now, id])
    }

    /// The next try comes after a minute, then twice as late each time.
    func failed(_ error: String, at now: Date, _ db: Database) throws {
        let tries = attempts + 1
        let state = tries >= Self.mostAttempts ? State.failed : .waiting
        try db.execute(
            sql: "UPDATE mail SET state = ?, nextAt = ?, error = ? WHERE id = ?",
            arguments: [state, now + 60 * pow(2, Double(tries - 1)), String(error.prefix(300)), id])
    }

    /// Sends one again, for an administrator.
    public static func retry(_ id: Int64, of system: String, at now: Date, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE mail SET state = 'waiting', attempts = 0, nextAt = ?, sentAt = NULL, error = ''
                WHERE id = ? AND system = ? AND state <> 'sent'
                """, arguments: [now, id, system])
        return db.changesCount == 1
    }
}
