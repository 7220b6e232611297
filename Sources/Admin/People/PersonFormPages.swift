import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct PersonFormPages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        acts.post("", use: create)
        people.get("new", use: blank)
        AdminForm.addRoutes(.people, to: people, admin)
        people.get("{id}", use: edit)
        acts.post("{id}", use: save)
    }

    private enum Way {
        case mailed(Date)
        case handedOver(String)
    }

    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        let role = Form(query: request.uri.query ?? "")["role"]
        return try await admin.page(person, request) { db, context in
            let known = try admin.roles(db).first { $0.name == role }
            let row = RoleRow(role: known?.name ?? "", place: known != nil && known?.scope == nil ? RoleRow.everywhere : "")
            let left = try AdminForm(.people).left(by: person, request, context)
            return ("admin/forms/form", try formPage(PersonDraft(roles: [row]), left.opened, context).merging(left.values) { $1 })
        }
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let left = try AdminForm(.people, id).left(by: person, request, context)
            return ("admin/forms/form", try formPage(try PersonDraft.living(db, id), left.opened, context).merging(left.values) { $1 })
        }
    }

    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let redrawn = try await redrawn(request, person, nil, form) { return redrawn }
        do {
            let (draft, way) = try await admin.database.write { db -> (PersonDraft, Way?) in
                let (draft, _) = try write(db, person, nil, form)
                guard draft.isActive else { return (draft, nil) }
                guard try !draft.email.isEmpty && admin.maySendLinks(db) else {
                    return (draft, .handedOver(try Accounts.resetLink(for: draft.id ?? 0, db, by: person.actor)))
                }
                let ends = try Accounts.mailLink(for: draft.id ?? 0, to: draft.email, admin.accountMailbox, db, by: person.actor)
                return (draft, .mailed(ends))
            }
            if case .mailed(let ends) = way {
                let flash = PersonActPages(admin: admin).mailedFlash(draft, ends, person)
                return try await admin.redirect(person, to: PeoplePages.address(draft.id ?? 0), flash)
            }
            if case .handedOver(let link) = way {
                return try await PersonActPages(admin: admin).linkPage(request, person, draft, link, isNew: true)
            }
            let flash = Flash(admin.words(person)("admin.people.created", ["name": draft.name]))
            return try await admin.redirect(person, to: PeoplePages.address(draft.id ?? 0), flash)
        } catch let failed as Redraw {
            return try await redraw(request, person, nil, form, failed)
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let form = try await Form.read(request, judgesText: false)
        if let redrawn = try await redrawn(request, person, id, form) { return redrawn }
        do {
            let (draft, taken) = try await admin.database.write { db in try write(db, person, id, form) }
            let next =
                switch form["act"] {
                case "save-new": PeoplePages.address + "/new"
                case "save-stay": PeoplePages.address(id)
                default: PeoplePages.address
                }
            let text = [admin.words(person)("admin.people.saved", ["name": draft.name]), taken].compactMap { $0 }
            return try await admin.redirect(person, to: next, Flash(text.joined(separator: " ")))
        } catch let failed as Redraw {
            return try await redraw(request, person, id, form, failed)
        }
    }

    private func write(
        _ db: Database, _ person: SignedIn, _ id: Int64?, _ form: Form
    ) throws -> (draft: PersonDraft, taken: String?) {
        let before = try id.map { try PersonDraft.living(db, $0) }
        let context = try admin.context(person, db)
        let fields = PersonDraft.fields(try PersonChoices(admin, context.words, db))
        let theirs = before ?? PersonDraft()
        let merging = DrawnForm(fields, form, theirs: theirs, isCurrent: id == nil || form["version"] == String(theirs.version))
        var (draft, errors) = (merging.drawn, FieldErrors())
        for field in fields { field.read(&draft, Entry(name: field.name, form: form, context: context, texts: PersonDraft.texts), &errors) }
        merging.answer(form, &draft, context.words, &errors)
        if errors["key"] == nil {
            if let key = Account.foldedKey(draft.key) {
                draft.key = key
            } else {
                errors.add("key", context.words("admin.people.refused.key"))
            }
        }
        guard errors.isEmpty else {
            try check(draft, before, person, try admin.roles(db), context.words, &errors)
            throw Redraw(errors: errors)
        }
        let merge = merging.merge(draft)
        draft = merge.merged
        let taken = try merge.taken.isEmpty ? nil : merging.sentence(merge, PersonDraft.texts, by: changes(of: theirs, db), context)
        let again = try merging.again(merge, form, version: String(theirs.version), context)
        guard merge.disputed.isEmpty else { throw Redraw(errors: errors, isConflict: true, form: again, taken: taken) }
        try check(draft, before, person, try admin.roles(db), context.words, &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors, form: merge.taken.isEmpty ? nil : again, taken: taken) }
        let readable = PersonDraft.Readable(fields: fields, words: context.words, zone: context.zone)
        do {
            if id == nil {
                draft.id = try draft.insert(db, by: person.actor, readable)
            } else {
                draft.version = theirs.version
                try draft.update(db, by: person.actor, readable)
                try Administrators.require(db, roles: admin.roles(db))
            }
            if draft.email != theirs.email, let account = try draft.id.flatMap({ try Account.fetchOne(db, key: $0) }) {
                try AccountEmail.assign(draft.email, to: account, admin.accountMailbox, db)
            }
        } catch WriteRefusal.titleTaken {
            errors.add("key", context.words("admin.people.refused.taken"))
            throw Redraw(errors: errors)
        } catch let refusal as PersonRefusal {
            errors.add("roles", refusal.sentence(context.words))
            throw Redraw(errors: errors)
        }
        try AdminForm(.people, id).remove(of: person, db)
        return (draft, taken)
    }

    private func changes(of draft: PersonDraft, _ db: Database) throws -> LastChange {
        let acts = ["account.create", "account.update", "account.country"]
        return try LastChange(acts, on: ("account", draft.id), fields: ["account.country": "country"], db)
    }

    /// Refuses rights that the editor lacks, and the loss of the editor's own right to manage people.
    private func check(
        _ draft: PersonDraft, _ before: PersonDraft?, _ person: SignedIn, _ roles: [Role], _ words: Words, _ errors: inout FieldErrors
    ) throws {
        let id = draft.id ?? 0
        let touched = draft.assignments(of: id) + (before?.assignments(of: id) ?? [])
        if !person.grants.cover(touched, of: roles) { errors.add("roles", PersonRefusal.tooPowerful.sentence(words)) }
        guard draft.id == person.accountID else { return }
        if !draft.isActive { errors.add("isActive", PersonRefusal.ownDeactivation.sentence(words)) }
        if errors["roles"] == nil, !Grants(draft.assignments(of: id), roles: roles).may(Administrators.right, in: nil) {
            errors.add("roles", PersonRefusal.ownRole.sentence(words))
        }
    }

    private func redrawn(_ request: Request, _ person: SignedIn, _ id: Int64?, _ form: Form) async throws -> Response? {
        guard form["act"].hasPrefix("roles.") else { return nil }
        let changed = ChildRows(form, "roles").after(String(form["act"].dropFirst("roles.".count)))?.form ?? form
        return try await redraw(request, person, id, changed, nil)
    }

    private func redraw(_ request: Request, _ person: SignedIn, _ id: Int64?, _ form: Form, _ failed: Redraw?) async throws -> Response {
        let status: HTTPResponse.Status = failed.map { $0.isConflict ? .conflict : .unprocessableContent } ?? .ok
        let form = failed?.form ?? form
        // Saved before drawing: without script, this is the only chance to store a working copy.
        _ = try await admin.database.write { db in try AdminForm(.people, id).keep(form, of: person, db) }
        return try await admin.page(person, request, status: status) { db, context in
            let draft = try id.map { try PersonDraft.living(db, $0) } ?? PersonDraft()
            var context = context
            context.errors = failed?.errors ?? FieldErrors()
            var values = try formPage(draft, form, context)
            values["taken"] = failed?.taken ?? false
            if id != nil { values["version"] = form["version"] }
            return ("admin/forms/form", values)
        }
    }

    private func formPage(_ draft: PersonDraft, _ form: Form?, _ context: FormContext) throws -> Values {
        let words = context.words
        let address = draft.id.map(PeoplePages.address)
        let heading = draft.id == nil ? words("admin.people.new") : draft.name
        let known = PersonDraft.fields(try PersonChoices(admin, context.words, context.db))
        let changes = try form?.asks == true ? changes(of: draft, context.db) : nil
        let questions = DrawnForm.questions(known, form, draft, PersonDraft.texts, by: changes, context)
        var context = context
        context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
        if draft.id != nil {
            context.keepers = try SeedMemory.owners(.account(draft.key), context.db)
            context.keepers["isActive"] = context.keepers["active"]
        }
        let fields = try known.map { try $0.templateValues(draft, prefix: "", context: context, form: form, texts: PersonDraft.texts) }
        return [
            "title": heading, "heading": heading, "action": address ?? PeoplePages.address, "multipart": false, "isNew": draft.id == nil,
            "version": draft.id == nil ? false : String(draft.version), "errors": errors(context),
            "sections": [["id": "section-0", "heading": false, "fields": fields, "isFolded": false] as Values], "datalists": [Values](),
            "keepAction": AdminForm(.people, draft.id).keepAction, "kept": context.keepers.isEmpty ? false : words("seed.keptFields"),
            "listHref": PeoplePages.address, "listLabel": words("admin.people.many"), "duplicateHref": false, "previewHref": false,
            "conflict": MergeQuestion.summary(questions, context),
            "deleteHref": address.map { $0 + "/deletion" } ?? false, "uses": false,
            "recordHidden": (draft.id == nil ? [] : [DrawnForm.hidden(known, draft, form)]) as [Values],
            "updated": draft.id == nil
                ? false : words("admin.lastSaved", ["when": words.language.relativeMoment(draft.updatedAt, now: .now, in: context.zone)]),
            "sideLinks": address.map {
                [
                    ["href": $0 + "/access", "label": words("admin.people.access"), "icon": "eye"],
                    ["href": $0 + "/factors", "label": words("admin.people.factors.link"), "icon": "key"],
                    ["href": $0 + "/erasure", "label": words("people.erasure.link"), "icon": "trash"],
                ] as [Values]
            } ?? [],
            "sideActs": address.map { sideActions($0, draft, words) } ?? [Values](),
            "breadcrumbs": [["label": words("admin.people.many"), "href": PeoplePages.address]] as [Values],
        ]
    }

    private func sideActions(_ address: String, _ draft: PersonDraft, _ words: Words) -> [Values] {
        let mailing: [Values] =
            draft.email.isEmpty ? [] : [["action": address + "/mailed-link", "label": words("admin.people.mailLink"), "icon": "mail"]]
        return mailing + [
            ["action": address + "/link", "label": words("admin.people.makeLink"), "icon": "link"],
            ["action": address + "/sessions/ending", "label": words("admin.people.endSessions"), "icon": "sign-out"],
        ]
    }

    private func errors(_ context: FormContext) -> any Sendable {
        let words = context.words
        guard !context.errors.isEmpty else { return false }
        let items = context.errors.all.map { error -> Values in
            let parts = error.name.split(separator: ".").map(String.init)
            var label = words.label(of: parts[0], PersonDraft.texts)
            if parts.count == 3, let index = Int(parts[1], in: .whole) {
                label =
                    words("admin.people.roles.item", ["number": String(index + 1)]) + ", " + words("admin.people.roles.fields.\(parts[2])")
            }
            return ["href": "#f-" + parts.joined(separator: "-"), "text": "\(label): \(error.sentence)"]
        }
        return ["title": words("admin.errors", count: items.count), "items": items] as Values
    }
}
