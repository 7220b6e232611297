import Foundation
import GRDB

/// The second factors of an account as a whole: an app, passkeys, and the recovery codes that stand in for them.
public enum Factors {
    /// Whether signing in asks for more than the password. Recovery codes alone do not count.
    static func has(_ account: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM authenticatorApp WHERE accountID = :id AND isConfirmed)
                        OR EXISTS (SELECT 1 FROM passkey WHERE accountID = :id)
                    """), arguments: ["id": account]) ?? false
    }

    /// Whether one of the account's roles asks for a second factor.
    static func isRequired(_ account: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM roleAssignment JOIN factorRequirement USING (role) WHERE accountID = ?)"),
            arguments: [account]) ?? false
    }

    /// Whether the account must set one up before it can do anything.
    static func isMissing(_ account: Int64, _ db: Database) throws -> Bool { try isRequired(account, db) && !has(account, db) }

    /// How many there are, for deciding whether one is the last.
    static func count(_ account: Int64, _ db: Database) throws -> Int {
        try AuthenticatorApp.of(account, isConfirmed: true).fetchCount(db) + Passkey.of(account).fetchCount(db)
    }

    /// Without any factor left, what stood in for one goes too.
    static func tidy(_ account: Int64, _ db: Database) throws {
        guard try !has(account, db) else { return }
        try RecoveryCode.of(account).deleteAll(db)
        try TrustedDevice.of(account).deleteAll(db)
    }

    /// What a new password ends: whoever knew the old one may be half way in, or have said that a device of his is trusted.
    static func endTrust(_ account: Int64, _ db: Database) throws {
        try TrustedDevice.of(account).deleteAll(db)
        try PendingSecondFactor.of(account).deleteAll(db)
    }
}

// MARK: - For administrators

extension Factors {
    /// What an account has, for those who keep people.
    public struct Summary: Sendable {
        public let appSince: Date?
        public let passkeys: [Passkey]
        public let codesLeft: Int
        public let devices: [TrustedDevice]
        public let isRequired: Bool

        public var hasAny: Bool { appSince != nil || !passkeys.isEmpty }
    }

    public static func summary(_ account: Int64, _ db: Database) throws -> Summary {
        Summary(
            appSince: try AuthenticatorApp.of(account, isConfirmed: true).fetchOne(db)?.createdAt,
            passkeys: try Passkey.of(account).order(Column("id")).fetchAll(db), codesLeft: try RecoveryCode.left(account, db),
            devices: try TrustedDevice.of(account).filter(Column("expiresAt") > db.transactionDate).order(Column("seenAt").desc).fetchAll(
                db),
            isRequired: try isRequired(account, db))
    }

    /// Takes every factor away, with the trusted devices and all sessions: for somebody who has lost them. It does not give a new password.
    public static func reset(_ account: Int64, _ db: Database, by actor: Actor) throws {
        let owner = try Account.find(db, key: account)
        try AuthenticatorApp.filter(Column("accountID") == account).deleteAll(db)
        try Passkey.of(account).deleteAll(db)
        try RecoveryCode.of(account).deleteAll(db)
        try endTrust(account, db)
        _ = try Session.endAll(of: account, db)
        try Attempts.forget(owner.key + secondStep, db)
        try AuditEntry.write(db, "account.factors-reset", by: actor, on: ("account", account, owner.name))
    }

    /// Forgets the devices that are not asked for the second factor; how many there were.
    public static func forgetDevices(_ account: Int64, _ db: Database, by actor: Actor) throws -> Int {
        let owner = try Account.find(db, key: account)
        let count = try TrustedDevice.of(account).deleteAll(db)
        try AuditEntry.write(
            db, "account.devices-forgotten", by: actor, on: ("account", account, owner.name), detail: ["devices": String(count)])
        return count
    }

    /// Added to a sign-in name (which cannot hold a space) where attempts at the second step are counted: apart from the password's, which
    /// a right password forgives.
    static let secondStep = " factor"
}

/// The roles whose holders must have a second factor.
public enum FactorRequirement {
    public static func roles(_ db: Database) throws -> Set<String> {
        try String.fetchSet(db, sql: "SELECT role FROM factorRequirement")
    }

    /// Requires a factor for these roles and no others.
    public static func set(_ roles: Set<String>, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM factorRequirement")
        for role in roles { try db.execute(sql: "INSERT INTO factorRequirement (role) VALUES (?)", arguments: [role]) }
    }
}
