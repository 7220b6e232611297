import Foundation
import GRDB

/// A link that lets its holder choose a password once. Without an account it makes the first administrator.
struct OneTimeLink: Codable, Sendable, FetchableRecord, PersistableRecord {
    var tokenHash: Data
    /// nil for the link of a first start.
    var accountID: Int64?
    var createdAt: Date
    var expiresAt: Date

    /// Seconds. A day, as OWASP allows for long codes on paper; a first start makes a new one at every start anyway.
    static let lifetime: TimeInterval = 86400

    /// The path of a new link, which replaces the ones before it.
    static func make(for account: Int64?, _ db: Database) throws -> String {
        let token = Token()
        let now = try db.transactionDate
        try filter(Column("accountID") == account || Column("expiresAt") <= now).deleteAll(db)
        try OneTimeLink(tokenHash: token.hash, accountID: account, createdAt: now, expiresAt: now.addingTimeInterval(lifetime)).insert(db)
        return "/welcome/" + token.text
    }

    /// The link of a token, if it still works.
    static func find(_ token: Token, now: Date, _ db: Database) throws -> OneTimeLink? {
        try filter(Column("tokenHash") == token.hash && Column("expiresAt") > now).fetchOne(db)
    }
}

extension DerivableRequest<OneTimeLink> {
    func of(_ account: Int64) -> Self { filter(Column("accountID") == account) }
}

extension Accounts {
    /// The path `/welcome/…` that makes the first administrator; nil once there is an account. A new start replaces the link.
    public static func setupLink(_ db: Database) throws -> String? {
        let hasAccounts = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM account WHERE deletedAt IS NULL)")
        guard hasAccounts != true else { return nil }
        return try OneTimeLink.make(for: nil, db)
    }

    /// The path `/welcome/…` with which an account's owner chooses a new password: for an invitation and for a lost password. It goes
    /// by hand from person to person, works once and for a day. Failed attempts are forgotten, so it also ends a waiting time.
    public static func resetLink(for account: Int64, _ db: Database, by actor: Actor) throws -> String {
        let owner = try Account.find(db, key: account)
        try Attempts.forget(owner.key, db)
        try AuditEntry.write(db, "account.link-made", by: actor, on: ("account", account, owner.name))
        return try OneTimeLink.make(for: account, db)
    }
}
