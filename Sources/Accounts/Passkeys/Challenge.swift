import Crypto
import Foundation
import GRDB

/// A random value that a passkey must sign. Stored as a row and deleted at use, so that no answer works twice.
struct Challenge: Codable, Sendable, FetchableRecord, PersistableRecord {
    var value: Data
    var purpose: Purpose
    var accountID: Int64?
    var expiresAt: Date

    enum Purpose: String, Codable, DatabaseValueConvertible { case creation, signIn }

    /// Seconds.
    static let lifetime: TimeInterval = 300

    static func make(_ purpose: Purpose, for account: Int64? = nil, at now: Date, _ db: Database) throws -> Data {
        let value = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        try filter(Column("expiresAt") <= now).deleteAll(db)
        try Challenge(value: value, purpose: purpose, accountID: account, expiresAt: now.addingTimeInterval(lifetime)).insert(db)
        return value
    }

    /// Whether a challenge is valid for this purpose. It is used up in any case.
    static func take(_ value: Data, _ purpose: Purpose, for account: Int64? = nil, at now: Date, _ db: Database) throws -> Bool {
        try filter(Column("value") == value && Column("purpose") == purpose && Column("accountID") == account && Column("expiresAt") > now)
            .deleteAll(db) == 1
    }
}
