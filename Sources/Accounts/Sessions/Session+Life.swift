import Foundation
import GRDB
import Hummingbird
import Web

extension Session {
    /// Devices per account; a further one ends the oldest session.
    private static let mostOfAnAccount = 20

    static func begin(for account: Int64, by visitor: Visitor, device: String, _ settings: AccountSettings, _ db: Database) throws -> Token
    {
        let now = settings.now()
        let token = Token()
        let day = try settings.keepsDaysOnly(account, db) ? settings.day(of: now) : nil
        if day != nil {
            SeenTimes.note(token.hash, at: now)
            ProvedTimes.note(token.hash, at: now)
        }
        try removeDead(settings, db)
        try db.execute(
            sql: """
                DELETE FROM session WHERE accountID = ? AND id NOT IN
                    (SELECT id FROM session WHERE accountID = ? ORDER BY seenAt DESC, id DESC LIMIT ?)
                """,
            arguments: [account, account, mostOfAnAccount - 1])
        var session = Session(
            tokenHash: token.hash, accountID: account, createdAt: day?.start ?? now, seenAt: day?.end ?? now,
            expiresAt: (day?.start ?? now).addingTimeInterval(settings.absolute),
            address: visitor.client.text, device: device)
        try session.insert(db)
        return token
    }

    func rotate(_ db: Database) throws -> Token {
        let token = Token()
        if let seen = SeenTimes[tokenHash] { SeenTimes.note(token.hash, at: seen) }
        if let proved = ProvedTimes[tokenHash] { ProvedTimes.note(token.hash, at: proved) }
        try Session.filter(key: id).updateAll(db, Columns.tokenHash.set(to: token.hash))
        return token
    }

    func endOthers(_ db: Database) throws -> Int {
        try Session.all().of(accountID).filter(Columns.id != id).deleteAll(db)
    }

    /// Ends the sessions of an account, or all (nil), and returns their number.
    public static func endAll(of account: Int64?, _ db: Database) throws -> Int {
        try account.map { try Session.all().of($0).deleteAll(db) } ?? Session.deleteAll(db)
    }

    private static func removeDead(_ settings: AccountSettings, _ db: Database) throws {
        let now = settings.now()
        try filter(Columns.expiresAt <= now || Columns.seenAt <= now.addingTimeInterval(-settings.idle)).deleteAll(db)
    }
}
