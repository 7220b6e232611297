import GRDB

/// The accounts with rights to edit people on the whole site, and whether one of them can come in.
enum FirstAdministrator {
    private static let right: Permission = "admin.people.edit"

    /// A passkey alone lets its owner in, too.
    static func canSignIn(_ db: Database, roles: [Role]) throws -> Bool {
        let owners = Passkey.select(Column("accountID"), as: Int64.self)
        return try !accounts(db, roles: roles).filter(Account.Columns.passwordHash != nil || owners.contains(Account.Columns.id)).isEmpty(
            db)
    }

    static func waiting(_ db: Database, roles: [Role]) throws -> Account? {
        try accounts(db, roles: roles).filter(Account.Columns.passwordHash == nil).order(Account.Columns.id).fetchOne(db)
    }

    private static func accounts(_ db: Database, roles: [Role]) throws -> QueryInterfaceRequest<Account> {
        let granting = try (roles + CustomRole.roles(db)).filter { role in
            Grants([RoleAssignment(accountID: 0, role: role.name)], roles: [role]).may(right, in: nil)
        }
        let names = ["admin", "administrator"] + granting.map(\.name)
        let holders = RoleAssignment.filter(Column("scopeID") == nil && names.contains(Column("role")))
            .select(Column("accountID"), as: Int64.self)
        return Account.all().notDeleted().filter(Account.Columns.isActive && holders.contains(Account.Columns.id))
    }
}
