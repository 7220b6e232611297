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

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    /// The way to it: the story, or the branch through a fragment of it.
    var address: String { id == story ? "/stories/\(story)" : "/stories/\(story)/branches/\(id)" }
}
