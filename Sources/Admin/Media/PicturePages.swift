import Accounts
import GRDB
import Hummingbird
import Web

struct PicturePages: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("{id}", use: picture)
        own.post("{id}", use: save)
    }

    private static let fields: [Field<Picture>] = [
        .longText("alt", \.alt, limit: 500, rows: 3), .text("credit", \.credit), .text("licence", \.licence),
    ]

    @Sendable func picture(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        return try await admin.page(person, request) { db, context in
            ("admin/media/picture", try picturePage(try Picture.find(db, person, id), nil, person, context))
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        _ = try await admin.database.read { db in try Picture.find(db, person, id) }
        let form = try await Form.read(request)
        do {
            let (picture, taken) = try await admin.database.write { db in try save(id, form, person, db) }
            let text = [admin.words(person)("admin.saved", ["name": picture.title]), taken].compactMap { $0 }
            let flash = Flash(text.joined(separator: " "))
            return try await admin.redirect(person, to: MediaPages.address, flash)
        } catch let redraw as Redraw {
            let status: HTTPResponse.Status = redraw.isConflict ? .conflict : .unprocessableContent
            return try await admin.page(person, request, status: status) { db, context in
                var context = context
                let (picture, form) = (try Picture.find(db, person, id), redraw.form ?? form)
                context.errors = redraw.errors
                var values = try picturePage(picture, form, person, context)
                // After a conflict the next save applies to the version now shown; otherwise to the one that the form began with.
                (values["version"], values["taken"]) = (form["version"], redraw.taken ?? false)
                return ("admin/media/picture", values)
            }
        }
    }

    private func save(_ id: Int64, _ form: Form, _ person: SignedIn, _ db: Database) throws -> (picture: Picture, taken: String?) {
        let before = try Picture.find(db, person, id)
        let merging = DrawnForm(Self.fields, form, theirs: before, isCurrent: form["version"] == String(before.version))
        var (picture, errors) = (merging.drawn, FieldErrors())
        let context = try admin.context(person, db, scopeID: before.scopeID)
        for field in Self.fields {
            field.read(&picture, Entry(name: field.name, form: form, context: context, texts: MediaPages.texts), &errors)
        }
        merging.answer(form, &picture, context.words, &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merge = merging.merge(picture)
        picture = merge.merged
        let taken = try merge.taken.isEmpty ? nil : merging.sentence(merge, MediaPages.texts, by: changes(of: before, db), context)
        guard merge.disputed.isEmpty else {
            let again = try merging.again(merge, form, version: String(before.version), context)
            throw Redraw(errors: errors, isConflict: true, form: again, taken: taken)
        }
        guard picture != before else { return (picture, taken) }
        picture.version += 1
        picture.updatedAt = try db.transactionDate
        try picture.update(db)
        var changes: [String: String] = [:]
        for field in Self.fields where field.plain(before) != field.plain(picture) {
            changes[field.name] = "\(field.plain(before)) → \(field.plain(picture))"
        }
        try picture.audit("update", db, by: person.actor, detail: changes)
        return (picture, taken)
    }

    private func changes(of picture: Picture, _ db: Database) throws -> LastChange {
        try LastChange(["media.update", "media.create"], on: (Picture.databaseTableName, picture.id), db)
    }

    private func picturePage(_ picture: Picture, _ form: Form?, _ person: SignedIn, _ context: FormContext) throws -> Values {
        let (words, id) = (context.words, picture.id ?? 0)
        let changes = try form?.asks == true ? changes(of: picture, context.db) : nil
        let questions = DrawnForm.questions(Self.fields, form, picture, MediaPages.texts, by: changes, context)
        var context = context
        context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
        context.keepers = try SeedMemory.owners(SeedIdentity("pictures", scope: nil, picture.key), context.db)
        let (seen, others) = try PictureUses(resources: admin.resources).list(id, person, context.db)
        let when = words.language.relativeMoment(picture.createdAt, now: .now, in: context.zone)
        var uploaded = words("admin.media.uploaded", ["when": when, "name": picture.original])
        if others > 0 { uploaded += " " + words("admin.media.usedElsewhere", count: others) }
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words.label(of: error.name, MediaPages.texts) + ": " + error.sentence]
        }
        let isFree = seen.isEmpty && others == 0
        return [
            "conflict": MergeQuestion.summary(questions, context),
            "kept": context.keepers.isEmpty ? false : words("seed.keptFields"),
            "title": picture.title, "heading": picture.title, "action": "\(MediaPages.address)/\(id)", "version": String(picture.version),
            "recordHidden": [DrawnForm.hidden(Self.fields, picture, form)] as [Values],
            "fields": try Self.fields.map {
                try $0.templateValues(picture, prefix: "", context: context, form: form, texts: MediaPages.texts)
            },
            "large": picture.address(.large), "width": String(picture.width), "height": String(picture.height),
            "bytes": words.language.fileSize(picture.bytes), "uploaded": uploaded,
            "uses": seen.isEmpty ? false : seen.map { templateValues($0, words) }, "listHref": MediaPages.address,
            "deleteHref": isFree && picture.mayBeDeleted(by: person) ? "\(MediaPages.address)/\(id)/deletion" : false,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "breadcrumbs": [["label": words("admin.menu.pictures"), "href": MediaPages.address]] as [Values],
        ]
    }

    private func templateValues(_ use: Use, _ words: Words) -> Values {
        ["label": use.isTrashed ? words("admin.media.inTrash", ["name": use.title]) : use.title, "href": use.address]
    }
}

extension Language {
    /// `184 kB`, `1,2 MB`: decimal units, as in browsers and systems.
    func fileSize(_ bytes: Int) -> String {
        if bytes < 1_000_000 { return "\(max(1, (bytes + 500) / 1000)) kB" }
        return decimal((Double(bytes) / 100_000).rounded() / 10) + " MB"
    }
}
