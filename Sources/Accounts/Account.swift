import Foundation
import GRDB
import Web

public struct Account: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
    public var id: Int64?
    /// The sign-in name, unique outside the trash; see `foldedKey`.
    public var key: String
    public var name: String
    /// nil until a password is chosen; then no sign-in is possible. See `ScryptHash` for the format.
    public var passwordHash: String?
    public var language: Language?
    public var country: String?
    public var isActive: Bool
    public var isDemo: Bool
    public var version: Int
    public var createdAt: Date
    public var updatedAt: Date
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

    public var mayComeIn: Bool { isActive && deletedAt == nil }

    /// Whether planned work may still run for this account: false when it is inactive or in the trash. nil, the program itself, may.
    public static func mayAct(_ id: Int64?, _ db: Database) throws -> Bool {
        guard let id else { return true }
        return try Account.fetchOne(db, key: id)?.mayComeIn ?? false
    }

    /// A folded sign-in name: 2 to 64 of `a-z 0-9 . _ -`, first a letter or digit; nil when invalid. Accepts full-width letters.
    public static func foldedKey(_ typed: String) -> String? {
        let key = typed.trimmingSpaces().precomposedStringWithCompatibilityMapping.lowercased()
        guard (2...64).contains(key.utf8.count), let first = key.utf8.first, first.isLetterOrDigit else { return nil }
        return key.utf8.allSatisfy { $0.isLetterOrDigit || ".-_".utf8.contains($0) } ? key : nil
    }
}

extension DerivableRequest<Account> {
    /// Excludes the trash.
    public func notDeleted() -> Self { filter(Account.Columns.deletedAt == nil) }

    public func named(_ key: String) -> Self { filter(Account.Columns.key == key) }
}

extension Language: DatabaseValueConvertible {
    /// A language that is no longer offered is read as English.
    public static func fromDatabaseValue(_ value: DatabaseValue) -> Language? {
        String.fromDatabaseValue(value).map { Language(rawValue: $0) ?? .english }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool { (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) }
}
