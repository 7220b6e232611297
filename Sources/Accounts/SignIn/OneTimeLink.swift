import Foundation
import GRDB

/// A link to choose a password once. Without an account it creates the first administrator.
struct OneTimeLink: Codable, Sendable, FetchableRecord, PersistableRecord {
    var tokenHash: Data
    var accountID: Int64?
    var createdAt: Date
    var expiresAt: Date

    /// One day in seconds, as OWASP allows for long printed codes.
    static let lifetime: TimeInterval = 86400

    static func make(for account: Int64?, _ db: Database) throws -> String {
        let token = Token()
        let now = try db.transactionDate
        try filter(Column("accountID") == account || Column("expiresAt") <= now).deleteAll(db)
        try OneTimeLink(tokenHash: token.hash, accountID: account, createdAt: now, expiresAt: now.addingTimeInterval(lifetime)).insert(db)
        return "/welcome/" + token.text
    }

    static func find(_ token: Token, now: Date, _ db: Database) throws -> OneTimeLink? {
        try filter(Column("tokenHash") == token.hash && Column("expiresAt") > now).fetchOne(db)
    }
}

extension DerivableRequest<OneTimeLink> {
    func of(_ account: Int64) -> Self { filter(Column("accountID") == account) }
}

extension Accounts {
    /// The path `/welcome/…` that lets the first administrator in; nil once one can come in. It is for the administrator's account that has
    /// no password yet, or makes a new one. A new start replaces it.
    public static func setupLink(_ db: Database, roles: [Role] = []) throws -> String? {
        guard try !FirstAdministrator.canComeIn(db, roles: roles) else { return nil }
        return try OneTimeLink.make(for: FirstAdministrator.waiting(db, roles: roles)?.id, db)
    }

    /// One-time paths for those of these accounts that have no password yet, by sign-in name.
    public static func firstPasswordLinks(_ names: [String], _ db: Database, by actor: Actor) throws -> [(name: String, path: String)] {
        let waiting = Account.all().kept().filter(names.contains(Account.Columns.key) && Account.Columns.passwordHash == nil)
        return try waiting.order(Account.Columns.id).fetchAll(db).compactMap { account in
            try account.id.map { (account.key, try resetLink(for: $0, db, by: actor)) }
        }
    }

    /// The path `/welcome/…` to choose a password once within a day. It resets failed attempts, which ends a waiting time.
    public static func resetLink(for account: Int64, _ db: Database, by actor: Actor) throws -> String {
        let owner = try Account.find(db, key: account)
        try Attempts.forget(owner.key, db)
        try AuditEntry.write(db, "account.link-made", by: actor, on: ("account", account, owner.name))
        return try OneTimeLink.make(for: account, db)
    }
}
