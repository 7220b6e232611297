import GRDB

extension StoryTree {
    /// Reads a story's tree and counts its votes without those left out, to check stored figures.
    init(of story: Int64, _ db: Database) throws {
        let sql = """
            SELECT id, parent, isHidden, (SELECT count(*) FROM vote WHERE vote.fragment = fragment.id AND isCounted = 1) AS votes
            FROM fragment WHERE story = ?
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [story])
        self.init(rows.map { Node(id: $0["id"], parent: $0["parent"], votes: $0["votes"], isHidden: $0["isHidden"]) })
    }

    /// Reads a story's tree with stored weights, without counting votes.
    init(stored story: Int64, _ db: Database) throws {
        // A fragment is younger than the one it continues, so the parent's weight is known.
        let sql = "SELECT id, parent, isHidden, weight FROM fragment WHERE story = ? ORDER BY id"
        var weights: [Int64: Int] = [:]
        let nodes = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [story]).map { row -> Node in
            let (id, parent, weight): (Int64, Int64?, Int) = (row["id"], row["parent"], row["weight"])
            weights[id] = weight
            return Node(id: id, parent: parent, votes: weight - (parent.flatMap { weights[$0] } ?? 0), isHidden: row["isHidden"])
        }
        self.init(nodes)
    }
}
