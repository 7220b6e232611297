import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct RoleFormPages: Sendable {
    let admin: AdminContext

    func addRoutes(to roles: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        acts.post("", use: create)
        roles.get("new", use: blank)
        AdminForm.addRoutes(.roles, to: roles, admin)
        roles.get("{id}", use: edit)
        acts.post("{id}", use: save)
        roles.get("{id}/deletion", use: askDeletion)
        acts.post("{id}/deletion", use: delete)
    }

    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        let from = Form(query: request.uri.query ?? "")["from"]
        return try await admin.page(person, request) { db, context in
            let pattern = try admin.roles(db).first { $0.name == from }
            let table = PermissionTable(admin, context.words)
            let given = table.all.filter { pattern?.may($0) ?? false && person.grants.mayOnAll($0, in: nil) }
            let left = try AdminForm(.roles).left(by: person, request, context)
            let begun = RoleDraft(scope: pattern?.scope, grants: Set(given), isConfined: pattern?.isConfined ?? false)
            let draft = try left.opened.map { try read($0, person, table, context.words, db).0 } ?? begun
            return ("admin/roles/form", try formPage(draft, nil, FieldErrors(), table, person, context).merging(left.values) { $1 })
        }
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let (role, table) = (try find(db, person), PermissionTable(admin, context.words))
            let left = try AdminForm(.roles, role.id).left(by: person, request, context)
            let draft = try left.opened.map { try read($0, person, table, context.words, db).0 } ?? RoleDraft(role)
            return ("admin/roles/form", try formPage(draft, role, FieldErrors(), table, person, context).merging(left.values) { $1 })
        }
    }

    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await write(request, person) { db, _, draft, errors, words, table in
            guard errors.isEmpty else { throw Redraw(errors: errors) }
            let grants = draft.grants.map(\.rawValue).sorted()
            var role = CustomRole(
                title: draft.title, scope: draft.scope, isConfined: draft.isConfined, grants: grants, at: try db.transactionDate)
            try refusing(words) { try role.insertUnderFreeName(db) }
            try AuditEntry.write(
                db, "role.create", by: person.actor, on: ("role", role.id ?? 0, role.title),
                detail: ["added": table.text(draft.grants)].merging(reach(draft.isConfined, nil, words)) { $1 })
            return words("admin.roles.created", ["name": role.title])
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await write(request, person) { db, form, draft, errors, words, table in
            var (role, draft, errors) = (try find(db, person), draft, errors)
            let before = Set(role.grants.map(Permission.init(rawValue:)))
            if !before.allSatisfy({ person.grants.mayOnAll($0, in: nil) }) { errors.add("may", words("admin.roles.refused.tooPowerful")) }
            guard errors.isEmpty else { throw Redraw(errors: errors) }
            let theirs = RoleDraft(role)
            let was = role.version == draft.version ? theirs : RoleDraft(drawn: form.exact(RoleDraft.drawnName))
            guard let was else { throw Redraw(errors: errors, isConflict: true) }
            if form.has("title" + Form.asked) {
                switch form["title" + Form.answer] {
                case "mine": break
                case "theirs": draft.title = was.title
                default:
                    errors.add("title", words("merge.unanswered"))
                    throw Redraw(errors: errors)
                }
            }
            // A right that was not ticked or taken away here stays as others saved it.
            draft.grants.subtract(was.grants.subtracting(theirs.grants))
            draft.grants.formUnion(theirs.grants.subtracting(was.grants))
            if draft.isConfined == was.isConfined { draft.isConfined = theirs.isConfined }
            if draft.title == was.title { draft.title = theirs.title }
            if draft.title != theirs.title, theirs.title != was.title {
                var again = form
                again.forgetQuestions()
                again["title" + Form.asked] = "record"
                again[RoleDraft.drawnName] = theirs.drawn
                again.set("may", to: draft.grants.map(\.rawValue))
                again.set("confined", to: draft.isConfined ? ["yes"] : [])
                throw Redraw(errors: errors, isConflict: true, form: again)
            }
            let changes = try LastChange(["role.update"], on: ("role", role.id), last: role.version - draft.version, db)
            let taken = theirs.fields(otherThanIn: was)
            guard draft.grants.allSatisfy({ person.grants.mayOnAll($0, in: nil) }) else {
                errors.add("may", words("admin.roles.refused.tooPowerful"))
                throw Redraw(errors: errors)
            }
            role.rename(draft.title)
            role.grants = draft.grants.map(\.rawValue).sorted()
            let reach = reach(draft.isConfined, role.isConfined, words)
            role.isConfined = draft.isConfined
            role.version += 1
            role.updatedAt = try db.transactionDate
            try refusing(words) { try role.update(db) }
            try keepAdministrators(person, words, db)
            let detail = ["added": table.text(draft.grants.subtracting(before)), "removed": table.text(before.subtracting(draft.grants))]
            try AuditEntry.write(
                db, "role.update", by: person.actor, on: ("role", role.id ?? 0, role.title),
                detail: detail.filter { !$0.value.isEmpty }.merging(reach) { $1 })
            let saved = words("admin.roles.saved", ["name": role.title])
            let told = LastChange.sentence(taken, by: changes, for: person.actor, words) { words("admin.roles.fields.\($0)") }
            return [saved, told].compactMap { $0 }.joined(separator: " ")
        }
    }

    @Sendable func askDeletion(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let role = try find(db, person)
            let words = context.words
            let heading = words("admin.roles.deletion.heading", ["name": role.title])
            let values: Values = [
                "title": heading, "heading": heading, "text": words("admin.roles.deletion.text"),
                "action": RolesPages.address(role.id ?? 0) + "/deletion", "listHref": RolesPages.address(role.id ?? 0), "uses": false,
                "goes": false,
                "isFinal": true, "mayUnpublish": false, "hidden": [Values](),
                "breadcrumbs": [["label": words("admin.menu.roles"), "href": RolesPages.address]] as [Values],
            ]
            return ("admin/trash/deletion", values)
        }
    }

    @Sendable func delete(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let (flash, address) = try await admin.database.write { db -> (Flash, String) in
            let role = try find(db, person)
            let holders = try role.holders(db)
            guard holders == 0 else {
                return (Flash(words("admin.roles.refused.used", count: holders), kind: .bad), RolesPages.address(role.id ?? 0))
            }
            try role.delete(db)
            try AdminForm(.roles, role.id).forget(db)
            try FactorRequirement.set(try FactorRequirement.roles(db).subtracting([role.name]), db)
            try AuditEntry.write(db, "role.delete", by: person.actor, on: ("role", role.id ?? 0, role.title))
            return (Flash(words("admin.roles.deleted", ["name": role.title])), RolesPages.address)
        }
        return try await admin.redirect(person, to: address, flash)
    }

    private func reach(_ isConfined: Bool, _ before: Bool?, _ words: Words) -> [String: String] {
        isConfined == before ?? false ? [:] : ["reach": words("admin.roles.\(isConfined ? "ofPart" : "ofAll")")]
    }

    private func find(_ db: Database, _ person: SignedIn) throws -> CustomRole {
        guard let id = person.parameters.recordID("id"), let role = try CustomRole.fetchOne(db, key: id) else {
            throw HTTPError(.notFound)
        }
        return role
    }

    private func write(
        _ request: Request, _ person: SignedIn,
        _ store: @escaping @Sendable (Database, Form, RoleDraft, FieldErrors, Words, PermissionTable) throws -> String
    ) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let words = admin.words(person)
        let table = PermissionTable(admin, words)
        let copies = AdminForm(.roles, try person.parameters.recordID(ifAny: "id"))
        do {
            let message = try await admin.database.write { db in
                let (draft, errors) = try read(form, person, table, words, db)
                let message = try store(db, form, draft, errors, words, table)
                try copies.remove(of: person, db)
                return message
            }
            return try await admin.redirect(person, to: RolesPages.address, Flash(message))
        } catch let failed as Redraw {
            let form = failed.form ?? form
            let status: HTTPResponse.Status = failed.isConflict ? .conflict : .unprocessableContent
            // Saved before drawing: without script, this is the only chance to store a working copy.
            _ = try await admin.database.write { db in try copies.keep(form, of: person, db) }
            return try await admin.page(person, request, status: status) { db, context in
                let role = person.parameters.get("id") == nil ? nil : try find(db, person)
                var (draft, _) = try read(form, person, table, words, db)
                if failed.isConflict { draft.version = role?.version ?? 0 }
                var values = try formPage(draft, role, failed.errors, table, person, context)
                values["question"] = try role.flatMap { try titleQuestion(form, $0, context) } ?? false
                values["conflict"] = failed.isConflict && !form.asks
                if !failed.isConflict, form.has(RoleDraft.drawnName) { values["drawn"] = form.exact(RoleDraft.drawnName) }
                return ("admin/roles/form", values)
            }
        }
    }

    private func titleQuestion(_ form: Form, _ role: CustomRole, _ context: FormContext) throws -> Values? {
        guard form.has("title" + Form.asked) else { return nil }
        let changes = try LastChange(["role.create", "role.update"], on: ("role", role.id), context.db)
        let theirs = RoleDraft(drawn: form.exact(RoleDraft.drawnName))?.title ?? role.title
        let question = MergeQuestion(
            label: context.words("admin.roles.fields.title"), mine: form["title"], theirs: theirs, author: changes["title"],
            asked: "record", answer: form["title" + Form.answer])
        return question.templateValues(Entry(name: "title", form: form, context: context, texts: "admin.roles"))
    }

    private func read(_ form: Form, _ person: SignedIn, _ table: PermissionTable, _ words: Words, _ db: Database) throws -> (
        RoleDraft, FieldErrors
    ) {
        var (draft, errors) = (RoleDraft(title: form["title"], version: form.number("version", in: .versions) ?? 0), FieldErrors())
        if let scope = admin.scope, form["scope"] == scope.kind { draft.scope = scope.kind }
        // An invalid limit must not become no limit.
        if draft.scope == nil, !form["scope"].isEmpty { errors.add("may", words("admin.refused.choice")) }
        if draft.title.isEmpty { errors.add("title", words("admin.refused.blank")) }
        if draft.title.unicodeScalars.count > CustomRole.longestTitle {
            errors.add("title", words("admin.refused.long", ["limit": String(CustomRole.longestTitle)]))
        }
        if let flaw = TextRule.flaw(in: draft.title, as: .name) { errors.add("title", words(flaw.textKey)) }
        draft.isConfined = !["", "no"].contains(form["confined"])
        let presets = admin.presets.map { words.role($0.name, of: []).folded }
        if presets.contains(draft.title.folded) { errors.add("title", words("admin.refused.taken", ["name": draft.title])) }
        let (typed, known) = (Set(form.all("may").map(Permission.init(rawValue:))), Set(table.all))
        draft.grants = typed.intersection(known)
        for row in table.groups.flatMap(\.rows) {
            if let seeing = row.seeing, let editing = row.editing, typed.contains(editing) { draft.grants.insert(seeing) }
        }
        // A role can contain only permissions that the editor has on the whole site; wildcards and unknown names are refused.
        if !typed.isSubset(of: known) || !draft.grants.allSatisfy({ person.grants.mayOnAll($0, in: nil) }) {
            errors.add("may", words("admin.roles.refused.tooPowerful"))
        } else if draft.grants.isEmpty {
            errors.add("may", words("admin.roles.refused.nothing"))
        }
        return (draft, errors)
    }

    private func refusing(_ words: Words, _ act: () throws -> Void) throws {
        do {
            try act()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            var errors = FieldErrors()
            errors.add("title", words("admin.roles.refused.taken"))
            throw Redraw(errors: errors)
        }
    }

    private func keepAdministrators(_ person: SignedIn, _ words: Words, _ db: Database) throws {
        let roles = try admin.roles(db)
        var errors = FieldErrors()
        let own = Grants(try RoleAssignment.of(person.accountID).fetchAll(db), roles: roles)
        if !own.may(Administrators.right, in: nil) { errors.add("may", words("admin.people.refused.ownRole")) }
        if try Administrators.count(db, roles: roles) == 0 { errors.add("may", words("admin.people.refused.lastAdministrator")) }
        guard errors.isEmpty else { throw Redraw(errors: errors) }
    }

    private func formPage(
        _ draft: RoleDraft, _ role: CustomRole?, _ errors: FieldErrors, _ table: PermissionTable, _ person: SignedIn, _ context: FormContext
    ) throws -> Values {
        let words = context.words
        func box(_ permission: Permission?, _ label: String) -> any Sendable {
            guard let permission else { return false }
            return [
                "value": permission.rawValue, "label": label, "checked": draft.grants.contains(permission),
                "closed": !person.grants.mayOnAll(permission, in: nil),
            ] as Values
        }
        let groups = table.groups.map { group -> Values in
            let rows = group.rows.map { row -> Values in
                [
                    "label": row.label, "see": box(row.seeing, words("admin.roles.see")),
                    "edit": box(row.editing, words("admin.roles.edit")),
                    "do": box(row.doing, row.label),
                ]
            }
            return ["label": group.label, "rows": rows]
        }
        let items = errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words("admin.roles.fields.\(error.name)") + ": " + error.sentence]
        }
        let heading = role?.title ?? words("admin.roles.new")
        let holders = try role?.holders(context.db)
        let keepers = try role.map { try SeedMemory.owners(SeedIdentity("roles", scope: nil, $0.name), context.db) } ?? [:]
        let files = Set(keepers.values.joined()).sorted().joined(separator: ", ")
        return [
            "title": heading, "heading": heading, "action": role?.id.map(RolesPages.address) ?? RolesPages.address, "name": draft.title,
            "nameError": errors["title"] ?? false, "mayError": errors["may"] ?? false, "groups": groups, "listHref": RolesPages.address,
            "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
            "version": role == nil ? false : String(draft.version), "conflict": false, "dirty": false, "question": false,
            "drawn": role.map { RoleDraft($0).drawn } ?? false,
            "keepAction": AdminForm(.roles, role?.id).keepAction,
            // The limit of an existing role stays, because people have it in their houses.
            "scopes": role == nil && admin.scope != nil
                ? [
                    ["value": "", "label": words("admin.roles.ofSite"), "checked": draft.scope == nil],
                    ["value": admin.scope?.kind ?? "", "label": words("admin.roles.ofPlace"), "checked": draft.scope != nil],
                ] as [Values] : [] as [Values],
            "isConfined": draft.isConfined, "kept": files.isEmpty ? false : words("seed.keptWhole", ["names": files]),
            "place": role.map { words($0.scope == nil ? "admin.roles.ofSite" : "admin.roles.ofPlace") } ?? false,
            "holders": holders.map { words("admin.roles.holders", count: $0) } ?? false,
            "deleteHref": role?.id.map { RolesPages.address($0) + "/deletion" } ?? false,
            "breadcrumbs": [["label": words("admin.menu.roles"), "href": RolesPages.address]] as [Values],
        ]
    }
}
