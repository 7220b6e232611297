import Foundation
import GRDB

/// A link that confirms a mail address once; table `emailLink`.
struct EmailLink: Codable, Sendable, FetchableRecord, PersistableRecord {
    let tokenHash: Data
    let accountID: Int64
    let address: String
    let createdAt: Date
    let expiresAt: Date

    static let lifetime: TimeInterval = 86_400
    /// Per account and hour, so that a stranger's mailbox is not filled.
    private static let most = 3

    /// Makes a link; nil after too many within an hour.
    static func make(for address: String, of account: Int64, at now: Date, _ db: Database) throws -> (path: String, ends: Date)? {
        try filter(Column("expiresAt") <= now).deleteAll(db)
        guard try of(account).filter(Column("createdAt") > now - 3_600).fetchCount(db) < most else { return nil }
        let (token, ends) = (Token(), now + lifetime)
        try EmailLink(tokenHash: token.hash, accountID: account, address: address, createdAt: now, expiresAt: ends).insert(db)
        return (EmailLinkPages.address(token), ends)
    }

    /// The link, unless its account has asked for another address since: that one may be a stranger's by mistake.
    static func find(_ token: Token, at now: Date, _ db: Database) throws -> EmailLink? {
        guard let link = try filter(Column("tokenHash") == token.hash && Column("expiresAt") > now).fetchOne(db),
            try waiting(link.accountID, at: now, db) == link.address
        else { return nil }
        return link
    }

    static func waiting(_ account: Int64, at now: Date, _ db: Database) throws -> String? {
        try of(account).filter(Column("expiresAt") > now).order(Column("createdAt").desc, Column.rowID.desc).fetchOne(db)?.address
    }

    static func end(_ account: Int64, _ db: Database) throws { try of(account).deleteAll(db) }

    private static func of(_ account: Int64) -> QueryInterfaceRequest<EmailLink> { filter(Column("accountID") == account) }
}
