import Accounts
import GRDB
import Hummingbird
import Web

struct BulkUndoPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("bulk/undoing", use: undoBulk)
        own.get("bulk/{id}", use: bulkProgress)
        own.post("bulk/{id}/cancellation", use: cancelBulk)
    }

    @Sendable func undoBulk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        guard let id = form.recordID("act") else { throw HTTPError(.notFound) }
        let (flash, address) = try await admin.database.write { db -> (Flash, String) in
            let act = try bulkAct(id, person, db)
            guard act.undoneAt == nil else { return (Flash(words("lists.undo.already"), kind: .warn), R.address) }
            if try ActUndo.isOfMany(id, besides: R.name, db) || ActUndo.isOfUnrevised(id, db) {
                return (try undoMany(id, person, words, db), R.address)
            }
            try BulkAct.stop(id, db)
            var own = UndoableOperation("lists.acts.undo", on: R.name, scope: act.scopeID, by: person.actor)
            try own.insert(db)
            let change = BulkChange(verb: .undo, act: id)
            // A record may have several revisions in the act; the last one counts.
            let records = (
                sql: "recordID, max(version) FROM revision WHERE actID = ? GROUP BY recordID", arguments: [id] as StatementArguments
            )
            if try act.count(db) > BulkAct.inRequest {
                try BulkAct.begin(own, change, records: records, db, by: person.actor)
                return (Flash(words("lists.progress.begun"), kind: .info), "\(R.address)/bulk/\(own.id ?? 0)")
            }
            let rows = try Row.fetchAll(db, sql: "SELECT \(records.sql)", arguments: records.arguments)
            let context = try admin.context(person, db, scopeID: act.scopeID)
            let work = BulkWork<R>(change, admin.resources, context, by: person.actor.within(own.id))
            let (changed, skipped) = try work.run(rows.map { (id: $0[0], version: $0[1]) })
            try db.execute(sql: "UPDATE act SET undoneAt = ? WHERE id = ?", arguments: [db.transactionDate, id])
            for module in admin.modules { try module.undone(id, db, by: person.actor) }
            if changed == 0 { try own.delete(db) }
            return (undone(own, changed, skipped, words), R.address)
        }
        return try await admin.redirect(person, to: SafePath.local(form["next"]) ?? address, flash)
    }

    /// An import may have made records of other lists beside.
    private func undoMany(_ id: Int64, _ person: SignedIn, _ words: Words, _ db: Database) throws -> Flash {
        let undo = ActUndo(admin: admin, words: words)
        guard try undo.mayUndo(id, person.grants, of: person.accountID, db) else { throw HTTPError(.notFound) }
        return try undo.undo(id, db, by: person.actor).flash(R.self, words)
    }

    private func undone(_ own: UndoableOperation, _ changed: Int, _ skipped: [Skipped], _ words: Words) -> Flash {
        ActUndo.Outcome(records: changed, kept: skipped.map(\.title), again: changed == 0 ? nil : own.id).flash(R.self, words)
    }

    private func bulkAct(_ id: Int64, _ person: SignedIn, _ db: Database) throws -> UndoableOperation {
        guard let act = try UndoableOperation.fetchOne(db, key: id), act.kind == R.name else { throw HTTPError(.notFound) }
        let scopes = try Row.fetchAll(
            db, sql: "SELECT DISTINCT scopeID FROM revision WHERE actID = ? AND kind = ?", arguments: [id, R.name])
        guard scopes.allSatisfy({ person.grants.may(R.editing, in: $0[0]) }), person.grants.may(R.editing, in: act.scopeID) else {
            throw HTTPError(.notFound)
        }
        let touched = "SELECT recordID FROM revision WHERE actID = :act UNION SELECT recordID FROM bulkItem WHERE actID = :act"
        let others = "id IN (\(touched)) AND \(R.rows(R.editing, person.grants)) IS NOT TRUE"
        let sql = "SELECT EXISTS (SELECT 1 FROM \(R.table) WHERE \(others))"
        if R.audience != nil, try Bool.fetchOne(db, sql: sql, arguments: ["act": id]) ?? false { throw HTTPError(.notFound) }
        return act
    }

    @Sendable func bulkProgress(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let act = try bulkAct(id, person, db)
            guard let bulk = try BulkAct.fetchOne(db, key: id), let change = bulk.bulkChange else { throw HTTPError(.notFound) }
            let isUnderway = try bulk.isUnderway && BulkAct.isLive(id, db)
            let state = act.undoneAt != nil ? .undone : bulk.isUnderway && !isUnderway ? .cancelled : bulk.state
            let words = context.words
            let heading = words("lists.acts.\(change.verb.rawValue)")
            let number = words.language.number
            let address = "\(R.address)/bulk/\(id)"
            let skipped = bulk.allSkipped.map { skip -> Values in
                ["label": skip.title, "href": "\(R.address)/\(skip.id)", "why": skip.reason(in: words)]
            }
            let left = bulk.done - bulk.changed
            return (
                "admin/bulk/progress",
                [
                    "title": heading, "heading": heading, "isUnderway": isUnderway, "poll": isUnderway ? address : false,
                    "done": String(bulk.done), "total": String(max(bulk.total, 1)),
                    "text": words("lists.progress.text", ["done": number(bulk.done), "total": number(bulk.total)]),
                    "state": words("lists.progress.states.\(state.rawValue)"),
                    "changed": words("lists.done.\(change.verb.rawValue)", count: bulk.changed),
                    "left": left == 0 ? false : words("lists.progress.left", count: left), "skipped": skipped,
                    "cancelAction": isUnderway ? address + "/cancellation" : false, "act": String(id),
                    "undoAction": !isUnderway && act.undoneAt == nil && bulk.changed > 0 ? R.address + "/bulk/undoing" : false,
                    "undoLabel": words(change.verb == .undo ? "lists.undo.again" : "lists.undo.all"),
                    "refreshHref": address, "listHref": R.address, "listLabel": R.localized(words, "many"),
                    "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
                ]
            )
        }
    }

    /// Finished changes stay and can be undone.
    @Sendable func cancelBulk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        try await admin.database.write { db in
            let act = try bulkAct(id, person, db)
            guard try BulkAct.stop(id, db) else { return }
            try AuditEntry.write(db, "list.cancel-bulk", by: person.actor, on: ("act", id, act.text), scope: act.scopeID)
        }
        return try await admin.redirect(
            person, to: "\(R.address)/bulk/\(id)", Flash(admin.words(person)("lists.progress.cancelled"), kind: .info))
    }
}
