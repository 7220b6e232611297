import Foundation
import GRDB
import Web

/// A person who may sign in.
public struct Account: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    /// The sign-in name, unique among accounts that are not in the trash; see `foldedKey`.
    public var key: String
    /// The name shown.
    public var name: String
    /// See `Passwords` for the form; nil while nobody has chosen a password, and then nobody can sign in.
    public var passwordHash: String?
    /// nil follows the browser.
    public var language: Language?
    /// Of residence, see `Country`; nil while nobody has said it.
    public var country: String?
    public var isActive: Bool
    /// Made by the demonstration seed, goes with `Accounts.removeDemoAccounts`.
    public var isDemo: Bool
    /// Counts the changes, for two people who edit at once.
    public var version: Int
    public var createdAt: Date
    public var updatedAt: Date
    /// When it went to the trash.
    public var deletedAt: Date?

    public init(
        id: Int64? = nil, key: String, name: String, passwordHash: String? = nil, language: Language? = nil, country: String? = nil,
        isActive: Bool = true, isDemo: Bool = false, version: Int = 1, createdAt: Date, updatedAt: Date? = nil, deletedAt: Date? = nil
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.passwordHash = passwordHash
        self.language = language
        self.country = country
        self.isActive = isActive
        self.isDemo = isDemo
        self.version = version
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
        self.deletedAt = deletedAt
    }

    /// As with `Session`, column by column.
    public init(row: Row) throws {
        (id, key, name, passwordHash) = (row["id"], row["key"], row["name"], row["passwordHash"])
        language = (row["language"] as String?).flatMap(Language.init(rawValue:))
        (country, isActive, isDemo, version) = (row["country"], row["isActive"], row["isDemo"], row["version"])
        createdAt = try row.decode(forColumn: "createdAt")
        updatedAt = try row.decode(forColumn: "updatedAt")
        deletedAt = try row.decode(forColumn: "deletedAt")
    }

    public enum Columns {
        public static let id = Column(CodingKeys.id)
        public static let key = Column(CodingKeys.key)
        public static let name = Column(CodingKeys.name)
        public static let passwordHash = Column(CodingKeys.passwordHash)
        public static let language = Column(CodingKeys.language)
        public static let country = Column(CodingKeys.country)
        public static let isActive = Column(CodingKeys.isActive)
        public static let isDemo = Column(CodingKeys.isDemo)
        static let version = Column(CodingKeys.version)
        static let updatedAt = Column(CodingKeys.updatedAt)
        public static let deletedAt = Column(CodingKeys.deletedAt)
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Whether its owner may come in now.
    public var mayComeIn: Bool { isActive && deletedAt == nil }

    /// Whether what was planned in somebody's name may still be done: not once his account was switched off or put into the trash. The
    /// program itself, which has no account, may.
    public static func mayAct(_ id: Int64?, _ db: Database) throws -> Bool {
        guard let id else { return true }
        return try Account.fetchOne(db, key: id)?.mayComeIn ?? false
    }

    /// A typed sign-in name as it is stored: lower case, 2 to 64 of `a-z 0-9 . _ -`, beginning with a letter or digit; nil when it
    /// cannot be one. The compatibility form first, so that full-width letters of a phone's keyboard are the same name.
    public static func foldedKey(_ typed: String) -> String? {
        let key = typed.trimmingSpaces().precomposedStringWithCompatibilityMapping.lowercased()
        guard (2...64).contains(key.utf8.count), let first = key.utf8.first, first.isLetterOrDigit else { return nil }
        return key.utf8.allSatisfy { $0.isLetterOrDigit || ".-_".utf8.contains($0) } ? key : nil
    }
}

extension DerivableRequest<Account> {
    /// Without the ones in the trash.
    public func kept() -> Self { filter(Account.Columns.deletedAt == nil) }

    /// The one account of a folded sign-in name.
    public func named(_ key: String) -> Self { filter(Account.Columns.key == key) }
}

extension Language: DatabaseValueConvertible {}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool { (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) }
}
