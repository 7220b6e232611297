import Accounts
import Foundation
import GRDB
import Web

extension Resource {
    /// Returns what the form says otherwise than this record; `base` is the record that it was drawn from, if still known.
    func typedDifferences(from base: Self?, _ form: Form, _ context: FormContext) throws -> [Values] {
        var mine = base ?? self
        var refused = FieldErrors()
        mine.readTyped(form.withoutWrites, context, &refused)
        var pointers = Pointers()
        for field in Self.fields {
            pointers.add(field.kind, field.pack(self))
            pointers.add(field.kind, field.pack(mine))
        }
        let reading = try ValueReading(pointers, context.db, context.words, context.zone)
        let nothing = context.words("history.nothing")
        return Self.fields.compactMap { field in
            let (a, b) = (field.pack(self), field.pack(mine))
            let isRefused = refused.all.contains { $0.name == field.name || $0.name.hasPrefix(field.name + ".") }
            let isTyped =
                !FieldDifference.isSame(field.kind, a, b) && base.map { !FieldDifference.isSame(field.kind, field.pack($0), b) } ?? true
            guard isRefused || isTyped else { return nil }
            let typed = isRefused ? Self.typed(field, form) : reading.text(field.kind, b)
            let stands = reading.text(field.kind, a)
            guard !isRefused || typed != stands else { return nil }
            return [
                "label": context.words.label(of: field.name, Self.name), "theirs": stands.isEmpty ? nothing : stands,
                "mine": typed.isEmpty ? nothing : typed,
            ]
        }
    }

    private static func typed(_ field: Field<Self>, _ form: Form) -> String {
        guard field.kind is any Composite else { return form[field.name].isEmpty ? form[field.name + ".find"] : form[field.name] }
        return form.values.keys.filter { $0.hasPrefix(field.name + ".") && !$0.hasSuffix(".id") }.sorted().map { form[$0] }
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Form {
    /// Drops input that writes while it is read: new picture descriptions and names to add.
    var withoutWrites: Form {
        var form = self
        for name in values.keys where name.hasSuffix(".alt") || name.hasSuffix(".create") { form.remove(name) }
        return form
    }
}
