import Foundation
import GRDB

extension Writer {
    /// Adds a writer's new stories to this feed. The other is notified once, even after unfollowing and following again.
    func follow(_ other: Int64, at now: Date, _ db: Database) throws {
        guard other != id else { throw StoryRefusal.selfFollow }
        try Self.mayWrite(id, at: now, db)
        try ActPace.follow.check(id, at: now, db)
        guard let followed = try Self.find(other, db), followed.deletedAt == nil else { throw StoryRefusal.notFound }
        try db.execute(sql: "INSERT OR IGNORE INTO follow (follower, followed, at) VALUES (?, ?, ?)", arguments: [id, other, now])
        if db.changesCount == 1 { try StoryNotice.followed(other, by: id, at: now, db) }
    }

    /// Allowed while suspended, because it is visible to no other person.
    func unfollow(_ other: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM follow WHERE follower = ? AND followed = ?", arguments: [id, other])
    }
}
