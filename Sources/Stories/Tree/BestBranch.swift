import GRDB

/// The stored best branch of each story: table `bestBranch`, and `weight`, `voters` and `tip` of `story`.
enum BestBranch {
    static func fragments(of story: Int64, _ db: Database) throws -> [Int64] {
        let sql = "SELECT fragment FROM bestBranch WHERE story = ? ORDER BY position"
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [story])
    }

    /// Extends the best branch at its end. A branch that starts elsewhere weighs no more and is younger where they part.
    static func lengthen(by new: Fragment, _ db: Database) throws {
        try db.execute(sql: "UPDATE story SET tip = ? WHERE id = ? AND tip = ?", arguments: [new.id, new.story, new.parent])
        guard db.changesCount == 1 else { return }
        try db.execute(
            sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)", arguments: [new.story, new.depth, new.id])
    }

    /// Compares a branch that got a vote at its end with the best one. `weighs` includes the vote. Returns whether it is the best now.
    static func voted(_ end: Fragment, by voter: Int64, weighs: Int, _ db: Database) throws -> Bool {
        let sql = "SELECT tip, weight FROM story WHERE id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [end.story]) else { return false }
        let (tip, weight): (Int64?, Int) = (row["tip"], row["weight"])
        if tip == end.id {
            // Who has voted further up is counted already.
            let sql = """
                UPDATE story SET weight = :weight, voters = voters + NOT EXISTS (SELECT 1 FROM bestBranch
                  JOIN vote ON vote.writer = :voter AND vote.fragment = bestBranch.fragment
                  WHERE bestBranch.story = :story AND vote.fragment <> :end AND isCounted = 1) WHERE id = :story
                """
            try db.cachedStatement(sql: sql).execute(
                arguments: ["weight": weighs, "voter": voter, "story": end.story, "end": end.id])
            return true
        }
        guard weighs >= weight else { return false }
        let (path, best) = (try Fragment.path(to: end.id, db), try fragments(of: end.story, db))
        if weighs == weight, let parting = zip(path, best).first(where: { $0 != $1 }), parting.0 > parting.1 { return false }
        try store(path, over: best, weight: weighs, of: end.story, db)
        return true
    }

    /// Recomputes the best branch after hiding or restoring, from visible fragments and stored weights.
    static func recompute(_ story: Int64, _ db: Database) throws {
        // Descending ids: descendants come before their fragment, and the older of two equal branches comes last and wins.
        let sql = "SELECT id, parent, weight FROM fragment WHERE story = ? AND cover = 0 ORDER BY id DESC"
        var heaviest: [Int64: (next: Int64, weight: Int)] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [story])
        var (path, total): ([Int64], Int) = ([], 0)
        while let row = try rows.next() {
            let (id, parent, own): (Int64, Int64?, Int) = (row["id"], row["parent"], row["weight"])
            let weight = heaviest[id]?.weight ?? own
            if let parent {
                if weight >= heaviest[parent]?.weight ?? 0 { heaviest[parent] = (id, weight) }
            } else {
                (path, total) = ([id], weight)
            }
        }
        while let next = path.last.flatMap({ heaviest[$0]?.next }) { path.append(next) }
        try store(path, over: try fragments(of: story, db), weight: total, of: story, db)
    }

    /// Writes only changes, because branches usually part near their ends.
    private static func store(_ path: [Int64], over old: [Int64], weight: Int, of story: Int64, _ db: Database) throws {
        let common = zip(path, old).prefix { $0 == $1 }.count
        try db.cachedStatement(sql: "DELETE FROM bestBranch WHERE story = ? AND position >= ?").execute(arguments: [story, common])
        let insert = try db.cachedStatement(sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)")
        for position in common..<path.count { try insert.execute(arguments: [story, position, path[position]]) }
        try db.execute(
            sql: "UPDATE story SET weight = ?, tip = ?, voters = (\(voters)) WHERE id = ?", arguments: [weight, path.last, story, story])
    }

    /// The different people whose votes count on the best branch of the story `?`.
    static let voters = """
        SELECT count(DISTINCT vote.writer) FROM bestBranch JOIN vote ON vote.fragment = bestBranch.fragment AND isCounted = 1
        WHERE bestBranch.story = ?
        """
}
