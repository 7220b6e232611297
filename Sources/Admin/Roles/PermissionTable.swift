import Accounts
import Web

struct PermissionTable: Sendable {
    struct Row: Sendable {
        let label: String
        var seeing: Permission?
        var editing: Permission?
        var doing: Permission?

        var all: [Permission] { [seeing, editing, doing].compactMap(\.self) }
    }

    let groups: [(label: String, rows: [Row])]
    private let words: Words
    private let unscoped: Set<Permission>

    init(_ admin: AdminContext, _ words: Words) {
        self.words = words
        // Includes disabled systems: a role keeps its permissions there.
        let systems = admin.modules.map { module in
            (
                label: words("\(module.name).name"),
                rows: module.resources.map { Row(label: words("\($0.name).many"), seeing: $0.seeing, editing: $0.editing) }
                    + module.rights.map { Row(label: words("permissions.\($0.rawValue)"), doing: $0) }
            )
        }
        let shared = AccessMap.shared.map { Row(label: words("permissions.\($0.rawValue)"), doing: $0) }
        groups = systems + [(words("admin.people.shared"), shared)]
        unscoped = Set(admin.modules.flatMap { $0.resources }.filter { $0.scope == nil }.flatMap { [$0.seeing, $0.editing] })
    }

    func allows(_ role: Role, _ permission: Permission) -> Bool {
        role.may(permission) && (role.scope == nil || !unscoped.contains(permission))
    }

    var all: [Permission] { groups.flatMap(\.rows).flatMap(\.all) }

    func text(_ permissions: some Sequence<Permission>) -> String {
        let asked = Set(permissions)
        return groups.flatMap(\.rows).flatMap { row -> [String] in
            let things = row.label.lowercased()
            return [
                row.seeing.flatMap { asked.contains($0) ? words("permissions.see", ["things": things]) : nil },
                row.editing.flatMap { asked.contains($0) ? words("permissions.edit", ["things": things]) : nil },
                row.doing.flatMap { asked.contains($0) ? row.label : nil },
            ].compactMap(\.self)
        }.joined(separator: "; ")
    }
}

extension Role {
    func may(_ permission: Permission) -> Bool { grants.contains { $0.covers(permission) } }
}
