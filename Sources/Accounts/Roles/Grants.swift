/// What one account may do, worked out from its roles.
public struct Grants: Sendable {
    private struct Grant {
        let permission: Permission
        let scope: Int64?
    }

    private let grants: [Grant]

    /// - Parameter roles: the site's roles; an assignment to any other allows nothing.
    public init(_ assignments: [RoleAssignment], roles: [Role]) {
        grants = assignments.flatMap { assignment in
            roles.filter { $0.name == assignment.role }.flatMap(\.grants).map { Grant(permission: $0, scope: assignment.scopeID) }
        }
    }

    /// Whether something is allowed in a scope; nil asks for the whole site, which a role limited to a scope does not give.
    public func may(_ permission: Permission, in scope: Int64?) -> Bool {
        grants.contains { $0.permission.covers(permission) && ($0.scope == nil || $0.scope == scope) }
    }

    /// Whether something is allowed in one scope at least: what decides if a menu shows it.
    public func mayAnywhere(_ permission: Permission) -> Bool {
        grants.contains { $0.permission.covers(permission) }
    }

    /// Where something is allowed: what lists filter their rows by.
    public func scopes(for permission: Permission) -> Scopes {
        let fitting = grants.filter { $0.permission.covers(permission) }
        return fitting.contains { $0.scope == nil } ? .all : .only(Set(fitting.compactMap(\.scope)))
    }
}

/// Where something is allowed.
public enum Scopes: Equatable, Sendable {
    case all
    case only(Set<Int64>)
}
