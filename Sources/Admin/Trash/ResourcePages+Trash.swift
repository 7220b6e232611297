import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `GET /admin/house/products/12/deletion`: asks about a record in use.
    @Sendable func askDeletion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try id(person)
        return try await admin.page(person, request) { db, context in
            let record = try find(db, person, R.editing, id)
            return ("resource/deletion", try question(record, context))
        }
    }

    /// `POST /admin/house/products/12/deletion`: moves it to the trash; for a record in use it asks first and offers unpublishing.
    @Sendable func delete(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try id(person)
        let form = try await Form.read(request)
        let isConfirmed = form["confirmed"] == "yes"
        let record = try await admin.database.write { db -> R? in
            var record = try find(db, person, R.editing, id)
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
            : Flash(words("admin.deletedOne", ["name": record.titleText]), kind: .good, undo: restoring([record.id ?? 0], words))
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
            "uses": shown.isEmpty ? false : Self.drawn(shown), "goes": goes.isEmpty ? false : Self.named(goes, words), "isFinal": false,
            "text": words(uses.count == together.count ? "admin.deletion.text" : "admin.deletion.inUse"), "hidden": [Values](),
            "mayUnpublish": Listing<R>.publication.map { $0.isOn(record) } ?? false,
            "breadcrumbs": [["label": named(words, "many"), "href": R.address]] as [Values],
        ]
    }

    private static func named(_ uses: [Use], _ words: Words) -> [Values] {
        uses.map { ["label": "\($0.title) (\(words($0.resource + ".one")))"] }
    }

    /// `POST /admin/house/products/trash`: restores (`restore`), trashes (`delete`, to undo a new record), or erases after confirmation
    /// (`erase`).
    @Sendable func changeTrash(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(R.editing)
        let form = try await Form.read(request)
        let ids = form.recordIDs("id")
        let words = admin.words(person)
        switch form["act"] {
        case "restore" where form["all"] == "yes": return try await act(BulkChange(verb: .restore), request, person, form)
        case "restore":
            let (restored, taken) = try await admin.database.write { db in try restore(ids, db, person) }
            let text =
                ([restored.isEmpty ? nil : words("admin.restored", count: restored.count)]
                    + taken.map { words("admin.restoreTaken", ["name": $0]) })
            let flash = Flash(
                text.compactMap { $0 }.joined(separator: " "), kind: taken.isEmpty ? .good : .warn, undo: trashing(restored, words))
            return try await admin.redirect(person, to: restored.count == 1 ? restored[0].address : R.address, flash)
        case "delete":
            let moved = try await admin.database.write { db in try moveAll(ids, toTrash: true, db, person) }
            let flash = Flash(words("admin.deleted", count: moved.count), kind: .good, undo: restoring(moved, words))
            return try await admin.redirect(person, to: R.address, flash)
        case "erase":
            guard !ids.isEmpty, form["confirmed"] == "yes" else { return try await askErasing(request, person, ids) }
            let (count, kept) = try await admin.database.write { db in try erase(ids, db, person) }
            let text = [count == 0 ? nil : words("admin.erased", count: count)] + kept.map { words("admin.erasedInUse", ["name": $0]) }
            let flash = Flash(text.compactMap { $0 }.joined(separator: " "), kind: kept.isEmpty ? .good : .warn)
            return try await admin.redirect(person, to: R.address + "/trash", flash)
        default: throw HTTPError(.badRequest)
        }
    }

    private func askErasing(_ request: Request, _ person: SignedIn, _ ids: [Int64]) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let records = try ids.map { try find(db, person, R.editing, $0, trashed: true) }
            let uses = try records.flatMap { record in
                try admin.resources.visible(
                    try admin.resources.uses(of: record.id ?? 0, in: R.table, db), context, scopeID: record.stamp.scopeID)
            }
            let others = uses.filter { !$0.isTrashed || !admin.resources.lives($0, with: R.table) }
            let together = uses.filter { !others.contains($0) }
            let goes = records.map { ["label": $0.titleText] as Values } + parts(records, words) + Self.named(together, words)
            let heading = words("admin.erasure.heading", count: records.count)
            return (
                "resource/deletion",
                [
                    "title": heading, "heading": heading, "action": R.address + "/trash", "listHref": R.address + "/trash",
                    "uses": others.isEmpty ? false : Self.drawn(others), "goes": goes, "isFinal": true, "mayUnpublish": false,
                    "text": words("admin.erasure.text"),
                    "hidden": [["name": "act", "value": "erase"]] + records.map { ["name": "id", "value": String($0.id ?? 0)] } as [Values],
                    "breadcrumbs": [["label": named(words, "many"), "href": R.address]] as [Values],
                ]
            )
        }
    }

    private func parts(_ records: [R], _ words: Words) -> [Values] {
        R.fields.filter { $0.kind.template == "fields/children" }.compactMap { field in
            let lines = records.reduce(0) { $0 + field.text($1, words, admin.site.zone).split(separator: "\n").count }
            return lines == 0 ? nil : ["label": "\(words.label(of: field.name, R.name)): \(words.language.number(lines))"]
        }
    }
}

extension ResourcePages {
    func moveAll(_ ids: [Int64], toTrash: Bool, _ db: Database, _ person: SignedIn) throws -> [Int64] {
        try ids.filter { id in
            guard var record = try? find(db, person, R.editing, id, trashed: !toTrash) else { return false }
            try record.move(toTrash: toTrash, db, by: person.actor)
            return true
        }
    }

    /// Restores records; those with a title taken since stay and are returned.
    func restore(_ ids: [Int64], _ db: Database, _ person: SignedIn) throws -> (restored: [R], taken: [String]) {
        var (restored, taken): ([R], [String]) = ([], [])
        for id in ids {
            guard var record = try? find(db, person, R.editing, id, trashed: true) else { continue }
            do {
                try db.inSavepoint {
                    try record.move(toTrash: false, db, by: person.actor)
                    return .commit
                }
                restored.append(record)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                taken.append(record.titleText)
            }
        }
        return (restored, taken)
    }

    /// Records that the schema protects stay and are returned.
    func erase(_ ids: [Int64], _ db: Database, _ person: SignedIn) throws -> (count: Int, kept: [String]) {
        var (count, kept): (Int, [String]) = (0, [])
        for id in ids {
            guard let record = try? find(db, person, R.editing, id, trashed: true) else { continue }
            if try record.erase(db, among: admin.resources, by: person.actor) { count += 1 } else { kept.append(record.titleText) }
        }
        return (count, kept)
    }

    func restoring(_ ids: [Int64], _ words: Words) -> Flash.Undo { undo("restore", ids, words) }
    func trashing(_ records: [R], _ words: Words) -> Flash.Undo { undo("delete", records.compactMap(\.id), words) }

    private func undo(_ act: String, _ ids: [Int64], _ words: Words) -> Flash.Undo {
        let fields = [["act", act]] + ids.map { ["id", String($0)] }
        return Flash.Undo(action: R.address + "/trash", label: words("admin.undo"), fields: fields)
    }
}
