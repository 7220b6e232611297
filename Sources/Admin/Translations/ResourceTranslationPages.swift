import Accounts
import GRDB
import Hummingbird
import Web

struct ResourceTranslationPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        guard R.hasTranslations else { return }
        own.get("{id}/translations/{language}", use: showTranslation)
        own.post("{id}/translations/{language}", use: saveTranslation)
    }

    @Sendable func showTranslation(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, version) = (try person.recordID(), try version(person))
        return try await admin.page(person, request) { db, _ in
            let record = try R.find(db, person.grants, R.seeing, id)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return ("admin/translations/form", translationPage(record, version, nil, context))
        }
    }

    /// An empty text removes the translation; a text that the form does not have stays. `next`: the list to go on with.
    @Sendable func saveTranslation(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, version) = (try person.recordID(), try version(person))
        let form = try await Form.read(request, judgesText: false)
        do {
            let (record, revision, taken) = try await admin.database.write { db in try write(form, id, version, person, db) }
            let words = admin.words(person)
            let said = revision == nil ? "admin.unchanged" : "translations.saved"
            let saved = words(said, ["name": record.titleText, "language": version.name(words)])
            let list = SafePath.local(form["next"])
            let undo = revision.map { Flash.Undo.taking(back: $0, words, next: list) }
            let flash = Flash([saved, taken].compactMap { $0 }.joined(separator: " "), undo: undo)
            let target =
                switch form["act"] {
                case "save-stay": request.uri.path
                case "save-next" where !version.isEasy: try await next(after: record, version.language, person)
                default: list ?? record.address
                }
            return try await admin.redirect(person, to: target, flash)
        } catch let failed as Redraw {
            return try await admin.page(person, request, status: failed.isConflict ? .conflict : .unprocessableContent) { db, _ in
                let (record, form) = (try R.find(db, person.grants, R.editing, id), failed.form ?? form)
                var context = try admin.context(person, db, scopeID: record.stamp.scopeID)
                context.errors = failed.errors
                let authors = try FieldAuthors(of: record, db)
                // Parts are numbered as in the drawn page.
                let drawn = try record.atVersion(form.number("version", in: .versions), db) ?? record
                var values = translationPage(drawn, version, form, context, authors)
                values["isConflict"] = failed.isConflict
                values["isDisputed"] = failed.isConflict
                values["taken"] = failed.taken ?? false
                return ("admin/translations/form", values)
            }
        }
    }

    private func next(after record: R, _ language: Language, _ person: SignedIn) async throws -> String {
        try await admin.database.read { db in
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return try admin.nextTranslation(after: record, in: language, context)
        }
    }

    private func write(
        _ form: Form, _ id: Int64, _ version: LanguageVersion, _ person: SignedIn, _ db: Database
    ) throws -> (record: R, revision: Int64?, taken: String?) {
        let record = try R.find(db, person.grants, R.editing, id)
        let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
        let base = try record.atVersion(form.number("version", in: .versions), db)
        var (typed, errors) = (base ?? record, FieldErrors())
        for text in typed.translatableTexts(context.words) {
            let entry = Entry(name: "t." + text.name, form: form, context: context, texts: R.name)
            let isAsked = form.has(entry.name + Form.asked)
            guard form.has(entry.name) || isAsked else { continue }
            if isAsked {
                guard !form[entry.name + Form.answer].isEmpty else {
                    errors.add(entry.name, context.words("merge.unanswered"))
                    continue
                }
                if form[entry.name + Form.answer] == "theirs" { continue }
            }
            let before = text.translations[text.field, version]
            let isBlank = TextRule.isBlank(form.exact(entry.name))
            let said = isBlank ? "" : Self.read(text.kind, entry, &errors)
            guard let said, said != before?.text ?? "" || form["right." + text.name] == "yes" else { continue }
            typed.translate(text, into: version, as: .init(said, of: text.source(of: version)))
        }
        guard errors.isEmpty else { throw Redraw(errors: errors) }
        let merge = FieldMerge(R.fields, base: base?.packed, mine: typed, theirs: record)
        let taken =
            try merge.taken.isEmpty
            ? nil : FieldAuthors(of: record, db).sentence(merge.taken, R.name, for: person.actor, context.words)
        guard merge.disputed.isEmpty else {
            throw Redraw(errors: errors, isConflict: true, form: asking(merge, form, version, context.words), taken: taken)
        }
        var result = merge.merged
        guard result.packed.compact != record.packed.compact else { return (result, nil, taken) }
        try result.update(db, by: person.actor, words: context.words, zone: context.zone)
        return (result, try Revision.newestID(R.name, id, db), taken)
    }

    private func asking(_ merge: FieldMerge<R>, _ form: Form, _ version: LanguageVersion, _ words: Words) -> Form {
        var form = form
        form.forgetQuestions()
        for text in merge.merged.translatableTexts(words) {
            let name = "t." + text.name
            form[name] = text.translations[text.field, version]?.text ?? ""
            let place = (text.place + [version.code, text.field]).joined(separator: ".")
            if merge.disputed.contains(where: { place == $0 || place.hasPrefix($0 + ".") }) { form[name + Form.asked] = "record" }
        }
        form["version"] = String(merge.merged.stamp.version)
        return form
    }

    private static func read(_ kind: some FieldType, _ entry: Entry, _ errors: inout FieldErrors) -> String? {
        kind.read(entry, errors: &errors) as? String
    }

    private func version(_ person: SignedIn) throws -> LanguageVersion {
        guard let version = person.parameters.get("language").flatMap(LanguageVersion.init(code:)), versions.contains(version)
        else { throw HTTPError(.notFound) }
        return version
    }

    private var versions: [LanguageVersion] {
        let standard = admin.site.languages.map { LanguageVersion($0) }
        let easy = R.hasEasyTexts ? ([admin.site.language] + admin.site.languages).map { LanguageVersion($0, isEasy: true) } : []
        return standard + easy
    }

    private func translationPage(
        _ record: R, _ version: LanguageVersion, _ form: Form?, _ context: FormContext, _ authors: FieldAuthors? = nil
    ) -> Values {
        let words = context.words
        let texts = record.translatableTexts(words)
        let errors = context.errors.all.map { error -> Values in
            let label = texts.first { "t." + $0.name == error.name }.map {
                [$0.part, $0.label].filter { !$0.isEmpty }.joined(separator: ", ")
            }
            return ["href": "#f-" + error.name.replacing(".", with: "-"), "text": (label ?? "") + ": " + error.sentence]
        }
        let from =
            version.isEasy && texts.contains { $0.translations[$0.field, version.language] != nil } ? version.language : admin.site.language
        let heading = words("translations.heading", ["name": record.titleText, "language": version.name(words)])
        return [
            "title": heading, "heading": heading, "action": "\(record.address)/translations/\(version.code)",
            "purpose": words(version.isEasy ? "translations.easyPurpose" : "translations.purpose"),
            "version": form?["version"] ?? String(record.stamp.version), "isConflict": false,
            "backHref": form.flatMap { SafePath.local($0["next"]) } ?? record.address,
            "returnHref": form.flatMap { SafePath.local($0["next"]) } ?? false,
            "fromLanguage": from.rawValue, "toLanguage": version.language.rawValue, "fromName": from.ownName, "toName": version.ownName,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "texts": texts.map { templateValues($0, version, form, context, authors) }, "hasTexts": !texts.isEmpty,
            "hasNext": !version.isEasy,
            "breadcrumbs": [
                ["label": R.localized(words, "many"), "href": R.address], ["label": record.titleText, "href": record.address],
            ] as [Values],
        ]
    }

    private func templateValues(
        _ text: TranslatableText, _ version: LanguageVersion, _ form: Form?, _ context: FormContext, _ authors: FieldAuthors?
    ) -> Values {
        let name = "t." + text.name
        let said = text.translations[text.field, version]
        let state = text.state(in: version)
        let value = form.map { $0.exact(name) } ?? said?.text ?? ""
        let question = form.flatMap { form -> MergeQuestion? in
            guard form.has(name + Form.asked) else { return nil }
            return MergeQuestion(
                label: text.label, mine: value, theirs: said?.text ?? "", author: authors?[text.place[0]], asked: "record",
                answer: form[name + Form.answer])
        }
        return [
            "question": question?.templateValues(Entry(name: name, form: form, context: context, texts: R.name)) ?? false,
            "name": name, "id": "f-" + name.replacing(".", with: "-"), "part": text.part.isEmpty ? false : text.part, "label": text.label,
            "original": text.source(of: version), "value": value,
            "easyRead": version.isEasy && !value.isEmpty ? EasyRead(value).templateValues(context.words) as any Sendable : false,
            "isLong": text.kind is LongTextFieldType, "error": context.errors[name] ?? false,
            "isMissing": state == .missing,
            "stale": state == .stale
                ? ["name": "right." + text.name, "id": "right-" + name.replacing(".", with: "-"), "before": said?.of ?? ""] as Values
                : false,
        ]
    }

    func links(_ record: R, _ words: Words) -> [Values] {
        guard R.hasTranslations, record.id != nil else { return [] }
        let texts = record.translatableTexts(words)
        return versions.map { version in
            let left = texts.filter { $0.state(in: version) != .done }.count
            return [
                "href": "\(record.address)/translations/\(version.code)", "label": version.ownName,
                "left": left == 0 ? false : words(version.isEasy ? "translations.easyLeft" : "translations.left", count: left),
            ]
        }
    }
}
