import GRDB

/// A fragment that answers another, with the weight of the best branch through it.
struct Continuation: Sendable {
    let fragment: Fragment
    let weight: Int
    let nickname: String?

    /// Those that can be seen, the heaviest first, of equal ones the older.
    static func all(of parent: Fragment, _ db: Database) throws -> [Continuation] {
        let fragments = try Fragment.fetchAll(
            db, sql: "SELECT * FROM fragment WHERE parent = ? AND isHidden = 0 ORDER BY id", arguments: [parent.id])
        guard !fragments.isEmpty else { return [] }
        let tree = try StoryTree(of: parent.story, db)
        return try fragments.map { fragment in
            let nickname = try String.fetchOne(
                db.cachedStatement(sql: "SELECT nickname FROM writer WHERE id = ?"), arguments: [fragment.writer])
            return Continuation(fragment: fragment, weight: tree.bestWeight(through: fragment.id), nickname: nickname)
        }.sorted { ($1.weight, $0.fragment.id) < ($0.weight, $1.fragment.id) }
    }
}
