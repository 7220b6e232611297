import Accounts
import GRDB
import Web

extension ResourcePages {
    /// Saves the cells that were changed: each row alone, so that one refused cell does not keep the others from being saved.
    func saveInline(_ form: Form, _ person: SignedIn, _ words: Words) async throws -> Flash {
        let rows = form.values.keys.compactMap { $0.hasPrefix("version.") ? Int64(recordID: $0.dropFirst("version.".count)) : nil }.sorted()
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
        record.stamp.version = form.number("version.\(id)", in: .versions) ?? 0
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
