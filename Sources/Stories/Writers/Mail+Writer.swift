import Admin
import Foundation
import GRDB

extension Mail {
    /// A message of the stories, which goes with the writer whom it is about.
    static func enqueue(to recipient: String, writer: Int64?, subject: String, body: String, at now: Date, _ db: Database) throws {
        let id = try enqueue(to: recipient, of: Stories.name, subject: subject, body: body, at: now, db)
        try db.execute(sql: "UPDATE mail SET writer = ? WHERE id = ?", arguments: [writer, id])
    }

    /// Sends one again, for an administrator.
    static func retry(_ id: Int64, at now: Date, _ db: Database) throws -> Bool { try retry(id, of: Stories.name, at: now, db) }
}
