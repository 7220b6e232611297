import Accounts
import Admin
import Foundation
import GRDB

/// What moderators noted of a writer, in the seed: `{ by: …, at: 3 days ago, text: … }`. Notes on cases are not in an export.
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

    func write(on writer: Int64, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: by, address: "", requestID: "")
        try ModeratorNote.add(text, on: .writer(writer), by: actor, at: at, db)
    }

    static func exported(of writer: Int64, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT authorName, at, text FROM moderatorNote WHERE writer = ? ORDER BY id"
        return try Row.fetchAll(db, sql: sql, arguments: [writer]).map { row in
            .map([("by", .text(row[0])), ("at", .text(row[1])), ("text", .text(row[2]))])
        }
    }
}
