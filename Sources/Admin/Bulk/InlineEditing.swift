import Accounts
import GRDB
import Hummingbird
import Web

private struct OpenCell<R: Resource>: Sendable {
    let id: Int64
    let field: Field<R>
    /// The refusal; nil for a conflict with another person's change.
    var sentence: String?
    var question: MergeQuestion?

    var name: String { "\(field.name).\(id)" }
}

private struct EditedRow<R: Resource> {
    let before: R
    var record: R
    var open: [OpenCell<R>] = []

    var changed: [Field<R>] { R.editable.compactMap(R.field).filter { !$0.isSame(before, record) } }
}

/// Saves each changed cell by itself. A separate page asks about the others, with the values typed.
struct InlineEditing<R: Resource>: Sendable {
    let admin: AdminContext

    func save(_ request: Request, _ form: Form, _ person: SignedIn) async throws -> Response {
        let (flash, open) = try await admin.database.write { db in try writeCells(form, person, db) }
        if open.isEmpty, let flash { return try await admin.back(to: R.self, form, person, flash) }
        let isRefused = open.contains { $0.sentence != nil }
        return try await admin.page(person, request, status: isRefused ? .unprocessableContent : .conflict) { db, context in
            var values = try cellPage(open, form, person, context)
            if let flash { values["flash"] = AdminContext.templateValues(flash) }
            return ("admin/bulk/cells", values)
        }
    }

