import Accounts
import GRDB

/// The roles of the whole site. The systems add their own (`Module.roles`).
public enum AdminRoles {
    public static let all = [Role("admin", may: ["*"])]
}

extension AdminContext {
    /// The roles of the program.
    var presets: [Role] { AdminRoles.all + modules.flatMap { $0.roles } }

    /// Every role that a person can have: those of the program, and the site's own ones.
    func roles(_ db: Database) throws -> [Role] { try presets + CustomRole.roles(db) }

    /// Everything that a role can be limited to (the houses), by title, whoever asks.
    func allScopes(_ db: Database) throws -> [NamedOption] {
        guard let scope else { return [] }
        let sql = "SELECT id, \(scope.titleColumn) FROM \(scope.table) WHERE deletedAt IS NULL ORDER BY folded"
        return try Row.fetchAll(db, sql: sql).map { NamedOption(value: String($0[0] as Int64), label: $0[1]) }
    }
}

/// Who keeps the site: people who may edit people, on the whole site, and can come in.
enum Administrators {
    static let right: Permission = "admin.people.edit"

    /// - Parameter demo: whether demonstration accounts count.
    static func count(_ db: Database, roles: [Role], demo: Bool = true) throws -> Int {
        let names = roles.filter { Grants([RoleAssignment(accountID: 0, role: $0.name)], roles: [$0]).may(right, in: nil) }.map(\.name)
        return try Account.all().kept()
            .filter(Account.Columns.isActive && Account.Columns.passwordHash != nil && (demo || !Account.Columns.isDemo))
            .filter(
                RoleAssignment.filter(Column("scopeID") == nil && names.contains(Column("role"))).select(
                    Column("accountID"), as: Int64.self
                )
                .contains(Account.Columns.id)
            )
            .fetchCount(db)
    }

    /// - Throws: `PersonRefusal.lastAdministrator`, which takes back the transaction, when a change has left nobody.
    static func require(_ db: Database, roles: [Role]) throws {
        guard try count(db, roles: roles) > 0 else { throw PersonRefusal.lastAdministrator }
    }
}

/// Why a change to a person was not made; the sentence has the key `admin.people.refused.<rawValue>`.
enum PersonRefusal: String, Error {
    case lastAdministrator, ownRole, ownDeactivation, ownDeletion, tooPowerful, notActive, ownFactors
}
