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
    /// - Parameter weighs: what it weighs with the vote.
    /// - Returns: whether it is.
    static func voted(_ end: Fragment, weighs: Int, _ db: Database) throws -> Bool {
        let sql = "SELECT tip, weight FROM story WHERE id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [end.story]) else { return false }
        let (tip, weight): (Int64?, Int) = (row[0], row[1])
        if tip == end.id {
            try db.cachedStatement(sql: "UPDATE story SET weight = ? WHERE id = ?").execute(arguments: [weighs, end.story])
            return true
        }
        guard weighs >= weight else { return false }
        let (path, best) = (try Fragment.path(to: end.id, db), try fragments(of: end.story, db))
        if weighs == weight, let parting = zip(path, best).first(where: { $0 != $1 }), parting.0 > parting.1 { return false }
        try store(path, over: best, weight: weighs, of: end.story, db)
        return true
    }

    /// Works it out anew, after something was hidden or restored, from what can be seen and the weights that are stored.
    static func workOut(_ story: Int64, _ db: Database) throws {
        // A fragment is written after the one it answers. So, from the youngest on, all that follows one has been seen before it; and of
        // two that lead to equal weights the older comes last, and wins.
        let sql = "SELECT id, parent, weight FROM fragment WHERE story = ? AND cover = 0 ORDER BY id DESC"
        var heaviest: [Int64: (next: Int64, weight: Int)] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [story])
        var (path, total): ([Int64], Int) = ([], 0)
        while let row = try rows.next() {
            let (id, parent, own): (Int64, Int64?, Int) = (row[0], row[1], row[2])
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

    /// Writes only what changes: branches part near their ends as a rule.
    private static func store(_ path: [Int64], over old: [Int64], weight: Int, of story: Int64, _ db: Database) throws {
        let common = zip(path, old).prefix { $0 == $1 }.count
        try db.cachedStatement(sql: "DELETE FROM bestBranch WHERE story = ? AND position >= ?").execute(arguments: [story, common])
        let insert = try db.cachedStatement(sql: "INSERT INTO bestBranch (story, position, fragment) VALUES (?, ?, ?)")
        for position in common..<path.count { try insert.execute(arguments: [story, position, path[position]]) }
        try db.execute(sql: "UPDATE story SET weight = ?, tip = ? WHERE id = ?", arguments: [weight, path.last, story])
    }
}
