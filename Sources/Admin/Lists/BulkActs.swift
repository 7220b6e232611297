import Accounts
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    /// `POST /admin/house/products/bulk`: an act on the ticked rows, or the values changed in the list itself.
    @Sendable func bulk(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = desk.words(person)
        let ids = form.all("id").compactMap { Int64($0) }
        let flash: Flash
        switch form["act"] {
        case "inline": flash = try await saveInline(form, person, words)
        case _ where ids.isEmpty: flash = Flash(words("admin.bulk.nothing"), kind: .warn, undo: nil)
        case "delete":
            let moved = try await desk.database.write { db in try moveAll(ids, toTrash: true, db, person) }
            flash = Flash(words("admin.deleted", count: moved.count), kind: .good, undo: restoring(moved, words))
        case "publish", "unpublish":
            let isPublishing = form["act"] == "publish"
            let changed = try await desk.database.write { db in try publish(ids, isPublishing, db, person) }
            let fields = [["act", isPublishing ? "unpublish" : "publish"]] + changed.map { ["id", String($0)] }
            let undo = changed.isEmpty ? nil : Flash.Undo(action: R.address + "/bulk", label: words("admin.undo"), fields: fields)
            flash = Flash(words(isPublishing ? "admin.published" : "admin.unpublishedMany", count: changed.count), kind: .good, undo: undo)
        default: throw HTTPError(.badRequest)
        }
        let back = form["back"].isEmpty ? "" : "?" + form["back"].drop { $0 == "?" }
        return try await desk.redirect(person, to: SafePath.local(R.address + back) ?? R.address, flash)
    }

    private func publish(_ ids: [Int64], _ isPublishing: Bool, _ db: Database, _ person: SignedIn) throws -> [Int64] {
        try ids.filter { id in
            guard var record = try? find(db, person, R.editing, id), let field = Listing<R>.publication,
                field.isOn(record) != isPublishing
            else { return false }
            try record.setPublished(isPublishing, db, by: person.actor)
            return true
        }
    }

    // MARK: Values changed in the list

    /// Saves the cells that were changed: each row alone, so that one refused cell does not keep the others from being saved.
    private func saveInline(_ form: Form, _ person: SignedIn, _ words: Words) async throws -> Flash {
        let rows = form.values.keys.compactMap { $0.hasPrefix("version.") ? Int64($0.dropFirst("version.".count)) : nil }.sorted()
        let outcome = try await desk.database.write { db in
            try rows.map { id in try saveRow(id, form, db, person) }
        }
        let saved = outcome.filter { $0 == .saved }.count
        let refused = outcome.compactMap { if case .refused(let sentence) = $0 { sentence } else { nil } }
        var text = refused.joined(separator: " ")
        if saved > 0 || refused.isEmpty { text = words("admin.inline.saved", count: saved) + (text.isEmpty ? "" : " " + text) }
        return Flash(text, kind: refused.isEmpty ? .good : .warn, undo: nil)
    }

    private enum RowOutcome: Equatable {
        case same, saved
        case refused(String)
    }

    private func saveRow(_ id: Int64, _ form: Form, _ db: Database, _ person: SignedIn) throws -> RowOutcome {
        guard var record = try? find(db, person, R.editing, id) else { return .same }
        let context = try desk.context(person, db, scopeID: record.stamp.scopeID)
        let before = record
        var errors = FieldErrors()
        for field in R.editable.compactMap(R.field) where form.has("\(field.name).\(id)") {
            let entry = Entry(name: "\(field.name).\(id)", form: form, context: context, texts: R.name)
            // Untouched cells are not read, so that somebody else's change elsewhere in the list is no conflict.
            let drawn = try field.view(before, Entry(name: field.name, form: nil, context: context, texts: R.name))["value"] as? String
            if form[entry.name] != drawn { field.read(&record, entry, &errors) }
        }
        if let error = errors.all.first {
            return .refused(
                context.words("admin.inline.refused", ["name": record.titleText, "value": form[error.name], "why": error.sentence]))
        }
        guard R.editable.compactMap(R.field).contains(where: { $0.store(before) != $0.store(record) }) else { return .same }
        record.stamp.version = Int(form["version.\(id)"]) ?? 0
        do {
            try record.update(db, by: person.actor, words: context.words, zone: context.zone)
            return .saved
        } catch WriteRefusal.changedMeanwhile {
            return .refused(context.words("admin.inline.changed", ["name": record.titleText]))
        } catch WriteRefusal.titleTaken {
            return .refused(context.words("admin.refused.taken", ["name": record.titleText]))
        }
    }
}
