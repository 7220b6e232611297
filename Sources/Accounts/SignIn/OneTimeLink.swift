import Foundation
import GRDB

/// A link to choose a password once. Without an account it creates the first administrator.
struct OneTimeLink: Codable, Sendable, FetchableRecord, PersistableRecord {
    var tokenHash: Data
    var accountID: Int64?
    var createdAt: Date
    var expiresAt: Date
    /// Where it was mailed to; nil when a person hands it over.
    var email: String?

    /// One day in seconds, as OWASP allows for long printed codes.
    static let lifetime: TimeInterval = 86400
    /// Of a link that a visitor asked for, and of one that an administrator sends.
    static let askedLifetime: TimeInterval = 2 * 3600
    static let sentLifetime: TimeInterval = 3 * 86400
    /// Links that visitors may have mailed to an account in an hour.
    private static let mostAsked = 3

    static func make(for account: Int64?, _ db: Database) throws -> String {
        let token = Token()
        let now = try db.transactionDate
        try filter(Column("accountID") == account || Column("expiresAt") <= now).deleteAll(db)
        try OneTimeLink(tokenHash: token.hash, accountID: account, createdAt: now, expiresAt: now.addingTimeInterval(lifetime)).insert(db)
        return "/welcome/" + token.text
    }

    /// Makes a link that is mailed. It ends no other: a stranger who asks for one must not void the one that a person was just given.
    static func makeMailed(
        to email: String, for account: Int64, lasting lifetime: TimeInterval, _ db: Database
    ) throws -> (path: String, ends: Date) {
        let (token, now) = (Token(), try db.transactionDate)
        try OneTimeLink(tokenHash: token.hash, accountID: account, createdAt: now, expiresAt: now + lifetime, email: email).insert(db)
        return ("/welcome/" + token.text, now + lifetime)
    }

    static func mayBeAsked(for account: Int64, _ db: Database) throws -> Bool {
        let recent = try db.transactionDate - 3600
        return try all().of(account).filter(Column("email") != nil && Column("createdAt") > recent).fetchCount(db) < mostAsked
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
        guard try !FirstAdministrator.canSignIn(db, roles: roles) else { return nil }
        return try OneTimeLink.make(for: FirstAdministrator.waiting(db, roles: roles)?.id, db)
    }

    /// One-time paths for those of these accounts that have no password yet, by sign-in name.
    public static func firstPasswordLinks(_ names: [String], _ db: Database, by actor: Actor) throws -> [(name: String, path: String)] {
        let waiting = Account.all().notDeleted().filter(names.contains(Account.Columns.key) && Account.Columns.passwordHash == nil)
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

    /// How long such a path works, in seconds.
    public static var linkLifetime: TimeInterval { OneTimeLink.lifetime }

    /// Mails a link for the first or another password, at an administrator's wish, and returns when it ends. Earlier links end.
    public static func mailLink(
        for id: Int64, to address: String, _ mailbox: AccountMailbox, _ db: Database, by actor: Actor
    ) throws -> Date {
        let owner = try Account.find(db, key: id)
        try Attempts.forget(owner.key, db)
        try OneTimeLink.all().of(id).deleteAll(db)
        let link = try OneTimeLink.makeMailed(to: address, for: id, lasting: OneTimeLink.sentLifetime, db)
        let kind: AccountMail.Kind = owner.passwordHash == nil ? .invitation : .password
        try AuditEntry.write(db, "account.link-mailed", by: actor, on: ("account", id, owner.name))
        try mailbox.post(AccountMail(kind, of: owner, to: address, link: link, at: db.transactionDate), db)
        return link.ends
    }

    /// Mails links for another password to the confirmed addresses of the accounts with a typed sign-in name or address.
    public static func mailForgottenLinks(_ typed: String, _ mailbox: AccountMailbox, _ db: Database) throws {
        let named = try Account.foldedKey(typed).flatMap { try Account.all().notDeleted().named($0).fetchOne(db)?.id }
        let found = try named.map { [$0] } ?? AccountEmail.accounts(at: typed, db)
        for id in found.prefix(5) {
            guard let account = try Account.fetchOne(db, key: id), account.mayComeIn, let address = try AccountEmail.confirmed(id, db),
                try OneTimeLink.mayBeAsked(for: id, db)
            else { continue }
            let link = try OneTimeLink.makeMailed(to: address, for: id, lasting: OneTimeLink.askedLifetime, db)
            try AuditEntry.write(db, "account.link-asked", by: .system("portico"), on: ("account", id, account.name))
            try mailbox.post(AccountMail(.forgotten, of: account, to: address, link: link, at: db.transactionDate), db)
        }
    }
}
