import Foundation
import GRDB

/// An authenticator app. An account has at most one confirmed and one pending.
struct AuthenticatorApp: Codable, Sendable, FetchableRecord, PersistableRecord {
    var accountID: Int64
    var sealed: Data
    var isConfirmed: Bool
    /// The time step of the last used code: each is accepted once.
    var lastStep: Int64
    var createdAt: Date

    static func of(_ account: Int64, isConfirmed: Bool) -> QueryInterfaceRequest<AuthenticatorApp> {
        filter(Column("accountID") == account && Column("isConfirmed") == isConfirmed)
    }

    static func begin(for account: Int64, _ key: FactorKey, at now: Date, _ db: Database) throws {
        try of(account, isConfirmed: false).deleteAll(db)
        let sealed = try key.seal(TOTP().secret, of: account)
        try AuthenticatorApp(accountID: account, sealed: sealed, isConfirmed: false, lastStep: 0, createdAt: now).insert(db)
    }

    static func confirm(_ code: String, of account: Int64, _ key: FactorKey, at now: Date, _ db: Database) throws -> Bool {
        guard let begun = try of(account, isConfirmed: false).fetchOne(db),
            let step = try begun.totp(key).accepted(code, at: now, after: 0)
        else { return false }
        try of(account, isConfirmed: true).deleteAll(db)
        try of(account, isConfirmed: false).updateAll(
            db, Column("isConfirmed").set(to: true), Column("lastStep").set(to: step), Column("createdAt").set(to: now))
        return true
    }

    /// Whether a code is right, which uses it up. Throws `FactorKey.Lost`.
    static func accept(_ code: String, of account: Int64, _ key: FactorKey, at now: Date, _ db: Database) throws -> Bool {
        guard let app = try of(account, isConfirmed: true).fetchOne(db),
            let step = try app.totp(key).accepted(code, at: now, after: app.lastStep)
        else { return false }
        return try of(account, isConfirmed: true).filter(Column("lastStep") < step).updateAll(db, Column("lastStep").set(to: step)) == 1
    }

    func totp(_ key: FactorKey) throws -> TOTP { TOTP(secret: try key.unseal(sealed, of: accountID)) }
}
