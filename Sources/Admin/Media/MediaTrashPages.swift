import Accounts
import GRDB
import Hummingbird
import Web

struct MediaTrashPages: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("trash", use: trash)
        own.post("trash", use: changeTrash)
        own.get("{id}/deletion", use: askDeletion)
        own.post("{id}/deletion", use: delete)
    }

    @Sendable func askDeletion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let mayGo = try await admin.database.read { db in try isFree(try Picture.find(db, person, id), person, db) }
        guard mayGo else { return try await refuseDeletion(id, person) }
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let heading = words("admin.deletion.heading", ["name": try Picture.find(db, person, id).title])
            let own: Values = [
                "action": "\(MediaPages.address)/\(id)/deletion", "listHref": "\(MediaPages.address)/\(id)",
                "text": words("admin.deletion.text"),
                "goes": false, "isFinal": false, "hidden": [Values](),
            ]
            return ("admin/trash/deletion", question(heading, own, words))
        }
    }

    private func question(_ heading: String, _ own: Values, _ words: Words) -> Values {
        let common: Values = [
            "title": heading, "heading": heading, "uses": false, "mayUnpublish": false, "buttonLabel": false,
            "breadcrumbs": [["label": words("admin.menu.pictures"), "href": MediaPages.address]] as [Values],
        ]
        return common.merging(own) { $1 }
    }

    @Sendable func delete(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let deleted = try await admin.database.write { db -> Picture? in
            var picture = try Picture.find(db, person, id)
            guard try isFree(picture, person, db) else { return nil }
            try move(&picture, toTrash: true, person, db)
            return picture
        }
        guard let deleted else { return try await refuseDeletion(id, person) }
        let words = admin.words(person)
        let flash = Flash(words("admin.deletedOne", ["name": deleted.title]), undo: .ofPictures("restore", [id], words))
        return try await admin.redirect(person, to: MediaPages.address, flash)
    }

    /// Whether the picture is unused. Throws 403 for a shared picture without the right on the whole site.
    private func isFree(_ picture: Picture, _ person: SignedIn, _ db: Database) throws -> Bool {
        try person.require(MediaPages.editing, in: picture.scopeID)
        let (seen, others) = try PictureUses(resources: admin.resources).list(picture.id ?? 0, person, db)
        return seen.isEmpty && others == 0
    }

    private func refuseDeletion(_ id: Int64, _ person: SignedIn) async throws -> Response {
        try await admin.redirect(person, to: "\(MediaPages.address)/\(id)", Flash(admin.words(person)("admin.media.inUse"), kind: .warn))
    }

    private func move(_ picture: inout Picture, toTrash: Bool, _ person: SignedIn, _ db: Database) throws {
        picture.deletedAt = toTrash ? try db.transactionDate : nil
        picture.version += 1
        try picture.update(db)
        try picture.audit(toTrash ? "delete" : "restore", db, by: person.actor)
    }

    @Sendable func trash(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(MediaPages.editing)
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let sql = """
                SELECT p.*, (SELECT actor FROM audit WHERE objectKind = 'picture' AND objectID = p.id AND action = 'media.delete'
                  ORDER BY id DESC LIMIT 1) AS "by"
                FROM picture p WHERE deletedAt IS NOT NULL AND \(Picture.visible(to: person)) ORDER BY deletedAt DESC, id LIMIT 500
                """
            let rows = try Row.fetchAll(db, sql: sql).map { row -> Values in
                let picture = try Picture(row: row)
                let when = picture.deletedAt.map { words.language.relativeMoment($0, now: .now, in: context.zone) }
                return [
                    "id": String(picture.id ?? 0), "title": picture.title, "deleted": when ?? "", "by": (row["by"] as String?) ?? false,
                ]
            }
            let heading = words("admin.trash.heading", ["things": words("admin.menu.pictures").lowercased()])
            let days = admin.site.trashDays
            let values: Values = [
                "purpose": days == 0 ? words("lists.trash.forEver") : words("lists.trash.purpose", count: days),
                "title": heading, "heading": heading, "rows": rows, "hasRows": !rows.isEmpty, "action": MediaPages.address + "/trash",
                "listHref": MediaPages.address, "listLabel": words("admin.menu.pictures"), "emptyText": words("admin.trash.empty"),
                "breadcrumbs": [["label": words("admin.menu.pictures"), "href": MediaPages.address]] as [Values],
            ]
            return ("admin/trash/index", values)
        }
    }

    /// Restores (`restore`), trashes (`delete`, to undo an upload), or erases after confirmation (`erase`).
    @Sendable func changeTrash(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(MediaPages.editing)
        let form = try await Form.read(request)
        let ids = form.recordIDs("id")
        let words = admin.words(person)
        switch form["act"] {
        case "restore", "delete":
            let toTrash = form["act"] == "delete"
            let moved = try await admin.database.write { db in
                try ids.filter { id in
                    guard var picture = try? Picture.find(db, person, id, trashed: !toTrash), picture.mayBeDeleted(by: person) else {
                        return false
                    }
                    if toTrash, try !isFree(picture, person, db) { return false }
                    try move(&picture, toTrash: toTrash, person, db)
                    return true
                }
            }
            let undo = moved.isEmpty ? nil : Flash.Undo.ofPictures(toTrash ? "restore" : "delete", moved, words)
            let text = words(toTrash ? "admin.deleted" : "admin.restored", count: moved.count)
            let isWhole = moved.count == ids.count
            let flash = Flash(isWhole ? text : text + " " + words("admin.media.inUse"), kind: isWhole ? .good : .warn, undo: undo)
            return try await admin.redirect(person, to: MediaPages.address, flash)
        case "erase":
            guard !ids.isEmpty, form["confirmed"] == "yes" else { return try await askErasing(request, person, ids) }
            let count = try await admin.database.write { db in try erase(ids, person, db) }
            return try await admin.redirect(person, to: MediaPages.address + "/trash", Flash(words("admin.erased", count: count)))
        default: throw HTTPError(.badRequest)
        }
    }

    /// Deletes only the row; the next sweep removes files that no other row uses.
    private func erase(_ ids: [Int64], _ person: SignedIn, _ db: Database) throws -> Int {
        try ids.filter { id in
            guard let picture = try? Picture.find(db, person, id, trashed: true), picture.mayBeDeleted(by: person),
                try isFree(picture, person, db)
            else { return false }
            try picture.audit("erase", db, by: person.actor)
            return try picture.delete(db)
        }.count
    }

    private func askErasing(_ request: Request, _ person: SignedIn, _ ids: [Int64]) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let pictures = try ids.map { try Picture.find(db, person, $0, trashed: true) }
            let own: Values = [
                "action": MediaPages.address + "/trash", "listHref": MediaPages.address + "/trash", "text": words("admin.erasure.text"),
                "goes": pictures.map { ["label": $0.title] as Values }, "isFinal": true,
                "hidden": [["name": "act", "value": "erase"]] + pictures.map { ["name": "id", "value": String($0.id ?? 0)] } as [Values],
            ]
            return ("admin/trash/deletion", question(words("admin.erasure.heading", count: pictures.count), own, words))
        }
    }
}
