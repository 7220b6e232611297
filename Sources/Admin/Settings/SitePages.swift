import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private struct SiteDraft: Sendable {
    var name = ""
    var language = Language.italian
    var languages: [String] = []
    var zone = ""
    var systems: [String] = []
    var tiles = ""
    var historyDays = 730
    var trashDays = 90

    static let texts = "admin.site"

    init(_ settings: SiteSettings) {
        (name, zone, systems, tiles) = (settings.name, settings.zone.identifier, settings.systems, settings.tiles)
        historyDays = settings.historyDays
        language = settings.language
        languages = settings.languages.map(\.rawValue)
        trashDays = settings.trashDays
    }

    static func fields(_ admin: AdminContext, _ words: Words) -> [Field<SiteDraft>] {
        let languages = Language.allCases.map { NamedOption(value: $0.rawValue, label: words.name(of: $0, "admin.people.languages")) }
        let systems = admin.modules.map { NamedOption(value: $0.name, label: words("\($0.name).name")) }
        return [
            .title("name", \.name),
            .choice("language", \.language, texts: "admin.people.languages"),
            Field("languages", \.languages, NamedOptionsFieldType(options: languages)),
            .zone("zone", \.zone),
            Field("systems", \.systems, NamedOptionsFieldType(options: systems)),
            .url("tiles", \.tiles),
            .number("historyDays", \.historyDays, in: SiteSettings.historyDaysRange),
            .number("trashDays", \.trashDays, in: SiteSettings.trashDaysRange),
        ]
    }

    func check(_ words: Words, _ errors: inout FieldErrors) {
        let hasPlaces = ["{z}", "{x}", "{y}"].allSatisfy(tiles.contains)
        if errors["tiles"] == nil, !tiles.isEmpty, !hasPlaces { errors.add("tiles", words("admin.site.refused.tiles")) }
    }

    var settings: SiteSettings {
        var settings = SiteSettings()
        (settings.name, settings.systems, settings.tiles, settings.historyDays) = (name, systems, tiles, historyDays)
        settings.language = language
        settings.languages = languages.compactMap(Language.init(rawValue:)).filter { $0 != settings.language }
        settings.trashDays = trashDays
        settings.zone = TimeZone(identifier: zone) ?? settings.zone
        return settings
    }
}

struct SitePages: Sendable {
    let admin: AdminContext
    static let address = "/admin/site"

    func addRoutes(to site: RouterGroup<SignedIn>, proof: RecentProof) {
        site.get("", use: edit)
        site.group().add(middleware: proof).post("", use: save)
        AdminForm.addRoutes(.site, to: site, admin)
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let left = try AdminForm(.site).left(by: person, request, context)
            return ("admin/forms/form", try formPage(left.opened, context).merging(left.values) { $1 })
        }
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        do {
            let taken = try await admin.database.write { db in try write(form, person, db) }
            let text = [admin.words(person)("admin.site.saved"), taken].compactMap { $0 }
            return try await admin.redirect(person, to: Self.address, Flash(text.joined(separator: " ")))
        } catch let failed as Redraw {
            let form = failed.form ?? form
            // Saved before drawing: without script, this is the only chance to store a working copy.
            _ = try await admin.database.write { db in try AdminForm(.site).keep(form, of: person, db) }
            return try await admin.page(person, request, status: failed.isConflict ? .conflict : .unprocessableContent) { db, context in
                var context = context
                context.errors = failed.errors
                var values = try formPage(form, context)
                (values["version"], values["taken"]) = (form["version"], failed.taken ?? false)
                return ("admin/forms/form", values)
            }
        }
    }

    private func write(_ form: Form, _ person: SignedIn, _ db: Database) throws -> String? {
        let context = try admin.context(person, db)
        let (before, newest) = (SiteDraft(try SiteSettings.load(db)), try version(db))
        let merging = DrawnForm(SiteDraft.fields(admin, context.words), form, theirs: before, isCurrent: form["version"] == newest)
        var (draft, errors) = read(form, merging.drawn, context)
        merging.answer(form, &draft, context.words, &errors)
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merge = merging.merge(draft)
        draft = merge.merged
        let taken = merging.sentence(merge, SiteDraft.texts, by: try LastChange(["site.update"], db), context)
        guard merge.disputed.isEmpty else {
            let again = try merging.again(merge, form, version: newest, context)
            throw Redraw(errors: errors, isConflict: true, form: again, taken: taken)
        }
        var changes: [String: String] = [:]
        for field in SiteDraft.fields(admin, context.words) {
            let (old, new) = (field.text(before, context.words, context.zone), field.text(draft, context.words, context.zone))
            if old != new { changes[field.name] = "\(old) → \(new)" }
        }
        try draft.settings.save(db)
        try AuditEntry.write(db, "site.update", by: person.actor, detail: changes)
        try AdminForm(.site).remove(of: person, db)
        return taken
    }

    private func read(_ form: Form, _ before: SiteDraft, _ context: FormContext) -> (SiteDraft, FieldErrors) {
        var draft = before
        var errors = FieldErrors()
        for field in SiteDraft.fields(admin, context.words) {
            field.read(&draft, Entry(name: field.name, form: form, context: context, texts: SiteDraft.texts), &errors)
        }
        draft.check(context.words, &errors)
        return (draft, errors)
    }

    /// The number of the last log entry about the settings, which every change increases.
    private func version(_ db: Database) throws -> String {
        String(try Int64.fetchOne(db, sql: "SELECT max(id) FROM audit WHERE action = 'site.update'") ?? 0)
    }

    private func formPage(_ form: Form?, _ context: FormContext) throws -> Values {
        let words = context.words
        let draft = SiteDraft(try SiteSettings.load(context.db))
        let known = SiteDraft.fields(admin, words)
        let changes = try form?.asks == true ? LastChange(["site.update"], context.db) : nil
        let questions = DrawnForm.questions(known, form, draft, SiteDraft.texts, by: changes, context)
        var context = context
        context.questions = Dictionary(questions.map { ($0.name, $0.question) }) { $1 }
        context.keepers = try SeedMemory.owners(.site, context.db)
        let fields = try known.map {
            try $0.templateValues(draft, prefix: "", context: context, form: form, texts: SiteDraft.texts)
        }
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name, "text": words.label(of: error.name, SiteDraft.texts) + ": " + error.sentence]
        }
        let heading = words("admin.menu.site")
        return [
            "title": heading, "heading": heading, "action": Self.address, "multipart": false, "isNew": true, "isOnly": true,
            "version": try version(context.db), "keepAction": AdminForm(.site).keepAction,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "sections": [["id": "section-0", "heading": false, "fields": fields, "isFolded": false] as Values],
            "datalists": context.suggestions.templateValues,
            "kept": context.keepers.isEmpty ? false : words("seed.keptFields"), "listHref": "/admin",
            "listLabel": words("admin.dashboard.title"), "duplicateHref": false, "deleteHref": false, "previewHref": false,
            "conflict": MergeQuestion.summary(questions, context),
            "updated": false, "uses": false, "recordHidden": [DrawnForm.hidden(known, draft, form)] as [Values],
            "breadcrumbs": [Values](),
        ]
    }
}
