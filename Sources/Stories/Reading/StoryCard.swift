import Foundation
import GRDB
import Web

struct StoryCard: Decodable, FetchableRecord, Equatable, Sendable {
    /// The fragment's number; for a first fragment, that of the story.
    let id: Int64
    let story: Int64
    let title: String
    let text: String
    let photo: String?
    let kind: Fragment.Kind
    let createdAt: Date
    let weight: Int
    /// The different people who voted for the best branch; in lists of a time, those of that time.
    var voters: Int
    let writer: Int64
    let nickname: String?
    let firstName: String
    let lastName: String
    let avatar: String?

    /// Characters.
    static let preview = 160

    /// A condition on `story`: visible, and its author is not excluded from lists. Needs `:now`.
    static let isListed = """
        story.tip IS NOT NULL AND NOT EXISTS (SELECT 1 FROM suspension JOIN fragment ON fragment.writer = suspension.writer
          WHERE fragment.id = story.id AND unlists = 1 AND endedAt IS NULL AND (until IS NULL OR until > :now))
        """

    /// A condition on `story` for readers of some languages; none is all. Stories of an unknown language are for everybody.
    static func isIn(_ languages: [String], _ arguments: inout StatementArguments) -> String {
        guard !languages.isEmpty else { return "" }
        for (index, language) in languages.enumerated() { arguments += ["language\(index)": language] }
        return "language IN ('', \(languages.indices.map { ":language\($0)" }.joined(separator: ", "))) AND "
    }

    static func languages(_ db: Database) throws -> [String] {
        let sql = "SELECT DISTINCT language FROM story WHERE tip IS NOT NULL AND language <> '' ORDER BY language"
        return try String.fetchAll(db.cachedStatement(sql: sql))
    }

    private static let select = """
        SELECT fragment.id, fragment.story, first.title, fragment.text, fragment.photo, fragment.kind, fragment.createdAt, story.weight,
          story.voters, fragment.writer, writer.nickname, writer.firstName, writer.lastName, writer.avatar
        FROM fragment JOIN story ON story.id = fragment.story JOIN fragment AS first ON first.id = fragment.story
        JOIN writer ON writer.id = fragment.writer
        """

    static func all(_ ids: [Int64], _ db: Database) throws -> [StoryCard] {
        guard !ids.isEmpty else { return [] }
        let sql = select + " WHERE fragment.id IN (\(databaseQuestionMarks(count: ids.count)))"
        let found = try fetchAll(db, sql: sql, arguments: StatementArguments(ids))
        let cards = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        return ids.compactMap { cards[$0] }
    }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    var address: String { id == story ? "/stories/\(story)" : "/stories/\(story)/branches/\(id)" }
}
