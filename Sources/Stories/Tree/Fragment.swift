import Foundation
import GRDB

/// A piece of a story; table `fragment`. Once answered it is never changed, because others have built on it.
struct Fragment: Decodable, FetchableRecord, Equatable, Sendable {
    enum Kind: String, Codable, Sendable, DatabaseValueConvertible { case text, photo }

    let id: Int64
    /// The number of the story's first fragment, also for that one itself.
    let story: Int64
    let parent: Int64?
    let writer: Int64
    let kind: Kind
    let title: String
    let text: String
    let photo: String?
    let description: String
    let createdAt: Date
    let depth: Int
    /// Votes for all fragments from the first to this one: the weight of a branch that ends here.
    let weight: Int
    /// The number of continuations that are not hidden themselves.
    let continuations: Int
    let isHidden: Bool
    /// The number of hidden fragments from the first to this one.
    let cover: Int
    let correctedAt: Date?

    var isVisible: Bool { cover == 0 }
    var isEnd: Bool { cover == 0 && continuations == 0 }

    static func find(_ id: Int64, _ db: Database) throws -> Fragment? {
        try fetchOne(db.cachedStatement(sql: "SELECT * FROM fragment WHERE id = ?"), arguments: [id])
    }

    static func all(_ ids: [Int64], _ db: Database) throws -> [Int64: Fragment] {
        let sql = "SELECT * FROM fragment WHERE id IN (\(databaseQuestionMarks(count: ids.count)))"
        let found = try fetchAll(db, sql: sql, arguments: StatementArguments(ids))
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
    }

    static func visible(_ id: Int64, _ db: Database) throws -> Fragment {
        guard let fragment = try find(id, db) else { throw StoryRefusal.notFound }
        guard fragment.isVisible else { throw StoryRefusal.hidden }
        return fragment
    }

    static func path(to id: Int64, _ db: Database) throws -> [Int64] {
        let sql = """
            WITH RECURSIVE up(id, parent, depth) AS (
              SELECT id, parent, depth FROM fragment WHERE id = ?
              UNION ALL SELECT fragment.id, fragment.parent, fragment.depth FROM fragment JOIN up ON fragment.id = up.parent
            ) SELECT id FROM up ORDER BY depth
            """
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [id])
    }

    static func continuations(of id: Int64, _ db: Database) throws -> [Int64] {
        let sql = "SELECT id FROM fragment WHERE parent = ? AND isHidden = 0 ORDER BY id"
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [id])
    }

    /// A common table `below`: the fragment `:id` and all its descendants.
    static let below = """
        WITH RECURSIVE below(id) AS (SELECT :id UNION ALL SELECT fragment.id FROM fragment JOIN below ON fragment.parent = below.id)
        """
}
