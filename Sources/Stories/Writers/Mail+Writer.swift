import Admin
import Foundation
import GRDB

extension Mail {
    /// Queues a message of the stories, which is deleted with its writer.
    static func enqueue(to recipient: String, writer: Int64?, subject: String, body: String, at now: Date, _ db: Database) throws {
        let id = try enqueue(to: recipient, of: Stories.name, subject: subject, body: body, at: now, db)
        try db.execute(sql: "UPDATE mail SET writer = ? WHERE id = ?", arguments: [writer, id])
    }

    static func retry(_ id: Int64, at now: Date, _ db: Database) throws -> Bool { try retry(id, of: Stories.name, at: now, db) }
}
