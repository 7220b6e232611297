import GRDB

/// A role that an account has, everywhere or in one scope.
public struct RoleAssignment: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    public var accountID: Int64
    /// The name of a `Role`; one that the site no longer knows allows nothing.
    public var role: String
    /// nil is everywhere. The things scopes are (houses) live in other modules, so whoever deletes one calls `removeAll(in:of:)`.
    public var scopeID: Int64?

    public init(accountID: Int64, role: String, scopeID: Int64? = nil) {
        self.accountID = accountID
        self.role = role
        self.scopeID = scopeID
    }

    /// The assignments of an account, in a steady order.
    public static func of(_ account: Int64) -> QueryInterfaceRequest<RoleAssignment> {
        filter(Column("accountID") == account).order(Column("role"), Column("scopeID"))
    }

    /// Takes the roles of some names away wherever they were limited to a scope that is going: a later thing could get its number.
    public static func removeAll(in scope: Int64, of roles: [Role], _ db: Database) throws {
        try filter(Column("scopeID") == scope && roles.map(\.name).contains(Column("role"))).deleteAll(db)
    }
}
