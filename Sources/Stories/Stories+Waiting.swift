import Accounts
import Admin
import Foundation
import GRDB

extension Stories {
    /// How much waits for moderators: open cases, appeals, and reported faces and names.
    static func waiting(_ db: Database) throws -> Int {
        let sql = """
            SELECT (SELECT count(*) FROM moderationCase WHERE state = 'open') + (SELECT count(*) FROM appeal WHERE state = 'open')
              + (SELECT count(*) FROM (SELECT DISTINCT subject, part FROM profileReport WHERE outcome IS NULL)) AS waiting
            """
        return try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
    }

    public static func waiting(for person: SignedIn, _ db: Database) throws -> [WaitingCount] {
        guard person.grants.may(ModerationPages.deciding, in: nil) else { return [] }
        return [WaitingCount(of: ModerationPages.address, try waiting(db), source: ModerationPages.waiting)]
    }

    public static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws {
        if !sending { try ModeratorPush.dropWaiting(before: since, db) }
    }
}
