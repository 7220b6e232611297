import Crypto
import Foundation
import GRDB

/// A random number that a passkey must sign, so that no answer works twice. Kept as a row, so that it is gone when it was used.
struct Challenge: Codable, Sendable, FetchableRecord, PersistableRecord {
    var value: Data
    var purpose: Purpose
    /// Whose passkey is to be made; nil for signing in, where it is not known yet.
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

    /// Whether a challenge was ours for this purpose and is not too old. It is used up, whatever comes of it.
    static func take(_ value: Data, _ purpose: Purpose, for account: Int64? = nil, at now: Date, _ db: Database) throws -> Bool {
        try filter(Column("value") == value && Column("purpose") == purpose && Column("accountID") == account && Column("expiresAt") > now)
            .deleteAll(db) == 1
    }
}
