import Accounts
import GRDB

/// The roles of the whole site; systems add their own (`Module.roles`).
public enum AdminRoles {
    public static let all = [Role("admin", may: ["*"])]
}

extension AdminContext {
    var presets: [Role] { AdminRoles.all + modules.flatMap { $0.roles } }

    func roles(_ db: Database) throws -> [Role] { try presets + CustomRole.roles(db) }

    func allScopes(_ db: Database) throws -> [NamedOption] {
        guard let scope else { return [] }
        let sql = "SELECT id, \(scope.titleColumn) FROM \(scope.table) WHERE \(scope.notTrashed) ORDER BY folded"
        return try Row.fetchAll(db, sql: sql).map { NamedOption(value: String($0[0] as Int64), label: $0[1]) }
    }
}

/// Active accounts that may edit people on the whole site.
enum Administrators {
    static let right: Permission = "admin.people.edit"

    static func count(_ db: Database, roles: [Role], demo: Bool = true) throws -> Int {
        let names = roles.filter { Grants([RoleAssignment(accountID: 0, role: $0.name)], roles: [$0]).may(right, in: nil) }.map(\.name)
        return try Account.all().notDeleted()
            .filter(Account.Columns.isActive && Account.Columns.passwordHash != nil && (demo || !Account.Columns.isDemo))
            .filter(
                RoleAssignment.filter(Column("scopeID") == nil && names.contains(Column("role"))).select(
                    Column("accountID"), as: Int64.self
                )
                .contains(Account.Columns.id)
            )
            .fetchCount(db)
    }

    /// Throws `PersonRefusal.lastAdministrator`, which rolls back, if none remains.
    static func require(_ db: Database, roles: [Role]) throws {
        guard try count(db, roles: roles) > 0 else { throw PersonRefusal.lastAdministrator }
    }
}

/// Why a change to a person was refused; the text key is `admin.people.refused.<rawValue>`.
enum PersonRefusal: String, Error {
    case lastAdministrator, ownRole, ownDeactivation, ownDeletion, tooPowerful, notActive, ownFactors, noEmail
}
