import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourceDeletionPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("{id}/deletion", use: askDeletion)
        own.post("{id}/deletion", use: delete)
    }

    @Sendable func askDeletion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let record = try R.find(db, person.grants, R.editing, id)
            return ("admin/trash/deletion", try question(record, context))
        }
    }

    /// `POST /admin/house/products/12/deletion`: moves it to the trash; for a record in use it asks first and offers unpublishing.
    @Sendable func delete(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let form = try await Form.read(request)
        let isConfirmed = form["confirmed"] == "yes"
        let record = try await admin.database.write { db -> R? in
            var record = try R.find(db, person.grants, R.editing, id)
            if form["act"] == "unpublish" {
                try record.setPublished(false, db, by: person.actor)
                return record
            }
            guard try isConfirmed || admin.resources.uses(of: id, in: R.table, db).isEmpty else { return nil }
            try record.move(toTrash: true, db, by: person.actor)
            return record
        }
        guard let record else { return try await askDeletion(request, person) }
        let words = admin.words(person)
        let flash =
            form["act"] == "unpublish"
            ? Flash(words("admin.unpublishedOne", ["name": record.titleText]), kind: .good, undo: nil)
            : Flash(
                words("admin.deletedOne", ["name": record.titleText]), kind: .good, undo: .restoring([record.id ?? 0], of: R.self, words))
        return try await admin.redirect(person, to: R.address, flash)
    }

    private func question(_ record: R, _ context: FormContext) throws -> Values {
        let words = context.words
        let uses = try admin.resources.uses(of: record.id ?? 0, in: R.table, context.db)
        let together = uses.filter { admin.resources.lives($0, with: R.table) }
        let shown = try admin.resources.visible(uses.filter { !together.contains($0) }, context, scopeID: record.stamp.scopeID)
        let goes = try admin.resources.visible(together, context, scopeID: record.stamp.scopeID)
        let heading = words("admin.deletion.heading", ["name": record.titleText])
        return [
            "title": heading, "heading": heading, "action": record.address + "/deletion", "listHref": record.address,
            "uses": shown.isEmpty ? false : shown.templateValues, "goes": goes.isEmpty ? false : goes.namedValues(words), "isFinal": false,
            "text": words(uses.count == together.count ? "admin.deletion.text" : "admin.deletion.inUse"), "hidden": [Values](),
            "mayUnpublish": Listing<R>.publication.map { $0.isOn(record) } ?? false,
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }
}

extension [Use] {
    var templateValues: [Values] { map { ["label": $0.title, "href": $0.address] } }

    func namedValues(_ words: Words) -> [Values] {
        map { ["label": "\($0.title) (\(words($0.resource + ".one")))"] }
    }
}
