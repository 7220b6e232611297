import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourcePreviewPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        // Systems are switched on and off at run time.
        guard R.preview != nil || admin.modules.contains(where: { $0.publicPages.contains { $0.kind == R.name } }) else { return }
        own.get("{id}/preview", use: showPreview)
        own.post("{id}/preview-links", use: makeLink)
        own.post("{id}/preview-links/{link}/revocation", use: revokeLink)
    }

    /// Shows the form's input as a preview; everything written is rolled back. Throws `Redraw` if the table refuses the input.
    func preview(_ request: Request, _ person: SignedIn, id: Int64?, _ form: Form) async throws -> Response {
        guard admin.mayPreview(R.self) else { throw HTTPError(.notFound) }
        let previewing = Previewing(admin: admin, origin: admin.origin(of: request))
        let (template, values) = try await admin.rollingBack { db in
            var record = try id.map { try R.find(db, person.grants, R.editing, $0) } ?? R()
            if id == nil, R.scope != nil { record.stamp.scopeID = try form.recordID("scope") ?? admin.currentScope(person, db) }
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            var errors = FieldErrors()
            record.readTyped(form, context, &errors)
            try record.check(Entry(name: "", form: form, context: context, texts: R.name), errors: &errors)
            do {
                let note = context.words("previews.unsaved")
                return try previewing.draw(record, note: note, refused: refused(errors, context.words), context)
            } catch WriteRefusal.titleTaken {
                errors.add(R.title.name, context.words("admin.refused.taken", ["name": record.titleText]))
                throw Redraw(errors: errors)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                if errors.isEmpty { errors.add(R.title.name, context.words("previews.impossible")) }
                throw Redraw(errors: errors)
            }
        }
        return try await previewing.answer(template, values, person.visitor, request)
    }

    private func refused(_ errors: FieldErrors, _ words: Words) -> String? {
        let labels = errors.all.map { words.label(of: String($0.name.prefix { $0 != "." }), R.name) }
        var seen: Set<String> = []
        let fields = labels.filter { seen.insert($0).inserted }.joined(separator: ", ")
        return fields.isEmpty ? nil : words("previews.refused", ["fields": fields])
    }

    @Sendable func showPreview(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard admin.mayPreview(R.self) else { throw HTTPError(.notFound) }
        let id = try person.recordID()
        let previewing = Previewing(admin: admin, origin: admin.origin(of: request))
        let (template, values) = try await admin.rollingBack { db in
            let record = try R.find(db, person.grants, R.seeing, id)
            return try previewing.drawSaved(record, try admin.context(person, db, scopeID: record.stamp.scopeID))
        }
        return try await previewing.answer(template, values, person.visitor, request)
    }

    /// The secret address is shown only once.
    @Sendable func makeLink(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard admin.mayPreview(R.self) else { throw HTTPError(.notFound) }
        let id = try person.recordID()
        let form = try await Form.read(request)
        let days = form.number("days", in: .whole).flatMap { PreviewLink.lifetimes.contains($0) ? $0 : nil } ?? 7
        let token = Token()
        let record = try await admin.database.write { db in
            let record = try R.find(db, person.grants, R.editing, id)
            let now = try db.transactionDate
            try PreviewLink.prune(db, now: now)
            try db.execute(
                sql: """
                    INSERT INTO previewLink (tokenHash, kind, recordID, createdAt, expiresAt, accountID, actor) VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    token.hash, R.name, id, now, now.addingTimeInterval(Double(days) * 86_400), person.accountID, person.actor.name,
                ])
            try db.execute(
                sql: """
                    DELETE FROM previewLink WHERE kind = ? AND recordID = ? AND id NOT IN (
                      SELECT id FROM previewLink WHERE kind = ? AND recordID = ? ORDER BY id DESC LIMIT \(PreviewLink.mostOfARecord))
                    """, arguments: [R.name, id, R.name, id])
            try record.audit("preview-link", db, by: person.actor, detail: ["days": String(days)])
            return record
        }
        let address = admin.origin(of: request) + "/preview/" + token.text
        return try await admin.page(person, request) { _, context in
            let words = context.words
            let heading = words("previews.linkHeading", ["name": record.titleText])
            return (
                "admin/previews/link",
                [
                    "title": heading, "heading": heading, "link": address, "text": words("previews.linkText", count: days),
                    "backHref": record.address, "breadcrumbs": record.crumbs(words),
                ]
            )
        }
    }

    @Sendable func revokeLink(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let link = person.parameters.recordID("link")
        let record = try await admin.database.write { db in
            let record = try R.find(db, person.grants, R.editing, id)
            try db.execute(sql: "DELETE FROM previewLink WHERE id = ? AND kind = ? AND recordID = ?", arguments: [link, R.name, id])
            guard db.changesCount == 1 else { throw HTTPError(.notFound) }
            try record.audit("preview-revocation", db, by: person.actor)
            return record
        }
        return try await admin.redirect(person, to: record.address, Flash(admin.words(person)("previews.revoked")))
    }
}

extension AdminContext {
    func previewValues<R: Resource>(_ record: R, _ context: FormContext) throws -> Values {
        guard mayPreview(R.self) else { return ["mayPreview": false, "previews": false] }
        guard let id = record.id else { return ["mayPreview": true, "previews": false] }
        let words = context.words
        let links = try PreviewLink.of(R.name, id, now: .now, context.db).map { link -> Values in
            let until = words.language.moment(link.expiresAt, in: context.zone)
            return [
                "text": words("previews.until", ["when": until, "who": link.actor]),
                "revokeAction": "\(record.address)/preview-links/\(link.id)/revocation",
            ]
        }
        let lifetimes = PreviewLink.lifetimes.map { days -> Values in
            ["value": String(days), "label": words("previews.days", count: days), "selected": days == 7]
        }
        let previews: Values = [
            "links": links, "action": record.address + "/preview-links", "lifetimes": lifetimes, "href": record.address + "/preview",
        ]
        return ["mayPreview": true, "previews": previews]
    }
}
