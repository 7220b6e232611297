import Foundation
import GRDB

extension Fragment {
    /// Votes for the branch that ends with a fragment. It is for good, and for the branch, not for what comes before: were the fragments
    /// above raised too, a new branch would begin with the votes of the one it parts from.
    /// - Returns: what the branch weighs now, and whether it is the one shown first.
    @discardableResult
    static func vote(for id: Int64, by writer: Int64, at now: Date, _ db: Database) throws -> (weight: Int, isBest: Bool) {
        try Writer.mayWrite(writer, at: now, db)
        try ActPace.vote.check(writer, at: now, db)
        let end = try visible(id, db)
        guard end.writer != writer else { throw StoryRefusal.ownFragment }
        guard end.isEnd else { throw StoryRefusal.notABranchEnd(try continuations(of: id, db)) }
        do {
            try db.cachedStatement(sql: "INSERT INTO vote (writer, fragment, at) VALUES (?, ?, ?)").execute(arguments: [writer, id, now])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY {
            throw StoryRefusal.alreadyVoted
        }
        // What lies beneath an end is hidden; it must weigh the right thing when it comes back.
        let sql = below + " UPDATE fragment SET weight = weight + 1 WHERE id IN (SELECT id FROM below)"
        try db.cachedStatement(sql: sql).execute(arguments: ["id": id])
        let weight = end.weight + 1
        return (weight, try BestBranch.voted(end, weighs: weight, db))
    }
}
