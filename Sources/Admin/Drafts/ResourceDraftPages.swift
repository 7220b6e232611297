import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourceDraftPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("{id}/draft", use: showDraft)
        own.post("{id}/draft/publication", use: publishDraft)
        own.post("{id}/draft/removal", use: removeDraft)
    }

    @Sendable func showDraft(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, _ in
            let record = try R.find(db, person.grants, R.seeing, id)
            guard let draft = try Draft.find(R.name, id, db) else { throw HTTPError(.notFound) }
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            let words = context.words
            let differences = try FieldDifferences<R>(record.packed, draft.over(record, db).packed, context).templateValues
            let heading = words("drafts.heading", ["name": record.titleText])
            var values: Values = [
                "title": heading, "heading": heading, "differences": differences, "hasDifferences": !differences.isEmpty,
                "editHref": record.address, "breadcrumbs": record.crumbs(words), "oldLabel": words("drafts.published"),
                "newLabel": words("drafts.draft"),
            ]
            values.merge(record.draftValues(draft, context)) { $1 }
            return ("admin/drafts/show", values)
        }
    }

    @Sendable func publishDraft(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        do {
            let (record, lost, made) = try await admin.database.write { db in
                var record = try R.find(db, person.grants, R.editing, id)
                let lost = try Draft.publish(&record, db, by: person.actor, words: words, zone: admin.site.zone)
                return (record, lost, try Revision.newestID(R.name, id, db))
            }
            let text = [words("drafts.done", ["name": record.titleText]), Lost.sentence(lost, R.name, words)].compactMap { $0 }
            let flash = Flash(
                text.joined(separator: " "), kind: lost.isEmpty ? .good : .warn, undo: made.map { .taking(back: $0, words) })
            return try await admin.redirect(person, to: record.address, flash)
        } catch DraftRefusal.gone {
            throw HTTPError(.notFound)
        } catch DraftRefusal.changedMeanwhile(let fields) {
            let names = fields.map { words.label(of: $0, R.name) }.joined(separator: ", ")
            return try await admin.redirect(
                person, to: "\(R.address)/\(id)/draft", Flash(words("drafts.clash", ["fields": names]), kind: .warn))
        } catch WriteRefusal.titleTaken {
            return try await admin.redirect(person, to: "\(R.address)/\(id)", Flash(words("drafts.taken"), kind: .bad))
        }
    }

    @Sendable func removeDraft(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let record = try await admin.database.write { db in
            let record = try R.find(db, person.grants, R.editing, id)
            guard try Draft.remove(R.name, id, db) else { throw HTTPError(.notFound) }
            // Unsaved input in the draft's form belongs to the removed draft.
            try WorkingCopy.remove(of: person.accountID, at: FormPlace(of: record), db)
            try record.audit("draft-removal", db, by: person.actor)
            return record
        }
        let flash = Flash(admin.words(person)("drafts.removed", ["name": record.titleText]))
        return try await admin.redirect(person, to: record.address, flash)
    }
}

extension Resource {
    func mayHaveDraft(_ form: Form) -> Bool {
        guard id != nil, let publication = Listing<Self>.publication else { return false }
        return publication.isOn(self) || form.has("edition")
    }

    func draftValues(_ draft: Draft?, _ context: FormContext) -> Values {
        guard let publication = Listing<Self>.publication, id != nil else { return ["draft": false, "mayDraft": false] }
        guard let draft else { return ["draft": false, "mayDraft": publication.isOn(self)] }
        let words = context.words
        let when = words.language.relativeMoment(draft.at, now: .now, in: context.zone)
        let banner: Values = [
            "text": words("drafts.editing", ["when": when, "who": draft.actor]), "showHref": address + "/draft",
            "changed": draft.version == stamp.version ? false : words("drafts.changedSince"),
            "publishAction": address + "/draft/publication", "removeAction": address + "/draft/removal",
        ]
        return ["draft": banner, "mayDraft": false, "edition": String(draft.edition)]
    }
}
