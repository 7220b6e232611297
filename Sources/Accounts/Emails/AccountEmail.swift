import Foundation
import GRDB

/// The mail address of an account; table `accountEmail`. Only a confirmed one gets links that anyone may ask for.
public struct AccountEmail: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
    let accountID: Int64
    public let address: String
    public let confirmedAt: Date?

    public static func of(_ account: Int64, _ db: Database) throws -> AccountEmail? { try fetchOne(db, key: account) }

    public static func confirmed(_ account: Int64, _ db: Database) throws -> String? {
        try of(account, db).flatMap { $0.confirmedAt == nil ? nil : $0.address }
    }

    /// The address that an account has, or else the one that it asked to confirm.
    public static func latest(_ account: Int64, _ db: Database) throws -> String? {
        try of(account, db)?.address ?? EmailLink.waiting(account, at: db.transactionDate, db)
    }

    /// The numbers of the accounts with this confirmed address; capital letters do not matter.
    static func accounts(at address: String, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: "SELECT accountID FROM accountEmail WHERE address = ? COLLATE NOCASE AND confirmedAt IS NOT NULL ORDER BY accountID",
            arguments: [address])
    }

    static func confirm(_ address: String, of account: Int64, at now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE accountEmail SET confirmedAt = ifnull(confirmedAt, ?) WHERE accountID = ? AND address = ?",
            arguments: [now, account, address])
    }

    /// Writes the address that an administrator typed, or removes it if empty. The confirmed one before is told.
    public static func assign(_ address: String, to account: Account, _ mailbox: AccountMailbox, _ db: Database) throws {
        guard let id = account.id else { return }
        let before = try of(id, db)
        guard before?.address ?? "" != address else { return }
        if let before, before.confirmedAt != nil {
            try mailbox.post(
                AccountMail(.addressChanged, of: account, to: before.address, values: ["address": address], at: db.transactionDate), db)
        }
        try end(id, db)
        if !address.isEmpty { try AccountEmail(accountID: id, address: address, confirmedAt: nil).insert(db) }
    }

    /// Removes the address of an account with every link that was mailed to it, and those that confirm others unless kept.
    static func end(_ account: Int64, _ db: Database, keepsLinks: Bool = false) throws {
        try deleteOne(db, key: account)
        if !keepsLinks { try EmailLink.end(account, db) }
        try OneTimeLink.all().of(account).filter(Column("email") != nil).deleteAll(db)
    }
}
