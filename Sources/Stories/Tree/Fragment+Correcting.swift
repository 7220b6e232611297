import Accounts
import Foundation
import GRDB

extension Fragment {
    enum AuthorAction: Equatable, Sendable {
        /// Until a moment, and as long as there is no vote.
        case correct(until: Date)
        case withdraw
    }

    static let correctable: TimeInterval = 600

    /// nil for fragments of others, for answered ones, and for those that moderators have or had before them.
    func ownAct(of writer: Int64, at now: Date, _ db: Database) throws -> AuthorAction? {
        guard self.writer == writer, isEnd else { return nil }
        let sql = """
            SELECT EXISTS (SELECT 1 FROM fragment WHERE parent = :id) OR EXISTS (SELECT 1 FROM moderationCase WHERE fragment = :id)
              OR EXISTS (SELECT 1 FROM decision WHERE fragment = :id)
            """
        guard try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: ["id": id]) == false else { return nil }
        let voted = "SELECT EXISTS (SELECT 1 FROM vote WHERE fragment = ?)"
        let end = createdAt + Self.correctable
        guard now < end, try Bool.fetchOne(db.cachedStatement(sql: voted), arguments: [id]) == false else { return .withdraw }
        return .correct(until: end)
    }

    /// Replaces the words; the photo stays. They are screened as new ones are.
    static func correct(_ id: Int64, to content: FragmentContent, by writer: Int64, at now: Date, _ db: Database) throws -> Fragment {
        let fragment = try visible(id, db)
        guard case .correct = try fragment.ownAct(of: writer, at: now, db) else { throw StoryRefusal.ownFragment }
        try Writer.mayWrite(writer, at: now, db)
        if !fragment.says(content, after: fragment.parent) { try Pace.checkLinks(content, by: writer, at: now, db) }
        try db.execute(
            sql: "UPDATE fragment SET title = ?, text = ?, description = ?, correctedAt = ? WHERE id = ?",
            arguments: [content.title, content.text, content.description, now, id])
        if fragment.parent == nil {
            try db.execute(sql: "UPDATE story SET folded = ? WHERE id = ?", arguments: [content.title.folded, id])
        }
        return try Screening.look(at: try visible(id, db), at: now, db)
    }

    /// Takes an own fragment without an answer from the story, with its votes. Its words become a draft of the same place.
    static func withdraw(_ id: Int64, by writer: Int64, at now: Date, _ db: Database) throws -> Fragment {
        let fragment = try visible(id, db)
        guard try fragment.ownAct(of: writer, at: now, db) != nil else { throw StoryRefusal.ownFragment }
        try db.execute(
            sql: """
                INSERT INTO storyDraft (writer, parent, kind, title, text, photo, description, sending, updatedAt)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                writer, fragment.parent, fragment.kind, fragment.title, fragment.text, fragment.photo, fragment.description, Token().text,
                now,
            ])
        try db.execute(sql: "DELETE FROM vote WHERE fragment = ?", arguments: [id])
        try db.execute(sql: "INSERT INTO withdrawnFragment (id, at) VALUES (?, ?)", arguments: [id, now])
        guard let parent = fragment.parent else {
            // The story goes with its first fragment.
            try db.execute(sql: "UPDATE story SET tip = NULL WHERE id = ?", arguments: [id])
            try db.execute(sql: "DELETE FROM fragment WHERE id = ?", arguments: [id])
            return fragment
        }
        try db.execute(sql: "UPDATE readingPlace SET fragment = ? WHERE fragment = ?", arguments: [parent, id])
        try db.execute(sql: "UPDATE story SET tip = ? WHERE id = ? AND tip = ?", arguments: [parent, fragment.story, id])
        try db.execute(sql: "DELETE FROM fragment WHERE id = ?", arguments: [id])
        try db.execute(sql: "UPDATE fragment SET continuations = continuations - 1 WHERE id = ?", arguments: [parent])
        try BestBranch.recompute(fragment.story, db)
        return fragment
    }
}
