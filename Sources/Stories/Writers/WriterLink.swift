import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A link in a message that lets its holder do one thing once; table `writerLink`. Only the hash of its secret is kept.
struct WriterLink: Sendable {
    enum Purpose: String, Sendable, DatabaseValueConvertible {
        case verify, reset, change

        /// Seconds that it works.
        var lifetime: TimeInterval {
            switch self {
            case .verify, .change: 3 * 86400
            case .reset: 2 * 3600
            }
        }
    }

    let writer: Int64
    /// The new address of a change.
    let email: String?

    /// Makes a link in place of those before it for the same thing, and the message that carries it.
    /// - Parameter email: the new address, where the link is to prove that one.
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

    /// Messages of links that somebody may ask for within an hour.
    private static let mostMessages = 3

    /// The same when a writer asks for it, with the job that takes the message to him.
    /// - Returns: whether it is on its way; not where he has asked for enough already.
    static func sendAgain(
        _ purpose: Purpose, to writer: Writer, email: String?, origin: String, words: Words, at now: Date, _ db: Database
    ) throws -> Bool {
        let recent = "SELECT count(*) FROM mail WHERE writer = ? AND createdAt > ?"
        guard try Int.fetchOne(db, sql: recent, arguments: [writer.id, now - 3600]) ?? 0 < mostMessages else { return false }
        if let email,
            let owner = try Writer.fetchOne(db, sql: "SELECT * FROM writer WHERE email = ? AND id <> ?", arguments: [email, writer.id])
        {
            // The page says the same; only the owner of the address learns of it. It counts as a message of the one who asked.
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

    /// What a link allows, without using it up.
    static func find(_ token: Token, _ purposes: [Purpose], at now: Date, _ db: Database) throws -> WriterLink? {
        let marks = databaseQuestionMarks(count: purposes.count)
        let sql = "SELECT writer, email FROM writerLink WHERE tokenHash = ? AND expiresAt > ? AND purpose IN (\(marks))"
        var arguments: StatementArguments = [token.hash, now]
        arguments += StatementArguments(purposes)
        return try Row.fetchOne(db, sql: sql, arguments: arguments).map { WriterLink(writer: $0[0], email: $0[1]) }
    }

    private static func use(_ token: Token, _ purposes: [Purpose], at now: Date, _ db: Database) throws -> WriterLink? {
        guard let link = try find(token, purposes, at: now, db) else { return nil }
        try db.execute(sql: "DELETE FROM writerLink WHERE tokenHash = ?", arguments: [token.hash])
        return link
    }

    /// The address of a writer is proved, or replaced by the one that the link was sent to.
    /// - Returns: the writer; nil for a link that was used, is too old or was invented, or where another has the address by now.
    static func verify(_ token: Token, at now: Date, _ db: Database) throws -> Int64? {
        guard let link = try use(token, [.verify, .change], at: now, db) else { return nil }
        if let email = link.email, try Registration.emailProblem(email, link.writer, db) != nil { return nil }
        try db.execute(
            sql: "UPDATE writer SET verifiedAt = ?, email = ifnull(?, email) WHERE id = ? AND deletedAt IS NULL",
            arguments: [now, link.email, link.writer])
        return db.changesCount == 1 ? link.writer : nil
    }

    /// A new password by a link; whoever was signed in with the old one is not any more.
    static func reset(_ token: Token, passwordHash: String, at now: Date, _ db: Database) throws -> Int64? {
        guard let link = try use(token, [.reset], at: now, db) else { return nil }
        try db.execute(
            sql: "UPDATE writer SET passwordHash = ?, verifiedAt = ifnull(verifiedAt, ?) WHERE id = ? AND deletedAt IS NULL",
            arguments: [passwordHash, now, link.writer])
        guard db.changesCount == 1 else { return nil }
        try db.execute(sql: "DELETE FROM writerSession WHERE writer = ?", arguments: [link.writer])
        return link.writer
    }
}
