import Accounts
import Foundation
import GRDB
import Web

/// A note of moderators about a case or writer, shown only to moderators; table `moderatorNote`.
struct ModeratorNote: Decodable, FetchableRecord, Equatable, Sendable {
    enum Subject: Equatable, Sendable {
        case aCase(Int64), writer(Int64)
    }

    let id: Int64
    let authorName: String
    let text: String
    let at: Date

    /// Characters.
    static let longest = 1000

    /// Returns the key of the sentence that explains why a note is refused, or nil.
    static func problem(_ text: String) -> String? {
        if TextRule.isBlank(text) || TextRule.length(text) > longest { return "stories.desk.notes.problem" }
        return TextRule.flaw(in: text, as: .text)?.textKey
    }

    static func add(_ text: String, on subject: Subject, by actor: Actor, at now: Date, _ db: Database) throws {
        let (caseID, writer): (Int64?, Int64?) =
            switch subject {
            case .aCase(let id): (id, nil)
            case .writer(let id): (nil, id)
            }
        try db.execute(
            sql: "INSERT INTO moderatorNote (caseID, writer, author, authorName, text, at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [caseID, writer, actor.accountID, actor.name, text, now])
        let kind = caseID == nil ? "stories.writers" : "stories.cases"
        let id = caseID ?? writer ?? 0
        try AuditEntry.write(db, "stories.notes.add", by: actor, on: (kind, id, String(id)))
    }

    static func all(on subject: Subject, _ db: Database) throws -> [ModeratorNote] {
        switch subject {
        case .aCase(let id): try fetchAll(db, sql: "SELECT * FROM moderatorNote WHERE caseID = ? ORDER BY id", arguments: [id])
        case .writer(let id): try fetchAll(db, sql: "SELECT * FROM moderatorNote WHERE writer = ? ORDER BY id", arguments: [id])
        }
    }
}
