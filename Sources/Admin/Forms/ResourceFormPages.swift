import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private struct Written<R: Resource>: Sendable {
    let record: R
    let message: String
    let revision: Int64?
    let taken: String?
}

struct ResourceFormPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("", use: create)
        own.get("new", use: blank)
        own.get("{id}", use: edit)
        own.post("{id}", use: save)
    }

    @Sendable func blank(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        return try await admin.page(person, request) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            var record = R()
            record.stamp.scopeID = R.scope == nil ? nil : context.scopeID
            // Values that do not fit are left out, because they were not typed.
            var ignored = FieldErrors()
            for field in R.fields where R.filledByAddress.contains(field.name) && query.has(field.name) {
                field.read(&record, Entry(name: field.name, form: query, context: context, texts: R.name), &ignored)
            }
            return ("admin/forms/form", try open(record, query, person, context))
        }
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let id = try person.recordID()
        return try await admin.page(person, request) { db, _ in
            let record = try R.find(db, person.grants, R.seeing, id)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return ("admin/forms/form", try open(record, query, person, context))
        }
    }

    /// Opens the form with the record, its draft, or the person's unsaved input (`working-copy=open`).
    private func open(_ record: R, _ query: Form, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let copy = try WorkingCopy.find(of: person.accountID, at: FormPlace(of: record), context.db)
        guard let copy else { return try admin.formPage(record, nil, context, back: query["back"]) }
        guard query["working-copy"] == "open" else {
            var values = try admin.formPage(record, nil, context, back: query["back"])
            values["workingCopy"] = try copy.notice(record, context)
            return values
        }
        let form = copy.typed
        var values = try admin.formPage(record, form, context, back: form["back"])
        values.merge(copy.openedNotice(record, version: values["version"] as? String, context)) { $1 }
        return values
    }

    @Sendable func create(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: nil)
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await submit(request, person, id: try person.recordID())
    }

    private func submit(_ request: Request, _ person: SignedIn, id: Int64?) async throws -> Response {
        // Checks the permission before reading or storing anything sent.
        let scopeID = try admin.brief.read { db in
            if let id { return try R.find(db, person.grants, R.editing, id).stamp.scopeID }
            return try admin.requireScope(of: R.self, person, R.editing, try admin.context(person, db))
        }
        var form = try await Form.read(request, limits: .uploads, judgesText: false)
        let refused = try await admin.takeUploads(&form, scopeID: try await scope(of: form, person, scopeID), person)
        let act = form["act"]
        if let changed = childRows(form, after: act) { return try await redraw(request, person, id, changed, FieldErrors(), .ok) }
        if act.hasSuffix(".browse") || act.hasPrefix("preview.") || act == "easy" {
            return try await redraw(request, person, id, form, refused, .ok)
        }
        do {
            if act == "preview" { return try await ResourcePreviewPages<R>(admin: admin).preview(request, person, id: id, form) }
            let sent = form
            let record = try await admin.commits.write { db in
                let written = try write(db, person, id, sent, refused)
                // In the same transaction: a second one would take as long as the save.
                try person.session.setFlash(db, flash(for: written, person))
                return written.record
            }
            return .redirect(to: way(from: record, form, isNew: id == nil), type: .normal)
        } catch let failed as Redraw {
            return try await redraw(
                request, person, id, failed.form ?? form, failed.errors, failed.isConflict ? .conflict : .unprocessableContent,
                taken: failed.taken)
        }
    }

    /// The scope in which the form was opened, even if another tab has switched since.
    private func scope(of form: Form, _ person: SignedIn, _ current: Int64?) async throws -> Int64? {
        guard R.scope != nil, let id = form.recordID("scope"), id != current else { return current }
        guard person.grants.may(R.editing, in: id) else { throw HTTPError(.notFound) }
        return id
    }

    private func write(_ db: Database, _ person: SignedIn, _ id: Int64?, _ form: Form, _ refused: FieldErrors) throws -> Written<R> {
        var record = try id.map { try R.find(db, person.grants, R.editing, $0) } ?? R()
        if id == nil, R.scope != nil {
            record.stamp.scopeID = try form.recordID("scope") ?? admin.currentScope(person, db)
            guard person.grants.may(R.editing, in: record.stamp.scopeID) else { throw HTTPError(.notFound) }
        }
        let place = FormPlace(of: record)
        let isDraft = form["act"] == "draft" && record.mayHaveDraft(form)
        let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
        var errors = refused
        let states = try FormStates(record, form, isDraft: isDraft, db)
        var typed = states.base ?? states.over
        typed.readTyped(form, context, &errors)
        states.removeUntouchedErrors(form, &errors)
        let sent = typed
        states.answer(form, &typed, context.words, &errors)
        // Invalid input is corrected before it can be merged.
        let merged = errors.isEmpty ? states.merge(typed) : .init(record: typed)
        let taken = try states.sentence(of: merged, for: person.actor, context)
        func again() throws -> Form? { merged.isMerged ? try states.asking(merged, sent: sent, form, context) : nil }
        guard merged.disputed.isEmpty else { throw Redraw(errors: errors, isConflict: true, form: try again(), taken: taken) }
        var result = merged.record
        try result.check(Entry(name: "", form: form, context: context, texts: R.name), errors: &errors)
        let dates = try PublishingDates(form, result, isDraft: isDraft, context, errors: &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors, form: try again(), taken: taken) }
        var (message, isNewVersion) = ("admin.unchanged", false)
        do {
            if isDraft {
                try Draft.save(result, version: states.draftVersion, db, by: person.actor)
                message = "drafts.saved"
            } else if id == nil {
                try result.insert(db, by: person.actor)
                (message, isNewVersion) = ("admin.created", true)
            } else if result.packed.compact != record.packed.compact {
                try result.update(db, by: person.actor, words: context.words, zone: context.zone)
                (message, isNewVersion) = ("admin.saved", true)
            }
            if form["act"] == "publish-draft" { try Draft.remove(R.name, result.id ?? 0, db) }
            if try dates?.save(result, db, by: person.actor) == true, message == "admin.unchanged" { message = "admin.saved" }
        } catch WriteRefusal.titleTaken {
            errors.add(R.title.name, context.words("admin.refused.taken", ["name": result.titleText]))
            throw Redraw(errors: errors, form: try again(), taken: taken)
        }
        try WorkingCopy.remove(of: person.accountID, at: place, db)
        return Written(
            record: result, message: message, revision: isNewVersion ? try Revision.newestID(R.name, result.id ?? 0, db) : nil, taken: taken
        )
    }

    private func flash(for written: Written<R>, _ person: SignedIn) -> Flash {
        let words = admin.words(person)
        let record = written.record
        // Only a new version changes what others see.
        let visit = R.visit.flatMap { visit in
            let mayVisit = written.revision != nil && visit.isOpen(record) && person.grants.may(visit.permission, in: record.stamp.scopeID)
            return mayVisit ? visit : nil
        }
        let text = [words(written.message, ["name": record.titleText]), visit.map { words($0.text) }, written.taken].compactMap { $0 }
        return Flash(
            text.joined(separator: " "), kind: .good, undo: written.revision.map { .taking(back: $0, words) },
            visit: visit.map { Flash.Visit(href: "\(record.address)/\($0.path)", label: words($0.label)) })
    }

    private func way(from record: R, _ form: Form, isNew: Bool) -> String {
        let back = form["back"].isEmpty ? "" : "?" + form["back"].drop { $0 == "?" }
        return switch form["act"] {
        case "save-new": R.address + "/new"
        case "save-stay", "draft": record.address + (back.isEmpty ? "" : "?back=" + form["back"].queryEscaped)
        default: (isNew ? R.firstPage : nil).map { record.address + "/" + $0 } ?? SafePath.local(R.address + back) ?? R.address
        }
    }

    private func redraw(
        _ request: Request, _ person: SignedIn, _ id: Int64?, _ form: Form, _ errors: FieldErrors, _ status: HTTPResponse.Status,
        taken: String? = nil
    ) async throws -> Response {
        // Saved before drawing: without script, this is the only chance to store a working copy.
        _ = try await admin.database.write { db in try WorkingCopyPages<R>(admin: admin).keep(form, id, person, db) }
        let isPreview = form["act"].hasPrefix("preview.")
        return try await admin.page(person, request, status: status, drawsMarkdown: isPreview) { db, current in
            var record = try id.map { try R.find(db, person.grants, R.editing, $0) } ?? R()
            if id == nil, R.scope != nil { record.stamp.scopeID = form.recordID("scope") ?? current.scopeID }
            var context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            context.errors = errors
            let questions = try record.mergeQuestions(form, context)
            context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
            var values = try admin.formPage(record, form, context, back: form["back"])
            values["dirty"] = true
            values["conflict"] = MergeQuestion.summary(questions, context)
            values["taken"] = taken ?? false
            values["version"] = form["version"].isEmpty ? false : form["version"]
            values["edition"] = form["edition"].isEmpty ? false : form["edition"]
            return ("admin/forms/form", values)
        }
    }

    private func childRows(_ form: Form, after act: String) -> Form? {
        for field in R.fields where act.hasPrefix(field.name + ".") && field.kind.template == "fields/children" {
            return ChildRows(form, field.name).after(String(act.dropFirst(field.name.count + 1)))?.form
        }
        return nil
    }
}
