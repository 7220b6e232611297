import Accounts
import GRDB
import Hummingbird
import Web

struct RolesPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/roles"

    func addRoutes(to roles: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = roles.group().add(middleware: proof)
        roles.get("", use: index)
        acts.post("factors", use: requireFactors)
        RoleFormPages(admin: admin).addRoutes(to: roles, acts)
    }

    static func address(_ id: Int64) -> String { "\(address)/\(id)" }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let roles = try admin.roles(db)
            let ids = Dictionary(try CustomRole.fetchAll(db).map { ($0.name, $0.id ?? 0) }) { $1 }
            let required = try FactorRequirement.roles(db)
            let heads = roles.map { role -> Values in
                [
                    "label": words.role(role.name, of: roles), "name": role.name, "isOwn": ids[role.name] != nil,
                    "href": ids[role.name].map(Self.address) ?? false, "copyHref": Self.address + "/new?from=" + role.name,
                    "place": words("admin.roles.\(role.isConfined ? "ofPart" : role.scope == nil ? "ofSite" : "ofPlace")"),
                    "required": required.contains(role.name),
                ]
            }
            let values: Values = [
                "title": words("admin.menu.roles"), "heading": words("admin.menu.roles"), "roles": heads,
                "groups": groups(roles, words), "columns": String(roles.count + 1), "views": try views(person, roles, context),
                "drawn": SettingsMerge.hiddenValue(Self.saved(required), nil),
            ]
            return ("admin/roles/matrix", values)
        }
    }

    private func groups(_ roles: [Role], _ words: Words) -> [Values] {
        let table = PermissionTable(admin, words)
        return table.groups.map { group in
            let rows = group.rows.map { row -> Values in
                let cells = roles.map { role -> Values in
                    let found = cell(row, role, table, words)
                    return [
                        "role": words.role(role.name, of: roles), "text": found?.text ?? "—", "icon": found?.icon ?? "", "on": found != nil,
                    ]
                }
                return ["label": row.label, "cells": cells]
            }
            return ["label": group.label, "rows": rows]
        }
    }

    private func cell(
        _ row: PermissionTable.Row, _ role: Role, _ table: PermissionTable, _ words: Words
    ) -> (text: String, icon: String)? {
        if let doing = row.doing { return table.allows(role, doing) ? (words("admin.yes"), "check") : nil }
        let allows = { (permission: Permission?) in permission.map { table.allows(role, $0) } ?? false }
        switch (allows(row.seeing), allows(row.editing)) {
        case (true, true): return (words("admin.roles.cells.both"), "edit")
        case (true, false): return (words("admin.roles.cells.see"), "eye")
        case (false, true): return (words("admin.roles.cells.edit"), "edit")
        case (false, false): return nil
        }
    }

    private func views(_ person: SignedIn, _ roles: [Role], _ context: FormContext) throws -> [Values] {
        let places = try admin.allScopes(context.db)
        return roles.flatMap { role -> [(value: String, label: String, scopeID: Int64?)] in
            let label = context.words.role(role.name, of: roles)
            guard role.scope != nil else { return [(role.name + "|", label, nil)] }
            return places.map { (role.name + "|" + $0.value, "\(label), \($0.label)", Int64(recordID: $0.value)) }
        }.filter { person.grants.cover([RoleAssignment(accountID: 0, role: $0.value.roleOfView, scopeID: $0.scopeID)], of: roles) }
            .map { ["value": $0.value, "label": $0.label] as Values }
    }

    @Sendable func requireFactors(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        let taken = try await admin.database.write { db -> String? in
            let roles = try admin.roles(db)
            // What was not ticked or taken away here stays as others saved it.
            let saved = try Self.saved(FactorRequirement.roles(db))
            let merge = SettingsMerge(form, saved: saved, lists: ["role"])
            let changes = try LastChange(["role.factors-required"], db)
            let taken = merge?.sentence(by: changes, for: person.actor, words) { _ in words("admin.roles.factors.roles") }
            let ticked = Set((merge?.form ?? form).all("role"))
            let asked = roles.map(\.name).filter(ticked.contains)
            guard try FactorRequirement.roles(db) != Set(asked) else { return taken }
            try FactorRequirement.set(Set(asked), db)
            let titles = asked.map { words.role($0, of: roles) }.joined(separator: ", ")
            try AuditEntry.write(db, "role.factors-required", by: person.actor, detail: ["roles": titles.isEmpty ? "—" : titles])
            return taken
        }
        let text = [words("admin.roles.factors.saved"), taken].compactMap { $0 }.joined(separator: " ")
        return try await admin.redirect(person, to: Self.address, Flash(text))
    }

    private static func saved(_ required: Set<String>) -> [String: [String]] { ["role": required.sorted()] }
}

extension String {
    var roleOfView: String { String(prefix { $0 != "|" }) }
}