    private func writeCells(_ form: Form, _ person: SignedIn, _ db: Database) throws -> (Flash?, [OpenCell<R>]) {
        let ids = form.values.keys.compactMap { $0.hasPrefix("version.") ? Int64(recordID: $0.dropFirst("version.".count)) : nil }.sorted()
        let rows = try ids.compactMap { try editedRow($0, form, person, db) }
        let gone = try ids.compactMap { try editedTitle(ofTrashed: $0, form, person, db) }
        var (open, changed) = (rows.flatMap(\.open), rows.filter { !$0.changed.isEmpty })
        var act: UndoableOperation?
        if changed.count > 1 {
            act = UndoableOperation("lists.acts.set", on: R.name, scope: changed[0].record.stamp.scopeID, by: person.actor)
            try act?.insert(db)
        }
        let actor = act.map { person.actor.within($0.id) } ?? person.actor
        let words = admin.words(person)
        for (index, row) in changed.enumerated().reversed() {
            do {
                try db.inSavepoint {
                    var record = row.record
                    try record.update(db, by: actor, words: words, zone: admin.site.zone)
                    return .commit
                }
            } catch WriteRefusal.titleTaken {
                let sentence = words("admin.refused.taken", ["name": row.record.titleText])
                open += row.changed.map { OpenCell(id: row.record.id ?? 0, field: $0, sentence: sentence) }
                changed.remove(at: index)
            }
        }
        if let act, changed.isEmpty { try act.delete(db) }
        guard !changed.isEmpty || open.isEmpty || !gone.isEmpty else { return (nil, open) }
        let undo: Flash.Undo? =
            if let act, !changed.isEmpty {
                Flash.Undo(action: R.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
            } else {
                try changed.first.flatMap { try Revision.newestID(R.name, $0.record.id ?? 0, db) }.map { .taking(back: $0, words) }
            }
        let names = gone.map { "«\($0)»" }.joined(separator: ", ")
        let lost = gone.isEmpty ? nil : words("admin.inline.gone", ["names": names], count: gone.count)
        let text = [localized(changed, words), lost].compactMap { $0 }.joined(separator: " ")
        return (Flash(text, kind: gone.isEmpty ? .good : .warn, undo: undo), open)
    }

    private func editedTitle(ofTrashed id: Int64, _ form: Form, _ person: SignedIn, _ db: Database) throws -> String? {
        guard let record = try? R.find(db, person.grants, R.editing, id, trashed: true) else { return nil }
        let (base, language) = (
            try record.atVersion(form.number("version.\(id)", in: .versions), db) ?? record, admin.words(person).language
        )
        let isTyped = R.editable.compactMap(R.field).contains { field in
            form.has("\(field.name).\(id)") && form["\(field.name).\(id)"] != field.typed(base, language)
        }
        return isTyped ? record.titleText : nil
    }

    private func localized(_ rows: [EditedRow<R>], _ words: Words) -> String {
        let most = 5
        let changes = rows.prefix(most).map { row in
            let fields = row.changed.map { field -> String in
                let (old, new) = (field.text(row.before, words, admin.site.zone), field.text(row.record, words, admin.site.zone))
                let nothing = words("history.nothing")
                return "\(words.label(of: field.name, R.name)) \(old.isEmpty ? nothing : old) → \(new.isEmpty ? nothing : new)"
            }
            return "\(row.before.titleText): \(fields.joined(separator: ", "))"
        }
        let saved = words("admin.inline.saved", count: rows.count)
        guard !changes.isEmpty else { return saved }
        return saved + " " + changes.joined(separator: "; ") + (rows.count > most ? " …" : ".")
    }

    /// Compares the cells with the values they were drawn with, so that untouched cells are not changes.
    private func editedRow(_ id: Int64, _ form: Form, _ person: SignedIn, _ db: Database) throws -> EditedRow<R>? {
        guard let record = try? R.find(db, person.grants, R.editing, id) else { return nil }
        let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
        let base = try record.atVersion(form.number("version.\(id)", in: .versions), db)
        var row = EditedRow(before: record, record: record)
        for field in R.editable.compactMap(R.field) where form.has("\(field.name).\(id)") {
            let entry = Entry(name: "\(field.name).\(id)", form: form, context: context, texts: R.name)
            if form[entry.name] == field.typed(base ?? record, context.words.language) { continue }
            var (typed, errors) = (base ?? record, FieldErrors())
            if form[entry.name + Form.answer] == "theirs" { continue }
            field.read(&typed, entry, &errors)
            if let error = errors.all.first {
                row.open.append(OpenCell(id: id, field: field, sentence: error.sentence))
                continue
            }
            let isUnanswered = form.has(entry.name + Form.asked) && form[entry.name + Form.answer].isEmpty
            let merge = FieldMerge([field], base: base?.packed, mine: typed, theirs: record)
            if !isUnanswered, merge.disputed.isEmpty {
                field.copy(merge.merged, &row.record)
                continue
            }
            guard !field.isSame(typed, record) else { continue }
            let question = MergeQuestion(
                label: context.words.label(of: field.name, R.name), mine: field.text(typed, context.words, context.zone),
                theirs: field.text(record, context.words, context.zone), author: try FieldAuthors(of: record, db)[field.name],
                asked: FormStates<R>.Place.record.rawValue, answer: "")
            row.open.append(
                OpenCell(id: id, field: field, sentence: isUnanswered ? context.words("merge.unanswered") : nil, question: question))
        }
        return row
    }

    private func cellPage(_ open: [OpenCell<R>], _ form: Form, _ person: SignedIn, _ context: FormContext) throws -> Values {
        var context = context
        for cell in open {
            if let sentence = cell.sentence { context.errors.add(cell.name, sentence) }
            context.questions[cell.name] = cell.question
        }
        let words = context.words
        var (titles, versions): ([Int64: String], [Int64: Int]) = ([:], [:])
        let fields = try open.compactMap { cell -> Values? in
            guard let record = try? R.find(context.db, person.grants, R.editing, cell.id) else { return nil }
            (titles[cell.id], versions[cell.id]) = (record.titleText, record.stamp.version)
            var values = try cell.field.templateValues(record, Entry(name: cell.name, form: form, context: context, texts: R.name))
            values["label"] = record.titleText + ", " + words.label(of: cell.field.name, R.name).lowercased()
            return values
        }
        let errors = open.filter { $0.sentence != nil }.map { cell -> Values in
            let text = words(
                "admin.inline.refused", ["name": titles[cell.id] ?? "", "value": form[cell.name], "why": cell.sentence ?? ""])
            return ["href": "#f-" + cell.name.replacing(".", with: "-"), "text": text]
        }
        let heading = words("admin.inline.open")
        return [
            "title": heading, "heading": heading, "purpose": words("admin.inline.openText"), "action": R.address + "/bulk",
            "fields": fields,
            "back": form["back"],
            "versions": versions.sorted { $0.key < $1.key }.map { ["id": String($0.key), "version": String($0.value)] as Values },
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "listHref": SafePath.local(R.address + "?" + form["back"].drop { $0 == "?" }) ?? R.address,
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }
}
