import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct StructureTranslationPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("translations/{language}", use: translation)
        structure.post("translations/{language}", use: saveTranslation)
    }

    @Sendable private func translation(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await translationPage(request, person, typed: nil)
    }

    /// `version` is the edition that the edit started from.
    @Sendable private func saveTranslation(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        // What was published since is not changed any more; what was typed is still shown.
        if try await admin.database.read({ db in
            try design.content(try design.heading(person, DesignContext.editing, db), db).0.state != .draft
        }) {
            return try await ElementPages(design: design).deletedElementPage(request, person, form)
        }
        let (address, merge) = try await admin.database.write { db -> (String?, SettingsMerge?) in
            let (heading, version, sheet) = try sheet(person, db)
            let (record, ofHeading) = try self.heading(heading, sheet.language, db)
            let isCurrent = form["version"] == String(version.edition)
            let merge = SettingsMerge(form, saved: sheet.typed.merging(ofHeading.typed) { $1 })
            let form = merge?.form ?? form
            guard merge?.isSettled ?? isCurrent, sheet.tooLong(in: form).isEmpty, ofHeading.tooLong(in: form).isEmpty else {
                return (nil, merge)
            }
            try ofHeading.save(form, to: record, by: person.actor, words, admin.site.zone, db)
            let changes = try heading.changes(since: form.number("version", in: .versions), version, db)
            try version.save(sheet.structure(by: form), db)
            let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
            try AuditEntry.write(db, "\(Questionnaire.name).update", by: person.actor, on: object)
            let language = words.name(of: sheet.language, "translations.in")
            let undo = DesignUndo(heading, before: sheet.structure, edition: version.edition)
            let all = sheet.rows.map { ($0.name, $0.original) } + ofHeading.rows.map { ($0.name, $0.original) }
            let texts = Dictionary(all) { first, _ in first }
            let saved = [
                words("translations.saved", ["name": heading.title, "language": language]),
                merge?.sentence(by: changes, for: person.actor, words) { texts[$0] ?? $0 },
            ]
            .compactMap { $0 }.joined(separator: " ")
            try person.session.setFlash(db, undo.flash(saved, words))
            return (form["act"] == "save-stay" ? request.uri.path : heading.structure + "#languages", nil)
        }
        guard let address else { return try await translationPage(request, person, typed: form, merge) }
        return .redirect(to: address)
    }

    private func sheet(_ person: SignedIn, _ db: Database) throws -> (DesignHeading, QuestionnaireVersion, TranslationSheet) {
        let heading = try design.heading(person, DesignContext.editing, db)
        let (version, structure) = try design.content(heading, db)
        guard version.state == .draft, let language = person.parameters.get("language").flatMap(Language.init(rawValue:)),
            admin.site.languages.contains(language)
        else { throw HTTPError(.notFound) }
        return (heading, version, TranslationSheet(structure, in: language))
    }

    private func heading(_ heading: DesignHeading, _ language: Language, _ db: Database) throws -> (Questionnaire, HeadingSheet) {
        guard let record = try Questionnaire.fetch(db, id: heading.id) else { throw HTTPError(.notFound) }
        return (record, HeadingSheet(record, in: language))
    }

    /// `typed` is the rejected input; `merge` is its merge with the changes saved by others since.
    private func translationPage(
        _ request: Request, _ person: SignedIn, typed form: Form?, _ merge: SettingsMerge? = nil
    ) async throws -> Response {
        let unanswered = Set(merge?.unanswered ?? [])
        let (heading, version, sheet, ofHeading) = try await admin.database.read { db in
            let (heading, version, sheet) = try self.sheet(person, db)
            return (heading, version, sheet, try self.heading(heading, sheet.language, db).1)
        }
        let isStale = form.map { $0["version"] != String(version.edition) } ?? false
        let isDisputed = merge?.isSettled == false
        let isConflict = isDisputed || isStale && merge == nil
        let wrong = form.map(sheet.tooLong) ?? []
        let wrongOfHeading = form.map(ofHeading.tooLong) ?? []
        let status: HTTPResponse.Status = isConflict ? .conflict : form == nil ? .ok : .unprocessableContent
        return try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let begun = form?.number("version", in: .versions)
            let form = merge?.form ?? form
            let refusals = Dictionary(unanswered.map { ($0, words("merge.unanswered")) }) { first, _ in first }
            let questions = try SettingsMerge.questionsByName(
                form, by: form.map { _ in try heading.changes(since: begun, version, db) }, context, label: { $0 })
            let drawing = TranslationDrawing(sheet: sheet, words: words, form: form, refusals: refusals, questions: questions)
            let name = words.name(of: sheet.language, "translations.in")
            let title = words("translations.heading", ["name": heading.title, "language": name])
            let items = wrongOfHeading.map(drawing.mistake) + wrong.map(drawing.mistake)
            let values: Values = [
                "title": title, "heading": title, "purpose": words("questionnaires.design.languagesHelp"),
                "action": "\(heading.structure)/translations/\(sheet.language.rawValue)",
                "version": isDisputed ? String(version.edition) : form?["version"] ?? String(version.edition),
                "isConflict": isConflict, "isDisputed": isDisputed,
                "drawn": SettingsMerge.hiddenValue(sheet.typed.merging(ofHeading.typed) { $1 }, form),
                "backHref": heading.structure,
                "fromLanguage": admin.site.language.rawValue, "toLanguage": sheet.language.rawValue,
                "fromName": admin.site.language.ownName, "toName": sheet.language.ownName,
                "errors": items.isEmpty ? false : ["title": words("admin.errors", count: items.count), "items": items] as Values,
                "texts": ofHeading.rows.map(drawing.row) + sheet.rows.map(drawing.row), "hasTexts": true,
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values],
            ]
            return ("admin/translations/form", values)
        }
    }

    func languages(
        _ structure: Structure, _ heading: DesignHeading, mayEdit: Bool, _ words: Words, _ db: Database
    ) throws -> [Values] {
        let record = try Questionnaire.fetch(db, id: heading.id)
        return admin.site.languages.compactMap { language in
            let sheet = TranslationSheet(structure, in: language)
            let left = sheet.left + (record.map { HeadingSheet($0, in: language).left } ?? 0)
            return sheet.rows.isEmpty
                ? nil
                : [
                    "label": language.ownName, "left": left == 0 ? false : words("translations.left", count: left),
                    "href": mayEdit ? "\(heading.structure)/translations/\(language.rawValue)" : false,
                ]
        }
    }
}

