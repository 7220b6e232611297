import Accounts
import GRDB
import Hummingbird
import Web

struct PersonAccessPages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>) {
        people.get("{id}/access", use: access)
    }

    func addOwnRoutes(to router: RouterGroup<SignedIn>) { router.get("account/access", use: ownAccess) }

    @Sendable func access(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let draft = try PersonDraft.living(db, id)
            return ("admin/people/access", try accessPage(draft, isOwn: false, context))
        }
    }

    @Sendable func ownAccess(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            ("admin/people/access", try accessPage(try PersonDraft.living(db, person.accountID), isOwn: true, context))
        }
    }

    private func accessPage(_ draft: PersonDraft, isOwn: Bool, _ context: FormContext) throws -> Values {
        let words = context.words
        let assignments = draft.assignments(of: draft.id ?? 0)
        let places = try admin.allScopes(context.db)
        let known = try admin.roles(context.db)
        let roles = assignments.map { assignment -> Values in
            let place = assignment.scopeID.map { id in places.first { $0.value == String(id) }?.label ?? "#\(id)" }
            return ["label": words.role(assignment.role, of: known), "scope": place ?? false]
        }
        let grants = Grants(draft.isActive ? assignments : [], roles: known)
        let areas = AccessMap(admin: admin, grants: grants, words: words).areas(places)
        return [
            "title": draft.name, "displayName": draft.isActive ? draft.name : "\(draft.name) (\(words("admin.people.inactive")))",
            "roles": roles, "areas": areas, "hasAreas": !areas.isEmpty,
            "breadcrumbs": isOwn
                ? [] as [Values]
                : [
                    ["label": words("admin.people.many"), "href": PeoplePages.address],
                    ["label": draft.name, "href": PeoplePages.address(draft.id ?? 0)],
                ] as [Values],
        ]
    }
}

struct AccessMap {
    let admin: AdminContext
    let grants: Grants
    let words: Words

    static let shared: [Permission] = ["media.edit", "admin.people.edit", "admin.audit.see", "admin.site.edit"]

    func areas(_ places: [NamedOption]) -> [Values] {
        let systems = admin.modulesOn.map { module in (words("\(module.name).name"), { lines(module, in: $0) }) }
        let all: [(label: String, lines: (Int64?) -> [String])] = systems + [(words("admin.people.shared"), sharedLines)]
        return all.flatMap { label, lines in
            let everywhere = lines(nil)
            var areas = everywhere.isEmpty ? [] : [area(label, nil, everywhere)]
            for place in places {
                let here = lines(Int64(recordID: place.value)).filter { !everywhere.contains($0) }
                if !here.isEmpty { areas.append(area(label, place.label, here)) }
            }
            return areas
        }
    }

    private func lines(_ module: any Module.Type, in scope: Int64?) -> [String] {
        let acts = scope == nil || module.isScoped ? module.rights.filter { grants.may($0, in: scope) } : []
        return lines(module.resources, in: scope) + acts.map { words("permissions.\($0.rawValue)") }
    }

    private func lines(_ resources: [any Resource.Type], in scope: Int64?) -> [String] {
        resources.compactMap { type in
            // A resource without houses needs the permission on the whole site.
            if type.scope == nil, scope != nil { return nil }
            let things = words("\(type.name).many").lowercased()
            switch (grants.may(type.seeing, in: scope), grants.may(type.editing, in: scope)) {
            case (true, true): return words("permissions.seeAndEdit", ["things": things])
            case (true, false): return words("permissions.see", ["things": things])
            case (false, true): return words("permissions.edit", ["things": things])
            case (false, false): return nil
            }
        }
    }

    private func sharedLines(in scope: Int64?) -> [String] {
        Self.shared.filter { grants.may($0, in: scope) }.map { words("permissions.\($0.rawValue)") }
    }

    private func area(_ label: String, _ place: String?, _ lines: [String]) -> Values {
        ["label": label, "scope": place ?? false, "permissions": lines.map { ["label": $0] as Values }]
    }
}
