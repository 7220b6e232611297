import GRDB

/// A fragment that continues another, with the weight of the best branch through it.
struct Continuation: Sendable {
    let fragment: Fragment
    let weight: Int
    let nickname: String?

    /// Visible continuations, the heaviest first; among equals, the older first.
    static func all(of parent: Fragment, _ db: Database) throws -> [Continuation] {
        let fragments = try Fragment.fetchAll(
            db, sql: "SELECT * FROM fragment WHERE parent = ? AND isHidden = 0 ORDER BY id", arguments: [parent.id])
        guard !fragments.isEmpty else { return [] }
        let tree = try StoryTree(stored: parent.story, db)
        let writers = try Writer.all(Set(fragments.map(\.writer)), db)
        return fragments.map { fragment in
            let nickname = writers[fragment.writer]?.nickname
            return Continuation(fragment: fragment, weight: tree.bestWeight(through: fragment.id), nickname: nickname)
        }.sorted { ($1.weight, $0.fragment.id) < ($0.weight, $1.fragment.id) }
    }
}
