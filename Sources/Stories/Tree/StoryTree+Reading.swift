import GRDB

extension StoryTree {
    /// The whole tree of a story, with its votes counted one by one: for checking what is stored.
    init(of story: Int64, _ db: Database) throws {
        let sql = """
            SELECT id, parent, isHidden, (SELECT count(*) FROM vote WHERE vote.fragment = fragment.id) FROM fragment WHERE story = ?
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [story])
        self.init(rows.map { Node(id: $0[0], parent: $0[1], votes: $0[3], isHidden: $0[2]) })
    }

    /// The whole tree of a story by the weights that are stored, for reading it and for hiding in it: no vote is counted, however many there are.
    init(stored story: Int64, _ db: Database) throws {
        // A fragment is written after the one it answers, so the weight of that one is known already.
        let sql = "SELECT id, parent, isHidden, weight FROM fragment WHERE story = ? ORDER BY id"
        var weights: [Int64: Int] = [:]
        let nodes = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [story]).map { row -> Node in
            let (id, parent, weight): (Int64, Int64?, Int) = (row[0], row[1], row[3])
            weights[id] = weight
            return Node(id: id, parent: parent, votes: weight - (parent.flatMap { weights[$0] } ?? 0), isHidden: row[2])
        }
        self.init(nodes)
    }
}
