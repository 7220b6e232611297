import GRDB

/// What one account may do, worked out from its roles.
public struct Grants: Sendable, Hashable {
    private struct Grant: Hashable {
        let permission: Permission
        let scope: Int64?
        let isConfined: Bool
    }

    /// Whose they are; 0 where they are those of a role.
    public let accountID: Int64
    private let grants: [Grant]
    /// What a token narrows them to.
    private var limit: GrantLimit?

    /// - Parameter roles: the site's roles; an assignment to any other allows nothing.
    public init(_ assignments: [RoleAssignment], roles: [Role]) {
        accountID = assignments.first?.accountID ?? 0
        grants = assignments.flatMap { assignment in
            roles.filter { $0.name == assignment.role }.flatMap { role in
                role.grants.map { Grant(permission: $0, scope: assignment.scopeID, isConfined: role.isConfined) }
            }
        }
    }

    /// Nothing at all.
    static let none = Grants([], roles: [])

    /// - Parameter viewing: a role that is looked at in place of the account's own ones.
    init(_ assignments: [RoleAssignment], of settings: AccountSettings, viewing: Viewing?, _ db: Database) throws {
        let shown = viewing.map { [RoleAssignment(accountID: 0, role: $0.role, scopeID: $0.scopeID)] } ?? []
        let known = Set(settings.roles.map(\.name))
        // Most people have roles of the program only, and then there is nothing to ask.
        let own = (assignments + shown).allSatisfy { known.contains($0.role) } ? [] : try CustomRole.roles(db)
        let roles = settings.roles + own
        let grants = Grants(assignments, roles: roles)
        guard viewing != nil else {
            self = grants
            return
        }
        // Whoever has lost the right to look meanwhile sees nothing.
        self = grants.may("admin.people.edit", in: nil) && grants.cover(shown, of: roles) ? Grants(shown, roles: roles) : .none
    }

    /// Whether something is allowed in a scope; nil asks for the whole site, which a role limited to a scope does not give.
    public func may(_ permission: Permission, in scope: Int64?) -> Bool {
        guard limit?.covers(permission) ?? true, limit?.scope.map({ $0 == scope }) ?? true else { return false }
        return grants.contains { $0.permission.covers(permission) && ($0.scope == nil || $0.scope == scope) }
    }

    /// Whether something is allowed on all rows of a resource: by one role at least that is not confined to some of them.
    public func mayOnAll(_ permission: Permission, in scope: Int64?) -> Bool {
        may(permission, in: scope)
            && grants.contains { !$0.isConfined && $0.permission.covers(permission) && ($0.scope == nil || $0.scope == scope) }
    }

    /// Whether a role allows something by its name or its system's, and not only because it allows everything.
    func mayByName(_ permission: Permission) -> Bool {
        grants.contains { $0.permission.rawValue != "*" && $0.permission.covers(permission) }
    }

    /// Whether something is allowed in one scope at least: what decides if a menu shows it.
    public func mayAnywhere(_ permission: Permission) -> Bool {
        guard limit?.covers(permission) ?? true else { return false }
        return grants.contains { grant in
            grant.permission.covers(permission) && (grant.scope == nil || limit?.scope.map { $0 == grant.scope } ?? true)
        }
    }

    /// Whether these grants hold everything that some roles give. Nobody may give, take away or get at more than he has himself: the
    /// right to edit people would otherwise be the right to everything.
    public func cover(_ assignments: [RoleAssignment], of roles: [Role]) -> Bool {
        assignments.allSatisfy { assignment in
            roles.filter { $0.name == assignment.role }.allSatisfy { role in
                role.grants.allSatisfy { role.isConfined ? may($0, in: assignment.scopeID) : mayOnAll($0, in: assignment.scopeID) }
            }
        }
    }

    /// Where something is allowed: what lists filter their rows by.
    public func scopes(for permission: Permission) -> Scopes {
        guard limit?.covers(permission) ?? true else { return .only([]) }
        let fitting = grants.filter { $0.permission.covers(permission) }
        let isEverywhere = fitting.contains { $0.scope == nil }
        let scopes = Set(fitting.compactMap(\.scope))
        guard let only = limit?.scope else { return isEverywhere ? .all : .only(scopes) }
        return .only(isEverywhere || scopes.contains(only) ? [only] : [])
    }

    /// The same, but never more than the limit allows too.
    func narrowed(to limit: GrantLimit) -> Grants {
        var grants = self
        grants.limit = limit
        return grants
    }
}

/// What a token may be used for at most, whatever its account may do.
struct GrantLimit: Hashable {
    /// Wildcards such as `house.*`; without any nothing is allowed.
    let areas: [Permission]
    /// nil for every scope.
    let scope: Int64?

    func covers(_ permission: Permission) -> Bool { areas.contains { $0.covers(permission) } }
}

/// Where something is allowed.
public enum Scopes: Equatable, Sendable {
    case all
    case only(Set<Int64>)
}
