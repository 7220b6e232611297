import Accounts
import GRDB
import Hummingbird
import Web

struct BulkValuePage<R: Resource>: Sendable {
    let admin: AdminContext

    func ask(_ request: Request, _ person: SignedIn, _ form: Form) async throws -> Response {
        guard form["all"] == "yes" || !form.all("id").isEmpty else {
            let address = SafePath.local(R.address + form["back"]) ?? R.address
            return try await admin.redirect(person, to: address, Flash(admin.words(person)("admin.bulk.nothing"), kind: .warn))
        }
        let field = BulkChange.fields(of: R.self).first { $0.name == form["field"] }
        guard let field, form["step"] == "value" else { return try await valuePage(request, person, form, field, FieldErrors()) }
        let hasHow = field.kind is ReferencesFieldType
        let verb = BulkChange.Verb(rawValue: form["how"]).flatMap { hasHow && [.add, .remove].contains($0) ? $0 : nil } ?? .set
        let (value, errors) = try await admin.database.read { db -> (String, FieldErrors) in
            let context = try admin.context(person, db)
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            var (record, errors) = (R(), FieldErrors())
            field.read(&record, Entry(name: field.name, form: form, context: context, texts: R.name), &errors)
            let packed = field.pack(record)
            if errors.isEmpty, verb != .set, packed.list?.isEmpty == true {
                errors.add(field.name, context.words("admin.refused.noneChosen"))
            }
            return (packed.compact, errors)
        }
        guard errors.isEmpty else { return try await valuePage(request, person, form, field, errors) }
        return try await BulkPages<R>(admin: admin).act(BulkChange(verb: verb, field: field.name, value: value), request, person, form)
    }

    private func valuePage(
        _ request: Request, _ person: SignedIn, _ form: Form, _ field: Field<R>?, _ errors: FieldErrors
    ) async throws -> Response {
        try await admin.page(person, request, status: errors.isEmpty ? .ok : .unprocessableContent) { db, context in
            // The choices are names that only people with the edit permission may see.
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            var context = context
            context.errors = errors
            let words = context.words
            let isAll = form["all"] == "yes"
            let carried = [("back", form["back"]), ("all", isAll ? "yes" : "")] + (isAll ? [] : form.all("id").map { ("id", $0) })
            let typed = form["step"] == "value" ? form : nil
            let fields = BulkChange.fields(of: R.self).map { one -> Values in
                ["value": one.name, "label": words.label(of: one.name, R.name), "checked": one.name == field?.name]
            }
            let how = ["set", "add", "remove"].map { verb -> Values in
                ["value": verb, "label": words("lists.how.\(verb)"), "checked": verb == (form.has("how") ? form["how"] : "add")]
            }
            let lists: [Values]
            let drawn = try field.map { try $0.templateValues(R(), prefix: "", context: context, form: typed, texts: R.name) }
            lists = context.suggestions.lists.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { id, names in
                ["id": id, "options": names.map { ["label": $0] as Values }]
            }
            let heading = words("lists.change.heading")
            let summary = errors.all.map { error -> Values in
                ["href": "#f-" + error.name.replacing(".", with: "-"), "text": words.label(of: error.name, R.name) + ": " + error.sentence]
            }
            return (
                "admin/bulk/change",
                [
                    "title": heading, "heading": heading, "action": R.address + "/bulk", "fields": fields,
                    "chosen": field?.name ?? false, "drawn": drawn ?? false, "how": field?.kind is ReferencesFieldType ? how : [Values](),
                    "hidden": carried.filter { !$0.1.isEmpty }.map { ["name": $0.0, "value": $0.1] as Values }, "datalists": lists,
                    "errors": summary.isEmpty ? false : ["title": words("admin.errors", count: summary.count), "items": summary] as Values,
                    "listHref": SafePath.local(R.address + form["back"]) ?? R.address,
                    "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
                ]
            )
        }
    }
}
