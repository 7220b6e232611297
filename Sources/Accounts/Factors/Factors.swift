import Foundation
import GRDB

public enum Factors {
    /// Whether sign-in needs more than the password. Recovery codes alone do not count.
    static func has(_ account: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM authenticatorApp WHERE accountID = :id AND isConfirmed)
                        OR EXISTS (SELECT 1 FROM passkey WHERE accountID = :id)
                    """), arguments: ["id": account]) ?? false
    }

    static func isRequired(_ account: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM roleAssignment JOIN factorRequirement USING (role) WHERE accountID = ?)"),
            arguments: [account]) ?? false
    }

    static func isMissing(_ account: Int64, _ db: Database) throws -> Bool { try isRequired(account, db) && !has(account, db) }

    static func count(_ account: Int64, _ db: Database) throws -> Int {
        try AuthenticatorApp.of(account, isConfirmed: true).fetchCount(db) + Passkey.of(account).fetchCount(db)
    }

    static func tidy(_ account: Int64, _ db: Database) throws {
        guard try !has(account, db) else { return }
        try RecoveryCode.of(account).deleteAll(db)
        try TrustedDevice.of(account).deleteAll(db)
    }

    /// Ends half-finished sign-ins and trusted devices after a password change: the old password may have been known to others.
    static func endTrust(_ account: Int64, _ db: Database) throws {
        try TrustedDevice.of(account).deleteAll(db)
        try PendingSecondFactor.of(account).deleteAll(db)
    }
}

extension Factors {
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

    /// Removes all factors, trusted devices and sessions of a person who lost them. The password stays.
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

    public static func forgetDevices(_ account: Int64, _ db: Database, by actor: Actor) throws -> Int {
        let owner = try Account.find(db, key: account)
        let count = try TrustedDevice.of(account).deleteAll(db)
        try AuditEntry.write(
            db, "account.devices-forgotten", by: actor, on: ("account", account, owner.name), detail: ["devices": String(count)])
        return count
    }

    /// Appended to a sign-in name (which has no spaces) to count second-step attempts separately: a right password must not reset them.
    static let secondStep = " factor"
}

public enum FactorRequirement {
    public static func roles(_ db: Database) throws -> Set<String> {
        try String.fetchSet(db, sql: "SELECT role FROM factorRequirement")
    }

    public static func set(_ roles: Set<String>, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM factorRequirement")
        for role in roles { try db.execute(sql: "INSERT INTO factorRequirement (role) VALUES (?)", arguments: [role]) }
    }
}
