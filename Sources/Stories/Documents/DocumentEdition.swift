import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A later edition of a document in Markdown; table `documentEdition`. Kept for good, because writers have agreed to it.
struct DocumentEdition: Decodable, FetchableRecord, Equatable, Sendable {
    let number: Int
    let language: String
    let text: String
    /// As `Translations.stored`, with the field `text`.
    let translations: String
    let isAsked: Bool
    let authorName: String
    let at: Date

    /// Characters.
    static let longest = 40_000

    /// A language without a translation falls back to English, and that to the original.
    func text(in language: Language) -> String {
        if let own = own(in: language) { return own }
        return own(in: .english) ?? text
    }

    func own(in language: Language) -> String? {
        if language.rawValue == self.language { return text }
        return translations == "{}" ? nil : Translations(stored: translations)["text", language]?.text
    }

    static func find(_ document: StoryDocument, number: Int? = nil, _ db: Database) throws -> DocumentEdition? {
        let sql = "SELECT * FROM documentEdition WHERE document = ? AND number = ifnull(?, number) ORDER BY number DESC LIMIT 1"
        return try fetchOne(db, sql: sql, arguments: [document.rawValue, number])
    }

    static func all(of document: StoryDocument, _ db: Database) throws -> [DocumentEdition] {
        try fetchAll(db, sql: "SELECT * FROM documentEdition WHERE document = ? ORDER BY number DESC", arguments: [document.rawValue])
    }

    /// The edition of all documents that a writer must have accepted; it rises with each one that asks for acceptance.
    static func accepted(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 + count(*) FROM documentEdition WHERE isAsked = 1")) ?? 1
    }

    /// `known` is the newest edition that the author saw. Returns false when another was published since.
    static func publish(
        _ document: StoryDocument, after known: Int, _ text: String, in original: Language, others: [Language: String] = [:],
        isAsked: Bool, by actor: Actor, at now: Date, _ db: Database
    ) throws -> Bool {
        guard try find(document, db)?.number ?? 1 == known else { return false }
        var translations = Translations()
        for (language, text) in others where language != original { translations["text", language] = .init(text, of: nil) }
        try db.execute(
            sql: """
                INSERT INTO documentEdition (document, number, language, text, translations, isAsked, author, authorName, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                document.rawValue, known + 1, original.rawValue, text, translations.stored, isAsked, actor.accountID, actor.name, now,
            ])
        try AuditEntry.write(
            db, "stories.documents.publish", by: actor, on: ("stories.documents", db.lastInsertedRowID, document.rawValue),
            detail: ["edition": String(known + 1)])
        return true
    }
}

extension Writer {
    static func mustAccept(_ id: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT ifnull(acceptedEdition, 1) FROM writer WHERE id = ?"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 1 < DocumentEdition.accepted(db)
    }

    static func accept(_ id: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE writer SET acceptedAt = ?, acceptedEdition = ? WHERE id = ? AND \(notErased)",
            arguments: [now, DocumentEdition.accepted(db), id])
    }
}
