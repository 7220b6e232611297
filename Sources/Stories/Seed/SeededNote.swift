import Accounts
import Admin
import Foundation
import GRDB

/// A moderators' note on a writer or case in the seed: `{ by: …, at: 3 days ago, text: … }`.
struct SeededNote: Sendable {
    static let schema = SeedSchema.map([
        ("by", SeedSchema("string"), true), ("at", SeededMoment.schema, true),
        ("text", SeedSchema("string", ["maxLength": ModeratorNote.longest]), true),
    ])

    private let by: String
    private let at: Date
    private let text: String

    init?(_ node: SeedNode) {
        guard let mapping = SeedMapping(node, known: ["by", "at", "text"]), let by = mapping.required("by")?.text(),
            let at = mapping.moment("at"), let said = mapping.required("text"),
            let text = mapping.text("text", limit: ModeratorNote.longest)
        else { return nil }
        if text.isEmpty { said.refuse("blank") }
        (self.by, self.at, self.text) = (by, at, text)
    }

    func write(on subject: ModeratorNote.Subject, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: by, address: "", requestID: "")
        try ModeratorNote.add(text, on: subject, by: actor, at: at, db)
    }

    /// `condition` is SQL on `moderatorNote` with one argument.
    static func exported(_ condition: String, _ argument: Int64?, _ db: Database) throws -> [(String, SeedValue)] {
        let sql = "SELECT authorName, at, text FROM moderatorNote WHERE \(condition) ORDER BY id"
        let notes = try Row.fetchAll(db, sql: sql, arguments: [argument]).map { row -> SeedValue in
            .map([("by", .text(row["authorName"])), ("at", .text(row["at"])), ("text", .text(row["text"]))])
        }
        return notes.isEmpty ? [] : [("notes", .list(notes))]
    }
}
