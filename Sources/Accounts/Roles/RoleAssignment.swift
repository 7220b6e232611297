import GRDB

public struct RoleAssignment: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    public var accountID: Int64
    /// An unknown role grants nothing.
    public var role: String
    /// nil is everywhere. Scopes live in other modules: deleting one must call `removeAll(in:of:)`.
    public var scopeID: Int64?

    public init(accountID: Int64, role: String, scopeID: Int64? = nil) {
        self.accountID = accountID
        self.role = role
        self.scopeID = scopeID
    }

    public static func of(_ account: Int64) -> QueryInterfaceRequest<RoleAssignment> {
        filter(Column("accountID") == account).order(Column("role"), Column("scopeID"))
    }

    /// Removes assignments to a deleted scope, because a later scope could reuse its number.
    public static func removeAll(in scope: Int64, of roles: [Role], _ db: Database) throws {
        try filter(Column("scopeID") == scope && roles.map(\.name).contains(Column("role"))).deleteAll(db)
    }
}