private struct TranslationDrawing {
    let sheet: TranslationSheet
    let words: Words
    let form: Form?
    let refusals: [String: String]
    /// What is asked at texts that another person translated too, by name.
    let questions: [String: Values]

    func row(_ row: TranslationSheet.Row) -> Values {
        [
            "name": row.name, "id": id(row), "part": false, "label": label(row), "original": row.original,
            "value": form.map { $0.exact(row.name) } ?? row.translation?.text ?? "",
            "isLong": row.part == .note || row.original.count > Self.line,
            "error": (refusals[row.name] ?? (form != nil && isTooLong(row) ? tooLong : nil)) as (any Sendable)? ?? false,
            "isMissing": row.translation == nil, "question": questions[row.name] ?? false,
            "stale": row.isStale
                ? ["name": "right.\(row.name)", "id": "right-\(id(row))", "before": row.translation?.of ?? ""] as Values : false,
        ]
    }

    func row(_ row: HeadingSheet.Row) -> Values {
        let id = "f-" + row.name.replacing(".", with: "-")
        let isTooLong = (form?.exact(row.name).unicodeScalars.count ?? 0) > TranslationSheet.longest
        return [
            "name": row.name, "id": id, "part": false, "label": label(row), "original": row.original,
            "value": form.map { $0.exact(row.name) } ?? row.translation?.text ?? "", "isLong": row.field == "note",
            "error": (refusals[row.name] ?? (isTooLong ? tooLong : nil)) as (any Sendable)? ?? false,
            "isMissing": row.translation == nil, "question": questions[row.name] ?? false,
            "stale": row.isStale
                ? ["name": "right.\(row.name)", "id": "right-\(id)", "before": row.translation?.of ?? ""] as Values : false,
        ]
    }

    func mistake(_ row: HeadingSheet.Row) -> Values {
        ["href": "#f-" + row.name.replacing(".", with: "-"), "text": "\(label(row)): \(tooLong)"]
    }

    private func label(_ row: HeadingSheet.Row) -> String { words("questionnaires.design.translated.heading.\(row.field)") }

    /// Longest text shown in a one-line field, in characters.
    private static let line = 45

    func mistake(_ row: TranslationSheet.Row) -> Values { ["href": "#" + id(row), "text": "\(label(row)): \(tooLong)"] }

    private func id(_ row: TranslationSheet.Row) -> String { "f-" + row.name.replacing(".", with: "-") }

    private func isTooLong(_ row: TranslationSheet.Row) -> Bool {
        form.map { sheet.tooLong(in: $0).contains { $0.name == row.name } } ?? false
    }

    private var tooLong: String {
        words("questionnaires.refused.tooLong", ["limit": words.language.number(TranslationSheet.longest)])
    }

    private func label(_ row: TranslationSheet.Row) -> String {
        let element = words(
            "questionnaires.design.translated.\(row.kind.rawValue)", ["place": place(row)], count: row.elements.count)
        return row.part == .text ? element : words("questionnaires.design.translated.\(row.part.rawValue)", ["element": element])
    }

    private func place(_ row: TranslationSheet.Row) -> String {
        switch row.elements.first.flatMap(sheet.structure.spot) {
        case .page(let p)?, .paragraph(let p, _)?: String(p + 1)
        case .question(let p, let a, let q)?: sheet.structure.pages[p].paragraphs[a].questions[q].code
        case nil:
            row.elements.first.flatMap { StructureOutline(sheet.structure).questionOfAnswer[$0] }.flatMap(sheet.structure.question)?.code
                ?? ""
        }
    }
}
