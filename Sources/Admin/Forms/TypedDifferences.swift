import Accounts
import Foundation
import GRDB
import Web

extension ResourcePages {
    /// The fields in which what was typed differs from a record, both as people read them.
    func differences(_ theirs: R, _ form: Form, _ context: FormContext) throws -> [Values] {
        var mine = theirs
        var refused = FieldErrors()
        read(form.withoutWrites, into: &mine, context, &refused)
        var pointers = Pointers()
        for field in R.fields {
            pointers.add(field.kind, field.pack(theirs))
            pointers.add(field.kind, field.pack(mine))
        }
        let reading = try ValueReading(pointers, context.db, context.words, context.zone)
        let nothing = context.words("history.nothing")
        return R.fields.compactMap { field in
            let (a, b) = (field.pack(theirs), field.pack(mine))
            let isRefused = refused.all.contains { $0.name == field.name || $0.name.hasPrefix(field.name + ".") }
            guard isRefused || !FieldDifference.isSame(field.kind, a, b) else { return nil }
            let typed = isRefused ? Self.typed(field, form) : reading.text(field.kind, b)
            let stands = reading.text(field.kind, a)
            guard !isRefused || typed != stands else { return nil }
            return [
                "label": context.words.label(of: field.name, R.name), "theirs": stands.isEmpty ? nothing : stands,
                "mine": typed.isEmpty ? nothing : typed,
            ]
        }
    }

    /// What was typed into a field that cannot be read, with all its parts.
    private static func typed(_ field: Field<R>, _ form: Form) -> String {
        guard field.kind is any Composite else { return form[field.name].isEmpty ? form[field.name + ".find"] : form[field.name] }
        return form.values.keys.filter { $0.hasPrefix(field.name + ".") && !$0.hasSuffix(".id") }.sorted().map { form[$0] }
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Both versions of every field that differs, when two people edited the same record or the same draft.
    func conflict(_ record: R, _ form: Form, _ context: FormContext) throws -> Values {
        let draft = try form.has("edition") || form["act"] == "draft" ? Draft.find(R.name, record.id ?? 0, context.db) : nil
        var (theirs, who, at) = (record, try Revision.newest(R.name, record.id ?? 0, context.db)?.actor, record.stamp.updatedAt)
        if let draft, String(draft.edition) != form["edition"] {
            (theirs, who, at) = (try draft.over(record, context.db), draft.actor, draft.at)
        }
        let when = context.words.language.saidMoment(at, now: .now, in: context.zone)
        let conflict: Values = ["who": who ?? "?", "when": when, "fields": try differences(theirs, form, context)]
        return ["conflict": conflict, "version": String(record.stamp.version), "edition": draft.map { String($0.edition) } ?? false]
    }
}

extension Form {
    /// Without what would write while it is read: new descriptions of pictures, names to be added.
    fileprivate var withoutWrites: Form {
        var form = self
        for name in values.keys where name.hasSuffix(".alt") || name.hasSuffix(".create") { form.remove(name) }
        return form
    }
}
