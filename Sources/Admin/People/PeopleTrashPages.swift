import Accounts
import GRDB
import Hummingbird
import Web

struct PeopleTrashPages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        acts.post("bulk", use: bulk)
        people.get("trash", use: trash)
        acts.post("trash", use: changeTrash)
        people.get("{id}/deletion", use: askDeletion)
        acts.post("{id}/deletion", use: delete)
    }

    @Sendable func bulk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let ids = form.recordIDs("id")
        guard form["act"] == "delete" else { throw HTTPError(.badRequest) }
        let words = admin.words(person)
        guard !ids.isEmpty else {
            return try await admin.redirect(person, to: PeoplePages.address, Flash(words("admin.bulk.nothing"), kind: .warn))
        }
        return try await admin.redirect(person, to: PeoplePages.address, try await moveToTrash(ids, person, words))
    }

    @Sendable func askDeletion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let heading = words("admin.people.deletion.heading", ["name": try PersonDraft.living(db, id).name])
            let values: Values = [
                "title": heading, "heading": heading, "text": words("admin.people.deletion.text"),
                "action": PeoplePages.address(id) + "/deletion",
                "listHref": PeoplePages.address(id), "uses": false, "goes": false, "isFinal": false, "mayUnpublish": false,
                "hidden": [Values](),
                "breadcrumbs": [["label": words("admin.people.many"), "href": PeoplePages.address]] as [Values],
            ]
            return ("admin/trash/deletion", values)
        }
    }

    @Sendable func delete(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        _ = try await admin.database.read { try PersonDraft.living($0, id) }
        let flash = try await moveToTrash([id], person, admin.words(person))
        return try await admin.redirect(person, to: flash.kind == .good ? PeoplePages.address : PeoplePages.address(id), flash)
    }

    private func moveToTrash(_ ids: [Int64], _ person: SignedIn, _ words: Words) async throws -> Flash {
        do {
            let moved = try await admin.database.write { db in
                let moved = try ids.filter { try move($0, toTrash: true, person, db) }
                try Administrators.require(db, roles: admin.roles(db))
                return moved
            }
            let fields = [["act", "restore"]] + moved.map { ["id", String($0)] }
            return Flash(
                words("admin.people.deleted", count: moved.count),
                undo: moved.isEmpty ? nil : .init(action: PeoplePages.address + "/trash", label: words("admin.undo"), fields: fields))
        } catch let refusal as PersonRefusal {
            return Flash(refusal.sentence(words), kind: .bad)
        }
    }

    /// False for an unknown person. Roles stay for a restore; sessions and links end.
    private func move(_ id: Int64, toTrash: Bool, _ person: SignedIn, _ db: Database) throws -> Bool {
        guard let draft = try PersonDraft.find(db, id, trashed: !toTrash) else { return false }
        guard id != person.accountID else { throw PersonRefusal.ownDeletion }
        guard try person.grants.cover(draft.assignments(of: id), of: admin.roles(db)) else { throw PersonRefusal.tooPowerful }
        let now = try db.transactionDate
        try db.execute(
            sql: "UPDATE account SET deletedAt = ?, version = version + 1, updatedAt = ? WHERE id = ?",
            arguments: [toTrash ? now : nil, now, id])
        try Session.all().of(id).deleteAll(db)
        try AuditEntry.write(db, toTrash ? "account.delete" : "account.restore", by: person.actor, on: ("account", id, draft.name))
        return true
    }

    @Sendable func trash(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let sql = """
                SELECT id, name, deletedAt, (
                  SELECT actor FROM audit WHERE objectKind = 'account' AND objectID = account.id
                  AND action IN ('account.delete', 'account.demo-removed') ORDER BY id DESC LIMIT 1) AS deletedBy
                FROM account WHERE deletedAt IS NOT NULL AND erasedAt IS NULL ORDER BY deletedAt DESC, id LIMIT 500
                """
            let rows = try Row.fetchAll(db, sql: sql).map { row -> Values in
                [
                    "id": String(row["id"] as Int64), "title": row["name"] as String,
                    "erasureHref": "\(PeoplePages.address(row["id"]))/erasure",
                    "deleted": words.language.relativeMoment(row["deletedAt"], now: .now, in: context.zone),
                    "by": (row["deletedBy"] as String?) ?? false,
                ]
            }
            let heading = words("admin.trash.heading", ["things": words("admin.people.many").lowercased()])
            let values: Values = [
                "title": heading, "heading": heading, "rows": rows, "hasRows": !rows.isEmpty, "action": PeoplePages.address + "/trash",
                // Accounts stay, because records and the log name people.
                "isKept": true,
                "listHref": PeoplePages.address, "listLabel": words("admin.people.many"), "emptyText": words("admin.trash.empty"),
                "breadcrumbs": [["label": words("admin.people.many"), "href": PeoplePages.address]] as [Values],
            ]
            return ("admin/trash/index", values)
        }
    }

    /// Restores the ticked people, except those with a sign-in name now taken.
    @Sendable func changeTrash(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let ids = form.recordIDs("id")
        guard form["act"] == "restore" else { throw HTTPError(.badRequest) }
        let words = admin.words(person)
        do {
            let (restored, taken) = try await admin.database.write { db in try restore(ids, person, db) }
            let back = restored.isEmpty && !taken.isEmpty ? [] : [words("admin.people.restored", count: restored.count)]
            let text = back + taken.map { words("admin.people.restoreTaken", ["name": $0]) }
            let flash = Flash(text.joined(separator: " "), kind: taken.isEmpty ? .good : .warn)
            return try await admin.redirect(person, to: restored.count == 1 ? PeoplePages.address(restored[0]) : PeoplePages.address, flash)
        } catch let refusal as PersonRefusal {
            return try await admin.redirect(person, to: PeoplePages.address + "/trash", Flash(refusal.sentence(words), kind: .bad))
        }
    }

    private func restore(_ ids: [Int64], _ person: SignedIn, _ db: Database) throws -> (restored: [Int64], taken: [String]) {
        var (restored, taken): ([Int64], [String]) = ([], [])
        for id in ids {
            do {
                try db.inSavepoint {
                    if try move(id, toTrash: false, person, db) { restored.append(id) }
                    return .commit
                }
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                taken.append(try Account.fetchOne(db, key: id)?.key ?? "")
            }
        }
        return (restored, taken)
    }
}
