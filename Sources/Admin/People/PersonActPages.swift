import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct PersonActPages: Sendable {
    let admin: AdminContext

    func addRoutes(to acts: RouterGroup<SignedIn>) {
        acts.post("{id}/link", use: makeLink)
        acts.post("{id}/mailed-link", use: mailLink)
        acts.post("{id}/sessions/ending", use: endSessions)
    }

    /// Makes a link for choosing a password; others never type it.
    @Sendable func makeLink(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        do {
            let (draft, link) = try await admin.database.write { db in
                let draft = try PersonDraft.living(db, id)
                guard try person.grants.cover(draft.assignments(of: id), of: admin.roles(db)) else { throw PersonRefusal.tooPowerful }
                guard draft.isActive else { throw PersonRefusal.notActive }
                return (draft, try Accounts.resetLink(for: id, db, by: person.actor))
            }
            return try await linkPage(request, person, draft, link, isNew: false)
        } catch let refusal as PersonRefusal {
            return try await admin.redirect(person, to: PeoplePages.address(id), Flash(refusal.sentence(admin.words(person)), kind: .bad))
        }
    }

    @Sendable func mailLink(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        let flash = try await admin.changePerson(person, id) { db, draft in
            guard draft.isActive else { throw PersonRefusal.notActive }
            guard !draft.email.isEmpty else { throw PersonRefusal.noEmail }
            guard try admin.maySendLinks(db) else { return Flash(words("admin.people.refused.noMail"), kind: .bad) }
            let ends = try Accounts.mailLink(for: id, to: draft.email, admin.accountMailbox, db, by: person.actor)
            return mailedFlash(draft, ends, person)
        }
        return try await admin.redirect(person, to: PeoplePages.address(id), flash)
    }

    func mailedFlash(_ draft: PersonDraft, _ ends: Date, _ person: SignedIn) -> Flash {
        let words = admin.words(person)
        let when = words.language.moment(ends, in: admin.site.zone)
        return Flash(words("admin.people.linkMailed", ["name": draft.name, "address": draft.email, "when": when]))
    }

    /// The page with a link, as the answer to the form: only its hash is stored, so no later page can show it.
    func linkPage(_ request: Request, _ person: SignedIn, _ draft: PersonDraft, _ link: String, isNew: Bool) async throws -> Response {
        let address = admin.origin(of: request) + link
        var page = try await admin.page(person, request) { _, context in
            let words = context.words
            let heading = words("admin.people.link.heading", ["name": draft.name])
            let values: Values = [
                "title": heading, "heading": heading, "isNew": isNew, "key": draft.key, "link": address,
                "ends": words("admin.people.link.ends", ["when": words.language.moment(.now + Accounts.linkLifetime, in: context.zone)]),
                "personHref": PeoplePages.address(draft.id ?? 0), "newHref": PeoplePages.address + "/new", "listHref": PeoplePages.address,
                "breadcrumbs": [
                    ["label": words("admin.people.many"), "href": PeoplePages.address],
                    ["label": draft.name, "href": PeoplePages.address(draft.id ?? 0)],
                ] as [Values],
            ]
            return ("admin/people/link", values)
        }
        page.markSecret()
        return page
    }

    @Sendable func endSessions(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        let flash = try await admin.changePerson(person, id) { db, draft in
            let count = try Session.all().of(id).deleteAll(db)
            try AuditEntry.write(
                db, "account.sessions-ended", by: person.actor, on: ("account", id, draft.name), detail: ["sessions": String(count)])
            return Flash(words("admin.people.sessionsEnded", ["name": draft.name], count: count))
        }
        return try await admin.redirect(person, to: PeoplePages.address(id), flash)
    }
}
