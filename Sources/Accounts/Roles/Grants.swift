import GRDB

public struct Grants: Sendable, Hashable {
    private struct Grant: Hashable {
        let permission: Permission
        let scope: Int64?
        let isConfined: Bool
    }

    /// 0 for the grants of a role.
    public let accountID: Int64
    private let grants: [Grant]
    private var limit: GrantLimit?

    /// Assignments to unknown roles grant nothing.
    public init(_ assignments: [RoleAssignment], roles: [Role]) {
        accountID = assignments.first?.accountID ?? 0
        grants = assignments.flatMap { assignment in
            roles.filter { $0.name == assignment.role }.flatMap { role in
                role.grants.map { Grant(permission: $0, scope: assignment.scopeID, isConfined: role.isConfined) }
            }
        }
    }

    static let none = Grants([], roles: [])

    init(_ assignments: [RoleAssignment], of settings: AccountSettings, viewing: Viewing?, _ db: Database) throws {
        let shown = viewing.map { [RoleAssignment(accountID: 0, role: $0.role, scopeID: $0.scopeID)] } ?? []
        let known = Set(settings.roles.map(\.name))
        // Most people have only built-in roles, which need no query.
        let own = (assignments + shown).allSatisfy { known.contains($0.role) } ? [] : try CustomRole.roles(db)
        let roles = settings.roles + own
        let grants = Grants(assignments, roles: roles)
        guard viewing != nil else {
            self = grants
            return
        }
        // A person who has lost the right to view sees nothing.
        self = grants.may("admin.people.edit", in: nil) && grants.cover(shown, of: roles) ? Grants(shown, roles: roles) : .none
    }

    /// Whether something is allowed in a scope. nil asks for the whole site, which a scoped role does not grant.
    public func may(_ permission: Permission, in scope: Int64?) -> Bool {
        guard limit?.covers(permission) ?? true, limit?.scope.map({ $0 == scope }) ?? true else { return false }
        return grants.contains { $0.permission.covers(permission) && ($0.scope == nil || $0.scope == scope) }
    }

    /// Whether an unconfined role allows something on all rows.
    public func mayOnAll(_ permission: Permission, in scope: Int64?) -> Bool {
        may(permission, in: scope)
            && grants.contains { !$0.isConfined && $0.permission.covers(permission) && ($0.scope == nil || $0.scope == scope) }
    }

    /// Whether a role allows something by name or system, not only by `*`.
    public func mayByName(_ permission: Permission) -> Bool {
        grants.contains { $0.permission.rawValue != "*" && $0.permission.covers(permission) }
    }

    public func mayAnywhere(_ permission: Permission) -> Bool {
        guard limit?.covers(permission) ?? true else { return false }
        return grants.contains { grant in
            grant.permission.covers(permission) && (grant.scope == nil || limit?.scope.map { $0 == grant.scope } ?? true)
        }
    }

    /// Whether these grants include some roles. People may manage only rights that they hold.
    public func cover(_ assignments: [RoleAssignment], of roles: [Role]) -> Bool {
        assignments.allSatisfy { assignment in
            roles.filter { $0.name == assignment.role }.allSatisfy { role in
                role.grants.allSatisfy { role.isConfined ? may($0, in: assignment.scopeID) : mayOnAll($0, in: assignment.scopeID) }
            }
        }
    }

    public func scopes(for permission: Permission) -> Scopes {
        guard limit?.covers(permission) ?? true else { return .only([]) }
        let fitting = grants.filter { $0.permission.covers(permission) }
        let isEverywhere = fitting.contains { $0.scope == nil }
        let scopes = Set(fitting.compactMap(\.scope))
        guard let only = limit?.scope else { return isEverywhere ? .all : .only(scopes) }
        return .only(isEverywhere || scopes.contains(only) ? [only] : [])
    }

    func narrowed(to limit: GrantLimit) -> Grants {
        var grants = self
        grants.limit = limit
        return grants
    }
}

struct GrantLimit: Hashable {
    /// Wildcards such as `house.*`; none allows nothing.
    let areas: [Permission]
    let scope: Int64?

    func covers(_ permission: Permission) -> Bool { areas.contains { $0.covers(permission) } }
}

public enum Scopes: Equatable, Sendable {
    case all
    case only(Set<Int64>)
}
