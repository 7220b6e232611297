import Accounts
import Admin
import Foundation
import GRDB

enum AlertJobs {
    static let release = "campus-alerts"

    static let all = [
        JobKind(name: release, title: "campus.jobs.alerts", lane: .urgent, reachesOut: true, every: .hours(1)) { work in
            let (actor, now) = (work.actor, Date.now)
            let count = try await work.admin.database.write { try run($0, actor, now: now) }
            return ["text": String(count)]
        }
    ]

    /// Restores the alarms of planned alerts after their jobs have ended.
    static func setAlarms(_ db: Database) throws {
        let moments = try Date.fetchAll(
            db, sql: "SELECT DISTINCT publishAt FROM campusBulletin WHERE state = 'planned' AND publishAt IS NOT NULL ORDER BY publishAt")
        for moment in moments {
            try Jobs.enqueue(db, release, title: LocalizedMessage("campus.jobs.alerts"), at: moment, by: .system("portico"))
        }
    }

    private static let longestDrill = 86_400.0

    /// Publishes due alerts and marks expired ones, so that `/sync` reports them.
    @discardableResult
    static func run(_ db: Database, _ actor: Actor, now: Date) throws -> Int {
        let due = try Bulletin.fetchAll(
            db, sql: "SELECT * FROM campusBulletin WHERE state = 'planned' AND publishAt <= ? ORDER BY id", arguments: [now])
        for var bulletin in due {
            if let expires = bulletin.expiresAt, expires <= now {
                try bulletin.end(.ended, db, by: actor, now: now)
            } else if bulletin.approvedName == nil, try !Account.mayAct(bulletin.proposedBy, db) {
                // Refused when the author's account may no longer act, unless a second person approved it.
                try bulletin.end(.refused, db, by: .system("portico"), now: now)
            } else {
                try bulletin.release(db, by: actor, now: now)
            }
        }
        try db.execute(
            sql: "UPDATE campusBulletin SET state = 'ended', endedAt = expiresAt WHERE state = 'published' AND expiresAt <= ?",
            arguments: [now])
        let expired = db.changesCount
        try db.execute(
            sql: """
                UPDATE campusBulletin SET state = 'ended', endedAt = ?1
                WHERE state = 'published' AND isDrill = 1 AND expiresAt IS NULL AND releasedAt <= ?2
                """, arguments: [now, now - longestDrill])
        return due.count + expired + db.changesCount
    }
}
