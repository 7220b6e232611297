import Foundation
import GRDB
import Web

/// A role that the site has made for itself, from one of the program's as a pattern.
public struct CustomRole: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    public static let databaseTableName = "ownRole"

    public var id: Int64?
    /// The name in assignments; it stays when the title changes. No role of the program begins with `own-`.
    public private(set) var name: String
    public var title: String
    private var folded: String
    /// The kind of thing that it is limited to (`house`); nil for the whole site. It stays, because assignments rely on it.
    public private(set) var scope: String?
    /// Permissions by their names, without wildcards: what a later version of the program adds is not given silently.
    public var grants: [String]
    /// See `Role.isConfined`.
    public var isConfined: Bool
    /// Counts the changes, for two people who edit at once.
    public var version: Int
    public var updatedAt: Date

    public static let longestTitle = 60

    public init(title: String, scope: String?, isConfined: Bool = false, grants: [String], at now: Date) {
        name = "own-" + title.slug
        (self.title, folded, self.scope, self.grants, self.isConfined) = (title, title.folded, scope, grants, isConfined)
        (version, updatedAt) = (1, now)
    }

    /// One whose name is known, as a seed file gives it.
    public init(name: String, title: String, scope: String?, grants: [String], at now: Date) {
        self.init(title: title, scope: scope, grants: grants, at: now)
        self.name = name
    }

    public mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// Adds it. The name of a deleted role is free again, and of two titles that make one name the second gets a number.
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

    /// All of them, as what assignments name.
    public static func roles(_ db: Database) throws -> [Role] { try all().order(Column("folded")).fetchAll(db).map(\.role) }

    /// How many accounts have it, the ones in the trash too: they come back with their roles.
    public func holders(_ db: Database) throws -> Int {
        try RoleAssignment.filter(Column("role") == name).select(Column("accountID"), as: Int64.self).distinct().fetchCount(db)
    }
}

extension String {
    /// `Aiuto cuoco` as `aiuto-cuoco`.
    fileprivate var slug: String {
        let letters = folded.utf8.map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : UInt8(ascii: "-") }
        let text = String(decoding: letters, as: UTF8.self).split(separator: "-").joined(separator: "-")
        return text.isEmpty ? "role" : text
    }
}
