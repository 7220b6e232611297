import GRDB

extension StoryTree {
    /// The whole tree of a story, with its votes counted one by one.
    init(of story: Int64, _ db: Database) throws {
        let sql = """
            SELECT id, parent, isHidden, (SELECT count(*) FROM vote WHERE vote.fragment = fragment.id) FROM fragment WHERE story = ?
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [story])
        self.init(rows.map { Node(id: $0[0], parent: $0[1], votes: $0[3], isHidden: $0[2]) })
    }
}
