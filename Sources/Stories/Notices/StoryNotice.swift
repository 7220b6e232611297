import Foundation
import GRDB

/// A notice for a writer: about stories, reports or their own fragments; table `storyNotice`.
struct StoryNotice: Decodable, FetchableRecord, Equatable, Sendable {
    enum Kind: String, Codable, Sendable, DatabaseValueConvertible {
        case follower, storyContinued, branchContinued
        /// A followed story has grown after the place where the writer is.
        case storyGrown
        case reportDecided
        case measureTaken
        /// To the author: a message of the moderators without consequences.
        case message
        /// To readers of a notice whose decision was undone; to the author, when a hidden fragment is shown again.
        case decisionUndone
        case appealDecided
    }

    let id: Int64
    let writer: Int64
    let kind: Kind
    let actor: Int64?
    let fragment: Int64?
    let decision: Int64?
    let at: Date
    let readAt: Date?

    static let kept: TimeInterval = 90 * 86400

    /// A writer's notices, newest first, without hidden fragments and suspended writers. `before` is the last one already seen.
    static func list(for writer: Int64, before: Int64? = nil, at now: Date, limit: Int = 50, _ db: Database) throws -> [StoryNotice] {
        let rest = before == nil ? "" : " AND storyNotice.id < :before"
        var arguments: StatementArguments = ["writer": writer, "now": now, "oldest": now - kept, "limit": limit]
        if let before { arguments += ["before": before] }
        return try fetchAll(
            db.cachedStatement(sql: "SELECT storyNotice.* FROM \(tellable)\(rest) ORDER BY storyNotice.id DESC LIMIT :limit"),
            arguments: arguments)
    }

    static func unread(for writer: Int64, at now: Date, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM \(tellable) AND readAt IS NULL"),
            arguments: ["writer": writer, "now": now, "oldest": now - kept]) ?? 0
    }

    /// `last` is the newest notice on the page; later ones stay unread.
    static func read(upTo last: Int64, by writer: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE storyNotice SET readAt = ? WHERE writer = ? AND id <= ? AND readAt IS NULL", arguments: [now, writer, last])
    }

    /// The plus keeps the planner from using the time index: order is by number, and old rows are deleted anyway.
    private static let tellable = """
        storyNotice LEFT JOIN fragment ON fragment.id = storyNotice.fragment WHERE storyNotice.writer = :writer
        AND +storyNotice.at > :oldest AND (decision IS NOT NULL OR (ifnull(fragment.cover, 0) = 0 AND NOT EXISTS (
          SELECT 1 FROM suspension WHERE suspension.writer = storyNotice.actor AND endedAt IS NULL AND (until IS NULL OR until > :now))))
        """
}

extension StoryNotice {
    /// Notifies a fragment's author of its first continuation, unless they wrote it themselves.
    static func continued(_ parent: Fragment, by answer: Fragment, at now: Date, _ db: Database) throws {
        guard parent.writer != answer.writer else { return }
        let kind = parent.parent == nil ? Kind.storyContinued : .branchContinued
        // One that was held or hidden before anybody was told takes no notice away.
        try db.execute(
            sql: """
                DELETE FROM storyNotice WHERE continued = ? AND readAt IS NULL AND fragment IN
                  (SELECT id FROM fragment WHERE parent = ? AND isHidden = 1)
                """, arguments: [parent.id, parent.id])
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO storyNotice (writer, kind, actor, fragment, continued, at)
                SELECT id, ?, ?, ?, ?, ? FROM writer WHERE id = ? AND \(Writer.notErased)
                """, arguments: [kind, answer.writer, answer.id, parent.id, now, parent.writer])
    }

    static func followed(_ writer: Int64, by follower: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO storyNotice (writer, kind, actor, at) VALUES (?, ?, ?, ?)",
            arguments: [writer, Kind.follower, follower, now])
    }

    static func tell(_ writer: Int64, _ kind: Kind, of decision: Int64, about fragment: Int64?, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO storyNotice (writer, kind, fragment, decision, at)
                SELECT id, ?, ?, ?, ? FROM writer WHERE id = ? AND \(Writer.notErased)
                """, arguments: [kind, fragment, decision, now, writer])
    }

    /// Withdraws a decision's notices: deletes unread ones, and notifies writers who have read one.
    static func takeBack(_ decision: Int64, at now: Date, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM storyNotice WHERE decision = ? AND readAt IS NULL", arguments: [decision])
        let sql = "SELECT DISTINCT writer, fragment FROM storyNotice WHERE decision = ? AND kind <> ?"
        for row in try Row.fetchAll(db, sql: sql, arguments: [decision, Kind.decisionUndone]) {
            try tell(row["writer"], .decisionUndone, of: decision, about: row["fragment"], at: now, db)
        }
    }
}
