import Foundation
import GRDB
import Web

/// A story, or a fragment of one, as it stands in a list.
struct StoryCard: Decodable, FetchableRecord, Equatable, Sendable {
    /// Of the fragment; the number of the story for its first one.
    let id: Int64
    let story: Int64
    let title: String
    let text: String
    let photo: String?
    let kind: Fragment.Kind
    let createdAt: Date
    /// Of the best branch of the story.
    let weight: Int
    let writer: Int64
    let nickname: String?
    let firstName: String
    let lastName: String
    let avatar: String?

    /// Letters of a preview.
    static let preview = 160

    /// A condition on `story`: it can be seen, and its author is not kept out of the lists. Needs `:now`.
    static let isListed = """
        story.tip IS NOT NULL AND NOT EXISTS (SELECT 1 FROM suspension JOIN fragment ON fragment.writer = suspension.writer
          WHERE fragment.id = story.id AND unlists = 1 AND endedAt IS NULL AND (until IS NULL OR until > :now))
        """

    private static let select = """
        SELECT fragment.id, fragment.story, first.title, fragment.text, fragment.photo, fragment.kind, fragment.createdAt, story.weight,
          fragment.writer, writer.nickname, writer.firstName, writer.lastName, writer.avatar
        FROM fragment JOIN story ON story.id = fragment.story JOIN fragment AS first ON first.id = fragment.story
        JOIN writer ON writer.id = fragment.writer
        """

    /// Stories in the order of their numbers as given.
    static func all(_ ids: [Int64], _ db: Database) throws -> [StoryCard] {
        guard !ids.isEmpty else { return [] }
        let sql = select + " WHERE fragment.id IN (\(databaseQuestionMarks(count: ids.count)))"
        let found = try fetchAll(db, sql: sql, arguments: StatementArguments(ids))
        let cards = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        return ids.compactMap { cards[$0] }
    }

    static func mostVoted(limit: Int = 20, offset: Int = 0, at now: Date, _ db: Database) throws -> [StoryCard] {
        let sql = select + " WHERE fragment.parent IS NULL AND \(isListed) ORDER BY story.weight DESC, story.id LIMIT :limit OFFSET :offset"
        return try fetchAll(db, sql: sql, arguments: ["limit": limit, "offset": offset, "now": now])
    }

    /// What the writers somebody follows began, the newest first, at most fifty; that they go on with another's story is not in it.
    static func feed(of writer: Int64, at now: Date, _ db: Database) throws -> [StoryCard] {
        let sql =
            select + """
                 JOIN follow ON follow.followed = fragment.writer AND follow.follower = :writer
                WHERE fragment.parent IS NULL AND \(isListed) ORDER BY fragment.createdAt DESC, fragment.id DESC LIMIT 50
                """
        return try fetchAll(db, sql: sql, arguments: ["writer": writer, "now": now])
    }

    /// Stories by words of their title, in whatever order; without capitals and accents.
    static func search(_ typed: String, limit: Int = 50, at now: Date, _ db: Database) throws -> [StoryCard] {
        let words = typed.folded.split(whereSeparator: \.isWhitespace).prefix(8).map { "%\(escaped(String($0)))%" }
        guard !words.isEmpty else { return [] }
        var arguments: StatementArguments = ["limit": limit, "now": now]
        var conditions = ""
        for (index, word) in words.enumerated() {
            conditions += " AND story.folded LIKE :word\(index) ESCAPE '\\'"
            arguments += ["word\(index)": word]
        }
        let sql = select + " WHERE fragment.parent IS NULL AND \(isListed)\(conditions) ORDER BY story.weight DESC, story.id LIMIT :limit"
        return try fetchAll(db, sql: sql, arguments: arguments)
    }

    /// The stories that a writer began.
    static func started(by writer: Int64, limit: Int = 50, _ db: Database) throws -> [StoryCard] {
        let sql =
            select + " WHERE fragment.parent IS NULL AND story.tip IS NOT NULL AND fragment.writer = ? ORDER BY fragment.id DESC LIMIT ?"
        return try fetchAll(db, sql: sql, arguments: [writer, limit])
    }

    /// His fragments in stories that others began.
    static func takenPart(by writer: Int64, limit: Int = 50, _ db: Database) throws -> [StoryCard] {
        let sql =
            select + """
                 WHERE fragment.parent IS NOT NULL AND fragment.cover = 0 AND fragment.writer = ? AND first.writer <> fragment.writer
                ORDER BY fragment.id DESC LIMIT ?
                """
        return try fetchAll(db, sql: sql, arguments: [writer, limit])
    }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    /// The way to it: the story, or the branch through a fragment of it.
    var address: String { id == story ? "/stories/\(story)" : "/stories/\(story)/branches/\(id)" }
}
