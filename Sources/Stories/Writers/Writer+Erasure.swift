import Accounts
import Admin
import Foundation
import GRDB

extension Writer {
    /// Deletes a writer's personal data. Row and fragments stay, as "a former writer", because others have built on them.
    static func erase(_ id: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE writer SET email = NULL, nickname = NULL, passwordHash = NULL, firstName = '', lastName = '', birthYear = NULL,
                  sex = NULL, country = NULL, avatar = NULL, verifiedAt = NULL, acceptedAt = NULL, acceptedEdition = NULL, deletedAt = ?
                WHERE id = ? AND \(notErased)
                """, arguments: [now, id])
        let own = [
            "writerSession", "writerLink", "signIn", "storyNotice", "storyDraft", "lease", "mail", "moderatorNote", "readingPlace",
            "fragmentRead", "storyFollow", "writerNetwork", "suspendedSession",
        ]
        for table in own {
            try db.execute(sql: "DELETE FROM \(table) WHERE writer = ?", arguments: [id])
        }
        try db.execute(
            sql: """
                DELETE FROM moderatorNote WHERE caseID IN (SELECT moderationCase.id FROM moderationCase
                  JOIN fragment ON fragment.id = moderationCase.fragment WHERE fragment.writer = ?)
                """, arguments: [id])
        try FailedAttemptLog.forget(WriterTarget.kind, id, db)
        // Messages in the folder go with their rows.
        try Jobs.enqueue(db, Outbox.kind, by: .system("erasure"))
        try db.execute(sql: "DELETE FROM storyNotice WHERE kind = 'follower' AND actor = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM follow WHERE follower = :id OR followed = :id", arguments: ["id": id])
        // What was hidden of the profile is the writer's too.
        try db.execute(
            sql: "UPDATE profileHiding SET face = NULL, nickname = NULL, firstName = '', lastName = '' WHERE writer = ?", arguments: [id])
        try db.execute(sql: "UPDATE profileReport SET note = '' WHERE writer = ?", arguments: [id])
        // Reports about others keep their outcome and lose their words, as do messages to the writer.
        try db.execute(sql: "UPDATE fragmentReport SET note = '' WHERE writer = ?", arguments: [id])
        try db.execute(
            sql: "UPDATE appeal SET text = '', answer = '' WHERE decision IN (SELECT id FROM decision WHERE writer = ?)", arguments: [id])
        try db.execute(sql: "UPDATE decision SET message = '' WHERE writer = ?", arguments: [id])
    }
}
