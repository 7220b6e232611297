import GRDB

/// The best branch of each story as it is stored: table `bestBranch`, and `weight` and `tip` of `story`.
enum BestBranch {
    static func fragments(of story: Int64, _ db: Database) throws -> [Int64] {
        let sql = "SELECT fragment FROM bestBranch WHERE story = ? ORDER BY position"
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [story])
    }

    /// A new fragment makes the branch longer if it answers its end. Anywhere else it begins a branch that weighs no more than the best
    /// one and is younger where they part.
    static func lengthen(by new: Fragment, _ db: Database) throws {
        try db.execute(sql: "UPDATE story SET tip = ? WHERE id = ? AND tip = ?", arguments: [new.id, new.story, new.parent])
        guard db.changesCount == 1 else { return }
        try db.execute(
            sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)", arguments: [new.story, new.depth, new.id])
    }

    /// A branch got a vote at its end: it may be the best one now.
    /// - Returns: whether it is.
    static func voted(_ end: Fragment, _ db: Database) throws -> Bool {
        let sql = "SELECT tip, weight FROM story WHERE id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [end.story]) else { return false }
        let (tip, weight): (Int64?, Int) = (row[0], row[1])
        if tip == end.id {
            try db.execute(sql: "UPDATE story SET weight = ? WHERE id = ?", arguments: [end.weight, end.story])
            return true
        }
        guard end.weight >= weight else { return false }
        let (path, best) = (try Fragment.path(to: end.id, db), try fragments(of: end.story, db))
        if end.weight == weight, let parting = zip(path, best).first(where: { $0 != $1 }), parting.0 > parting.1 { return false }
        try store(path, over: best, weight: end.weight, of: end.story, db)
        return true
    }

    /// Works it out anew, after something was hidden or restored.
    static func workOut(_ story: Int64, _ db: Database) throws {
        let tree = try StoryTree(stored: story, db)
        let best = tree.bestBranch
        let weight = best.last.flatMap { tree.figures[$0]?.weight } ?? 0
        try store(best, over: try fragments(of: story, db), weight: weight, of: story, db)
    }

    /// Writes only what changes: branches part near their ends as a rule.
    private static func store(_ path: [Int64], over old: [Int64], weight: Int, of story: Int64, _ db: Database) throws {
        let common = zip(path, old).prefix { $0 == $1 }.count
        try db.execute(sql: "DELETE FROM bestBranch WHERE story = ? AND position >= ?", arguments: [story, common])
        let insert = try db.cachedStatement(sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)")
        for position in common..<path.count { try insert.execute(arguments: [story, position, path[position]]) }
        try db.execute(sql: "UPDATE story SET weight = ?, tip = ? WHERE id = ?", arguments: [weight, path.last, story])
    }
}
