import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A link in a message that allows one action once; table `writerLink`. Only the secret's hash is stored.
struct WriterLink: Sendable {
    enum Purpose: String, Sendable, DatabaseValueConvertible {
        case verify, reset, change

        /// Seconds.
        var lifetime: TimeInterval {
            switch self {
            case .verify, .change: 3 * 86400
            case .reset: 2 * 3600
            }
        }
    }

    let writer: Int64
    let email: String?

    /// Creates a link, which replaces earlier ones for the same purpose, and its message. `email` is a new address to prove.
    static func send(
        _ purpose: Purpose, to writer: Writer, email: String? = nil, origin: String, words: Words, at now: Date, _ db: Database
    ) throws {
        guard let recipient = email ?? writer.email else { return }
        let token = Token()
        try db.execute(
            sql: "DELETE FROM writerLink WHERE expiresAt <= ? OR (writer = ? AND purpose = ?)", arguments: [now, writer.id, purpose])
        try db.execute(
            sql: "INSERT INTO writerLink (tokenHash, writer, purpose, email, expiresAt) VALUES (?, ?, ?, ?, ?)",
            arguments: [token.hash, writer.id, purpose, email, now + purpose.lifetime])
        let link = "\(origin)/stories/\(purpose == .reset ? "recovery" : "verification")/\(token.text)"
        let values = ["name": writer.firstName, "link": link]
        try Mail.enqueue(
            to: recipient, writer: writer.id, subject: words("stories.mail.\(purpose.rawValue).subject"),
            body: words("stories.mail.\(purpose.rawValue).body", values), at: now, db)
    }

    private static let mostMessages = 3

    /// Sends a link at the writer's request, with the job that delivers it. Returns false at the limit.
    static func sendAgain(
        _ purpose: Purpose, to writer: Writer, email: String?, origin: String, words: Words, at now: Date, _ db: Database
    ) throws -> Bool {
        let recent = "SELECT count(*) FROM mail WHERE writer = ? AND createdAt > ?"
        guard try Int.fetchOne(db, sql: recent, arguments: [writer.id, now - 3600]) ?? 0 < mostMessages else { return false }
        if let email,
            let owner = try Writer.fetchOne(db, sql: "SELECT * FROM writer WHERE email = ? AND id <> ?", arguments: [email, writer.id])
        {
            // The page's answer is the same; only the address's owner learns of it. The message counts for the requesting writer.
            let values = ["name": owner.firstName, "link": origin + "/stories/recovery"]
            try Mail.enqueue(
                to: email, writer: writer.id, subject: words("stories.mail.known.subject"), body: words("stories.mail.known.body", values),
                at: now, db)
        } else {
            try send(purpose, to: writer, email: email, origin: origin, words: words, at: now, db)
        }
        try Jobs.enqueue(db, Outbox.kind, by: .system("address"))
        return true
    }

    static func find(_ token: Token, _ purposes: [Purpose], at now: Date, _ db: Database) throws -> WriterLink? {
        let marks = databaseQuestionMarks(count: purposes.count)
        let sql = "SELECT writer, email FROM writerLink WHERE tokenHash = ? AND expiresAt > ? AND purpose IN (\(marks))"
        var arguments: StatementArguments = [token.hash, now]
        arguments += StatementArguments(purposes)
        return try Row.fetchOne(db, sql: sql, arguments: arguments).map { WriterLink(writer: $0["writer"], email: $0["email"]) }
    }

    private static func use(_ token: Token, _ purposes: [Purpose], at now: Date, _ db: Database) throws -> WriterLink? {
        guard let link = try find(token, purposes, at: now, db) else { return nil }
        try db.execute(sql: "DELETE FROM writerLink WHERE tokenHash = ?", arguments: [token.hash])
        return link
    }

    /// Proves the writer's address, or replaces it. Nil for an invalid link, or when another writer has the address.
    static func verify(_ token: Token, at now: Date, _ db: Database) throws -> Int64? {
        guard let link = try use(token, [.verify, .change], at: now, db) else { return nil }
        if let email = link.email, try Registration.emailProblem(email, link.writer, db) != nil { return nil }
        try db.execute(
            sql: "UPDATE writer SET verifiedAt = ?, email = ifnull(?, email) WHERE id = ? AND \(Writer.notErased)",
            arguments: [now, link.email, link.writer])
        return db.changesCount == 1 ? link.writer : nil
    }

    /// Sets a new password by a link and ends all sessions.
    static func reset(_ token: Token, passwordHash: String, at now: Date, _ db: Database) throws -> Int64? {
        guard let link = try use(token, [.reset], at: now, db) else { return nil }
        try db.execute(
            sql: "UPDATE writer SET passwordHash = ?, verifiedAt = ifnull(verifiedAt, ?) WHERE id = ? AND \(Writer.notErased)",
            arguments: [passwordHash, now, link.writer])
        guard db.changesCount == 1 else { return nil }
        try db.execute(sql: "DELETE FROM writerSession WHERE writer = ?", arguments: [link.writer])
        return link.writer
    }
}
