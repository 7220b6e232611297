import Foundation
import GRDB
import Web

public struct CustomRole: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public static let databaseTableName = "ownRole"

    public var id: Int64?
    /// The stable name in assignments. Only own roles begin with `own-`.
    public private(set) var name: String
    public var title: String
    private var folded: String
    /// The kind of scope (`house`), nil for the whole site. Fixed, because assignments rely on it.
    public private(set) var scope: String?
    /// Permission names without wildcards, so that later versions do not add permissions silently.
    public var grants: [String]
    public var isConfined: Bool
    public var version: Int
    public var updatedAt: Date

    public static let longestTitle = 60

    public init(title: String, scope: String?, isConfined: Bool = false, grants: [String], at now: Date) {
        name = "own-" + title.slug
        (self.title, folded, self.scope, self.grants, self.isConfined) = (title, title.folded, scope, grants, isConfined)
        (version, updatedAt) = (1, now)
    }

    public init(name: String, title: String, scope: String?, grants: [String], at now: Date) {
        self.init(title: title, scope: scope, grants: grants, at: now)
        self.name = name
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Inserts under a unique name; equal titles get a number, and names of deleted roles are free again.
    public mutating func insertUnderFreeName(_ db: Database) throws {
        let wanted = name
        var number = 2
        while try !CustomRole.filter(Column("name") == name).isEmpty(db) {
            name = "\(wanted)-\(number)"
            number += 1
        }
        try insert(db)
    }

    public mutating func rename(_ title: String) { (self.title, folded) = (title, title.folded) }

    public var role: Role { Role(name, title: title, scope: scope, isConfined: isConfined, may: grants.map(Permission.init(rawValue:))) }

    public static func roles(_ db: Database) throws -> [Role] { try all().order(Column("folded")).fetchAll(db).map(\.role) }

    /// The number of accounts with this role, including the trash, from which accounts return with their roles.
    public func holders(_ db: Database) throws -> Int {
        try RoleAssignment.filter(Column("role") == name).select(Column("accountID"), as: Int64.self).distinct().fetchCount(db)
    }
}

extension String {
    fileprivate var slug: String {
        let letters = folded.utf8.map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : UInt8(ascii: "-") }
        let text = String(decoding: letters, as: UTF8.self).split(separator: "-").joined(separator: "-")
        return text.isEmpty ? "role" : text
    }
}
