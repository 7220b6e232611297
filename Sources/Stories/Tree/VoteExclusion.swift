import Foundation
import GRDB

/// Votes that a decision leaves out of weights and lists; table `voteExclusion`. The votes stay, so that undoing restores every figure.
enum VoteExclusion {
    /// Leaves out a writer's votes, also later ones; only those for `author`, or all when it is nil.
    static func begin(_ voter: Int64, for author: Int64?, decision: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO voteExclusion (voter, author, decision, since) VALUES (?, ?, ?, ?)",
            arguments: [voter, author, decision, now])
        try recount(voter, db)
    }

    /// Counts the votes again that a decision left out, unless another one does.
    static func end(_ decision: Int64, at now: Date, _ db: Database) throws {
        let voters = try voters(of: decision, db)
        try db.execute(
            sql: "UPDATE voteExclusion SET endedAt = ? WHERE decision = ? AND endedAt IS NULL", arguments: [now, decision])
        for voter in voters { try recount(voter, db) }
    }

    static func redo(_ decision: Int64, undoneAt: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE voteExclusion SET endedAt = NULL WHERE decision = ? AND endedAt = ?", arguments: [decision, undoneAt])
        for voter in try voters(of: decision, db) { try recount(voter, db) }
    }

    static func applies(to voter: Int64, for author: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM voteExclusion WHERE voter = ? AND endedAt IS NULL AND (author IS NULL OR author = ?))"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [voter, author]) ?? false
    }

    private static func voters(of decision: Int64, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT DISTINCT voter FROM voteExclusion WHERE decision = ?", arguments: [decision])
    }

    /// Sets the votes of one voter to what the exclusions say, and works out the weights and best branches that change.
    private static func recount(_ voter: Int64, _ db: Database) throws {
        let sql = """
            SELECT vote.fragment, fragment.story, isCounted FROM vote JOIN fragment ON fragment.id = vote.fragment
            WHERE vote.writer = :voter AND isCounted = EXISTS (SELECT 1 FROM voteExclusion WHERE voteExclusion.voter = :voter
              AND endedAt IS NULL AND (author IS NULL OR author = fragment.writer))
            """
        let set = try db.cachedStatement(sql: "UPDATE vote SET isCounted = ? WHERE writer = ? AND fragment = ?")
        let weigh = try db.cachedStatement(
            sql: Fragment.below + " UPDATE fragment SET weight = weight + :step WHERE id IN (SELECT id FROM below)")
        var stories: Set<Int64> = []
        for row in try Row.fetchAll(db, sql: sql, arguments: ["voter": voter]) {
            let (fragment, story, isCounted): (Int64, Int64, Bool) = (row["fragment"], row["story"], row["isCounted"])
            try set.execute(arguments: [!isCounted, voter, fragment])
            try weigh.execute(arguments: ["id": fragment, "step": isCounted ? -1 : 1])
            stories.insert(story)
        }
        for story in stories.sorted() { try BestBranch.recompute(story, db) }
    }
}
