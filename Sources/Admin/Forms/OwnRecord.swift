import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// A form for some fields of a person's own record, without the right to the others. Rules, history and log are those of the full form.
public struct OwnRecord<R: Resource>: Sendable {
    private let admin: AdminContext
    private let address: String
    private let title: String
    private let back: String
    private let names: Set<String>
    private let find: @Sendable (SignedIn, Database) throws -> Int64?

    /// - Parameter find: returns the number of the person's record; nil answers 404.
    public init(
        _ admin: AdminContext, at address: String, title: String, back: String, fields: Set<String>,
        find: @escaping @Sendable (SignedIn, Database) throws -> Int64?
    ) {
        (self.admin, self.address, self.title, self.back, names, self.find) = (admin, address, title, back, fields, find)
    }

    private var fields: [Field<R>] { R.fields.filter { names.contains($0.name) } }

    @Sendable public func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, _ in
            let record = try record(of: person, db)
            return ("admin/forms/form", try page(record, nil, try admin.context(person, db, scopeID: record.stamp.scopeID)))
        }
    }

    @Sendable public func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let changed = rows(form, after: form["act"]) { return try await redraw(request, person, changed, nil) }
        do {
            let (name, taken) = try await admin.database.write { try write(form, person, $0) }
            let text = [admin.words(person)("admin.saved", ["name": name]), taken].compactMap { $0 }
            return try await admin.redirect(person, to: address, Flash(text.joined(separator: " ")))
        } catch let failed as Redraw {
            return try await redraw(request, person, form, failed)
        }
    }

    private func record(of person: SignedIn, _ db: Database) throws -> R {
        guard let id = try find(person, db), let record = try R.fetch(db, id: id), record.stamp.deletedAt == nil else {
            throw HTTPError(.notFound)
        }
        return record
    }

    private func write(_ form: Form, _ person: SignedIn, _ db: Database) throws -> (name: String, taken: String?) {
        let record = try record(of: person, db)
        let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
        var errors = FieldErrors()
        let states = try FormStates(record, form, isDraft: false, db)
        var typed = states.base ?? states.over
        read(form, into: &typed, context, &errors)
        states.removeUntouchedErrors(form, &errors)
        let sent = typed
        states.answer(form, &typed, context.words, &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merged = states.merge(typed)
        let taken = try states.sentence(of: merged, among: names, for: person.actor, context)
        guard merged.disputed.isEmpty else {
            let again = try states.asking(merged, sent: sent, form, context)
            throw Redraw(errors: errors, isConflict: true, form: again, taken: taken)
        }
        var result = merged.record
        if result.packed.compact != record.packed.compact {
            try result.update(db, by: person.actor, words: context.words, zone: context.zone)
        }
        return (result.titleText, taken)
    }

    private func read(_ form: Form, into record: inout R, _ context: FormContext, _ errors: inout FieldErrors) {
        for field in fields { field.read(&record, Entry(name: field.name, form: form, context: context, texts: R.name), &errors) }
    }

    private func rows(_ form: Form, after act: String) -> Form? {
        for field in fields where act.hasPrefix(field.name + ".") && field.kind.template == "fields/children" {
            return ChildRows(form, field.name).after(String(act.dropFirst(field.name.count + 1)))?.form
        }
        return nil
    }

    private func redraw(_ request: Request, _ person: SignedIn, _ form: Form, _ failed: Redraw?) async throws -> Response {
        let status: HTTPResponse.Status = failed == nil ? .ok : failed?.isConflict == true ? .conflict : .unprocessableContent
        return try await admin.page(person, request, status: status) { db, _ in
            let record = try record(of: person, db)
            var context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            if let failed { context.errors = failed.errors }
            let form = failed?.form ?? form
            let questions = try record.mergeQuestions(form, context)
            context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
            var values = try page(record, form, context)
            values["dirty"] = true
            values["conflict"] = MergeQuestion.summary(questions, context)
            values["taken"] = failed?.taken ?? false
            values["version"] = form["version"]
            return ("admin/forms/form", values)
        }
    }

    private func page(_ record: R, _ form: Form?, _ context: FormContext) throws -> Values {
        let words = context.words
        var sections: [(heading: String?, fields: [Values])] = []
        for field in fields {
            if sections.isEmpty || R.sections[field.name] != nil {
                sections.append((R.sections[field.name].map { words("\(R.name).\($0)") }, []))
            }
            sections[sections.count - 1].fields.append(
                try field.templateValues(record, prefix: "", context: context, form: form, texts: R.name))
        }
        let errors = context.errors.all.map { error -> Values in
            [
                "href": "#f-" + error.name.replacing(".", with: "-"),
                "text": R.errorLabel(error.name, words) + ": " + error.sentence,
            ]
        }
        return [
            "title": words(title), "heading": words(title), "action": address, "multipart": false, "isNew": true, "isOnly": true,
            "version": String(record.stamp.version), "conflict": false, "listHref": back, "datalists": context.suggestions.templateValues,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "sections": sections.enumerated().map { index, section -> Values in
                ["id": "section-\(index)", "heading": section.heading ?? false, "fields": section.fields, "isFolded": false]
            },
            "breadcrumbs": [["label": record.titleText, "href": back] as Values],
        ]
    }
}
