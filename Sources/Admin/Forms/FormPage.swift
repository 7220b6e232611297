import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// What went wrong with a save, so that the form is drawn again: thrown inside the transaction, which takes everything back.
private struct Redraw: Error {
    var errors: FieldErrors
    /// Somebody else saved first: the form says what differs.
    var isConflict = false
}

extension ResourcePages {
    /// `GET /admin/house/products/new`
    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await desk.page(person, request) { db, context in
            _ = try requireScope(person, R.editing, context)
            var record = R()
            record.stamp.scopeID = R.scope == nil ? nil : context.scopeID
            return ("resource/form", try formPage(record, nil, context, back: query["back"]))
        }
    }

    /// `GET /admin/house/products/12`
    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let id = try id(person)
        return try await desk.page(person, request) { db, _ in
            let record = try find(db, person, R.seeing, id)
            let context = try desk.context(person, db, scopeID: record.stamp.scopeID)
            return ("resource/form", try formPage(record, nil, context, back: query["back"]))
        }
    }

    /// `POST /admin/house/products`
    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: nil)
    }

    /// `POST /admin/house/products/12`
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: try id(person))
    }

    // MARK: Submitting

    private func submit(_ request: Request, _ person: SignedIn, id: Int64?) async throws -> Response {
        // The right to write is asked before anything is read or kept of what was sent.
        let scopeID = try await desk.database.read { db in
            if let id { return try find(db, person, R.editing, id).stamp.scopeID }
            return try requireScope(person, R.editing, try desk.context(person, db))
        }
        var form = try await Form.read(request, limits: .uploads)
        let refused = try await desk.takeUploads(&form, scopeID: try await scope(of: form, person, scopeID), person)
        let act = form["act"]
        if let changed = childRows(form, after: act) { return try await redraw(request, person, id, changed, FieldErrors(), .ok) }
        if act.hasSuffix(".browse") || act.hasPrefix("preview.") || act == "easy" {
            return try await redraw(request, person, id, form, refused, .ok)
        }
        do {
            let sent = form
            let record = try await desk.database.write { db in try write(db, person, id, sent, refused) }
            return try await leave(person, record, form, isNew: id == nil)
        } catch let failed as Redraw {
            return try await redraw(
                request, person, id, form, failed.errors, failed.isConflict ? .conflict : .unprocessableContent,
                isConflict: failed.isConflict)
        }
    }

    /// The scope that a new record was begun in, even if another tab has gone to another house since.
    private func scope(of form: Form, _ person: SignedIn, _ current: Int64?) async throws -> Int64? {
        guard R.scope != nil, let id = Int64(form["scope"]), id != current else { return current }
        guard person.grants.may(R.editing, in: id) else { throw HTTPError(.notFound) }
        return id
    }

    private func write(_ db: Database, _ person: SignedIn, _ id: Int64?, _ form: Form, _ refused: FieldErrors) throws -> R {
        var record = try id.map { try find(db, person, R.editing, $0) } ?? R()
        if id == nil, R.scope != nil {
            let current = try desk.currentScope(person, db)
            record.stamp.scopeID = Int64(form["scope"]) ?? current
            guard person.grants.may(R.editing, in: record.stamp.scopeID) else { throw HTTPError(.notFound) }
        }
        let context = try desk.context(person, db, scopeID: record.stamp.scopeID)
        var errors = refused
        for field in R.fields {
            field.read(&record, Entry(name: field.name, form: form, context: context, texts: R.name), &errors)
        }
        try record.check(Entry(name: "", form: form, context: context, texts: R.name), errors: &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        do {
            if id == nil {
                try record.insert(db, by: person.actor)
            } else {
                record.stamp.version = Int(form["version"]) ?? 0
                try record.update(db, by: person.actor, words: context.words, zone: context.zone)
            }
        } catch WriteRefusal.titleTaken {
            errors.add(R.title.name, context.words("admin.refused.taken", ["name": record.titleText]))
            throw Redraw(errors: errors)
        } catch WriteRefusal.changedMeanwhile {
            throw Redraw(errors: errors, isConflict: true)
        }
        return record
    }

    /// After a save: on to wherever the pressed button leads, with a message.
    private func leave(_ person: SignedIn, _ record: R, _ form: Form, isNew: Bool) async throws -> Response {
        let words = desk.words(person)
        let undo = isNew ? trashing([record], words) : nil
        let flash = Flash(words(isNew ? "admin.created" : "admin.saved", ["name": record.titleText]), kind: .good, undo: undo)
        let back = form["back"].isEmpty ? "" : "?" + form["back"].drop { $0 == "?" }
        let target =
            switch form["act"] {
            case "save-new": R.address + "/new"
            case "save-stay": record.address + (back.isEmpty ? "" : "?back=" + form["back"].queryEscaped)
            default: SafePath.local(R.address + back) ?? R.address
            }
        return try await desk.redirect(person, to: target, flash)
    }

    private func redraw(
        _ request: Request, _ person: SignedIn, _ id: Int64?, _ form: Form, _ errors: FieldErrors, _ status: HTTPResponse.Status,
        isConflict: Bool = false
    ) async throws -> Response {
        try await desk.page(person, request, status: status) { db, current in
            var record = try id.map { try find(db, person, R.editing, $0) } ?? R()
            if id == nil, R.scope != nil { record.stamp.scopeID = Int64(form["scope"]) ?? current.scopeID }
            var context = try desk.context(person, db, scopeID: record.stamp.scopeID)
            context.errors = errors
            var values = try formPage(record, form, context, back: form["back"])
            if isConflict { values["conflict"] = try conflict(record, form, context) }
            if !isConflict { values["version"] = form["version"].isEmpty ? false : form["version"] }
            return ("resource/form", values)
        }
    }

    private func childRows(_ form: Form, after act: String) -> Form? {
        for field in R.fields where act.hasPrefix(field.name + ".") && field.kind.template == "fields/children" {
            return ChildRows(form, field.name).after(String(act.dropFirst(field.name.count + 1)))?.form
        }
        return nil
    }

    // MARK: Drawing

    private func formPage(_ record: R, _ form: Form?, _ context: FormContext, back: String) throws -> Values {
        let words = context.words
        let isNew = record.id == nil
        let heading = isNew ? named(words, "new") : record.titleText
        let sections = try sections(record, form, context)
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name.replacing(".", with: "-"), "text": errorLabel(error.name, words) + ": " + error.sentence]
        }
        let uses = isNew ? [] : try desk.resources.uses(of: record.id ?? 0, in: R.table, context.db)
        return [
            "title": heading, "heading": heading, "action": isNew ? R.address : record.address, "multipart": true,
            "version": isNew ? false : String(record.stamp.version), "isNew": isNew, "sections": sections,
            "datalists": context.suggestions.drawn,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "listHref": back.isEmpty ? R.address : SafePath.local(R.address + "?" + back.drop { $0 == "?" }) ?? R.address,
            "listLabel": named(words, "many"), "duplicateHref": isNew ? false : record.address + "/copies",
            "sideLinks": R.pages.map { ["label": words($0.text), "href": "\(record.address)/\($0.path)", "icon": $0.icon] as Values },
            "deleteHref": isNew ? false : record.address + "/deletion", "previewHref": false, "conflict": false,
            "updated": isNew
                ? false
                : words("admin.lastSaved", ["when": words.language.saidMoment(record.stamp.updatedAt, now: .now, in: context.zone)]),
            "hasLongText": R.fields.contains { $0.kind is LongTextKind || $0.kind.template == "fields/children" },
            "uses": uses.isEmpty ? false : Self.drawn(uses),
            "recordHidden": [["name": "back", "value": back], ["name": "scope", "value": record.stamp.scopeID.map(String.init) ?? ""]]
                as [Values],
            "breadcrumbs": [["label": named(words, "many"), "href": R.address]] as [Values],
        ]
    }

    private func sections(_ record: R, _ form: Form?, _ context: FormContext) throws -> [Values] {
        var sections: [(heading: String?, fields: [Values])] = []
        for field in R.fields {
            if sections.isEmpty || R.sections[field.name] != nil {
                sections.append((R.sections[field.name].map { context.words("\(R.name).\($0)") }, []))
            }
            sections[sections.count - 1].fields.append(try field.drawn(record, prefix: "", context: context, form: form, texts: R.name))
        }
        return sections.enumerated().map { index, section in
            ["id": "section-\(index)", "heading": section.heading ?? false, "fields": section.fields]
        }
    }

    /// The label of a refused field; for a part of a child, with the child's number: «Passo 3, testo».
    private func errorLabel(_ name: String, _ words: Words) -> String {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 3, let index = Int(parts[1]) else { return words.label(of: name, R.name) }
        let texts = "\(R.name).\(parts[0])"
        return words("\(texts).item", ["number": String(index + 1)]) + ", " + words.label(of: parts[2], texts).lowercased()
    }

    /// Both versions of every field that differs, when two people edited the same record.
    private func conflict(_ theirs: R, _ form: Form, _ context: FormContext) throws -> Values {
        var mine = theirs
        var ignored = FieldErrors()
        for field in R.fields { field.read(&mine, Entry(name: field.name, form: form, context: context, texts: R.name), &ignored) }
        let fields = R.fields.compactMap { field -> Values? in
            let (a, b) = (field.text(theirs, context.words, context.zone), field.text(mine, context.words, context.zone))
            return a == b ? nil : ["label": context.words.label(of: field.name, R.name), "theirs": a, "mine": b]
        }
        let sql = "SELECT actor FROM audit WHERE objectKind = ? AND objectID = ? ORDER BY id DESC LIMIT 1"
        let who = try String.fetchOne(context.db, sql: sql, arguments: [R.name, theirs.id]) ?? "?"
        let when = context.words.language.saidMoment(theirs.stamp.updatedAt, now: .now, in: context.zone)
        return ["who": who, "when": when, "fields": fields]
    }

    static func drawn(_ uses: [Use]) -> [Values] { uses.map { ["label": $0.title, "href": $0.address] } }
}
