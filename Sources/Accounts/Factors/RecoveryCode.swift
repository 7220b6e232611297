import Crypto
import Foundation
import GRDB

/// A printed code that replaces a lost phone once. With 120 random bits, a plain hash is safe (ASVS 6.5.2).
struct RecoveryCode: Codable, Sendable, FetchableRecord, PersistableRecord {
    var accountID: Int64
    var hash: Data
    var usedAt: Date?

    static let count = 10

    static func of(_ account: Int64) -> QueryInterfaceRequest<RecoveryCode> { filter(Column("accountID") == account) }

    static func left(_ account: Int64, _ db: Database) throws -> Int { try of(account).filter(Column("usedAt") == nil).fetchCount(db) }

    /// Replaces all codes by ten new ones, which cannot be shown again.
    static func renew(for account: Int64, _ db: Database) throws -> [String] {
        try of(account).deleteAll(db)
        return try (0..<count).map { _ in
            let text = SymmetricKey(size: .init(bitCount: 120)).withUnsafeBytes { Base32.text($0) }
            try RecoveryCode(accountID: account, hash: hash(text)).insert(db)
            return text.inGroups(of: 4, separator: "-")
        }
    }

    static func use(_ typed: String, of account: Int64, at now: Date, _ db: Database) throws -> Bool {
        let text = Base32.typed(typed)
        guard text.utf8.count == 24 else { return false }
        return try of(account).filter(Column("hash") == hash(text) && Column("usedAt") == nil)
            .updateAll(db, Column("usedAt").set(to: now)) == 1
    }

    private static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
