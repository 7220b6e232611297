import Accounts
import GRDB
import Hummingbird
import Web

struct PersonErasurePages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        people.get("{id}/erasure", use: askErasure)
        acts.post("{id}/erasure", use: erase)
    }

    @Sendable func askErasure(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await erasurePage(request, person, typed: "", error: nil)
    }

    /// The sign-in name is typed again as `key`, because erasure cannot be undone.
    @Sendable func erase(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, form, words) = (try person.recordID(), try await Form.read(request), admin.words(person))
        let key = try await admin.database.read { db in try anybody(db, id).key }
        guard form["key"].trimmingSpaces().lowercased() == key else {
            return try await erasurePage(request, person, typed: form["key"], error: words("people.erasure.wrong", ["key": key]))
        }
        do {
            try await admin.database.write { db in
                let draft = try anybody(db, id)
                guard id != person.accountID else { throw PersonRefusal.ownDeletion }
                guard try person.grants.cover(draft.assignments(of: id), of: admin.roles(db)) else { throw PersonRefusal.tooPowerful }
                try PersonErasure(id: id, modules: admin.modules).run(db, by: person.actor)
                try Administrators.require(db, roles: admin.roles(db))
            }
        } catch let refusal as PersonRefusal {
            return try await erasurePage(request, person, typed: form["key"], error: refusal.sentence(words))
        }
        return try await admin.redirect(person, to: PeoplePages.address, Flash(words("people.erasure.done", ["name": "#\(id)"])))
    }

    private func anybody(_ db: Database, _ id: Int64) throws -> PersonDraft {
        guard let draft = try PersonDraft.find(db, id) ?? PersonDraft.find(db, id, trashed: true) else { throw HTTPError(.notFound) }
        return draft
    }

    private func erasurePage(_ request: Request, _ person: SignedIn, typed: String, error: String?) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request, status: error == nil ? .ok : .unprocessableContent) { db, context in
            let (words, draft) = (context.words, try anybody(db, id))
            let heading = words("people.erasure.heading", ["name": draft.name])
            let shown: any Sendable = error ?? false
            let isTrashed = try PersonDraft.find(db, id) == nil
            return (
                "admin/people/erasure",
                [
                    "title": heading, "heading": heading, "action": "\(PeoplePages.address(id))/erasure", "key": draft.key, "value": typed,
                    "error": shown, "pseudonym": words("people.erasure.pseudonym", ["name": "#\(id)"]),
                    "label": words("people.erasure.label", ["key": draft.key]),
                    "backHref": isTrashed ? PeoplePages.address + "/trash" : PeoplePages.address(id),
                    "breadcrumbs": [["label": words("admin.people.many"), "href": PeoplePages.address]] as [Values],
                ]
            )
        }
    }
}
