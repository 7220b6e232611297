import Foundation
import GRDB

extension Fragment {
    /// Votes for the branch that ends with a fragment, for good. Fragments above get no vote; otherwise a new branch would begin with the
    /// votes of the one it leaves. Returns the branch's weight, and whether the story shows it first.
    @discardableResult
    static func vote(for id: Int64, by writer: Int64, at now: Date, _ db: Database) throws -> (weight: Int, isBest: Bool) {
        try Writer.mayWrite(writer, at: now, db)
        try ActPace.vote.check(writer, at: now, db)
        let end = try visible(id, db)
        guard end.writer != writer else { throw StoryRefusal.ownFragment }
        guard end.isEnd else { throw StoryRefusal.notABranchEnd(try continuations(of: id, db)) }
        let isLeftOut = try VoteExclusion.applies(to: writer, for: end.writer, db)
        do {
            let sql = "INSERT INTO vote (writer, fragment, at, isCounted) VALUES (?, ?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [writer, id, now, !isLeftOut])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY {
            throw StoryRefusal.alreadyVoted
        }
        if isLeftOut {
            let tip = try Int64.fetchOne(db.cachedStatement(sql: "SELECT tip FROM story WHERE id = ?"), arguments: [end.story])
            return (end.weight, tip == id)
        }
        // Fragments below an end are hidden; they need the right weight when they return.
        let sql = below + " UPDATE fragment SET weight = weight + 1 WHERE id IN (SELECT id FROM below)"
        try db.cachedStatement(sql: sql).execute(arguments: ["id": id])
        let weight = end.weight + 1
        return (weight, try BestBranch.voted(end, by: writer, weighs: weight, db))
    }
}
