import Accounts
import Foundation
import GRDB
import Web

extension ResourcePages {
    func formPage(_ record: R, _ form: Form?, _ context: FormContext, back: String) throws -> Values {
        let words = context.words
        let isNew = record.id == nil
        let heading = isNew ? named(words, "new") : record.titleText
        let draft = isNew ? nil : try Draft.find(R.name, record.id ?? 0, context.db)
        let shown = try draft.map { try $0.over(record, context.db) } ?? record
        let sections = try sections(shown, form, draft, try context.kept(record))
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name.replacing(".", with: "-"), "text": errorLabel(error.name, words) + ": " + error.sentence]
        }
        let uses = try admin.resources.visible(
            isNew ? [] : admin.resources.uses(of: record.id ?? 0, in: R.table, context.db), context, scopeID: record.stamp.scopeID)
        let isLocked = try !(record.id.map { try mayEdit($0, record, context) } ?? true)
        let values: Values = [
            "title": heading, "heading": heading, "action": isNew ? R.address : record.address, "multipart": true,
            "isLocked": isLocked, "version": isNew ? false : String(draft?.version ?? record.stamp.version), "isNew": isNew,
            "sections": sections,
            "datalists": context.suggestions.drawn,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "listHref": back.isEmpty ? R.address : SafePath.local(R.address + "?" + back.drop { $0 == "?" }) ?? R.address,
            "listLabel": named(words, "many"), "duplicateHref": isNew || isLocked || !R.mayBeCopied ? false : record.address + "/copies",
            "deleteHref": isNew || isLocked ? false : record.address + "/deletion", "conflict": false,
            "updated": isNew ? false : try saved(record, context), "historyHref": isNew ? false : record.address + "/history",
            "hasLongText": R.fields.contains { $0.kind is LongTextFieldType || $0.kind.template == "fields/children" },
            "keepAction": isLocked ? false : "\(isNew ? R.address + "/new" : record.address)/working-copy",
            "sideLinks": isNew
                ? [Values]()
                : R.pages.filter { isOpen($0, record, context) }.map {
                    ["label": words($0.text), "href": "\(record.address)/\($0.path)", "icon": $0.icon] as Values
                },
            "languages": translationLinks(record, words), "uses": uses.isEmpty ? false : Self.drawn(uses),
            "recordHidden": [["name": "back", "value": back], ["name": "scope", "value": record.stamp.scopeID.map(String.init) ?? ""]]
                + (try PublishingDates.drawnWith(record, form, context)),
            "breadcrumbs": [["label": named(words, "many"), "href": R.address]] as [Values],
        ]
        return values.merging(draftValues(record, draft, context)) { $1 }.merging(try previewValues(record, context)) { $1 }
    }

    private func isOpen(_ page: RecordPage, _ record: R, _ context: FormContext) -> Bool {
        page.permission.map { context.grants?.may($0, in: record.stamp.scopeID) ?? true } ?? true
    }

    private func mayEdit(_ id: Int64, _ record: R, _ context: FormContext) throws -> Bool {
        try context.grants?.may(R.editing, in: record.stamp.scopeID) ?? true && R.isOpen(id, R.editing, context.grants, context.db)
    }

    private func saved(_ record: R, _ context: FormContext) throws -> String {
        let sql = "SELECT actor FROM revision WHERE kind = ? AND recordID = ? ORDER BY id DESC LIMIT 1"
        let who = try String.fetchOne(context.db.cachedStatement(sql: sql), arguments: [R.name, record.id]) ?? ""
        let when = context.words.language.saidMoment(record.stamp.updatedAt, now: .now, in: context.zone)
        return context.words(who.isEmpty ? "admin.lastSaved" : "history.lastSaved", ["when": when, "who": who])
    }

    private func sections(_ record: R, _ form: Form?, _ draft: Draft?, _ context: FormContext) throws -> [Values] {
        var sections: [(heading: String?, fields: [Values])] = []
        for field in R.fields {
            if sections.isEmpty || R.sections[field.name] != nil {
                sections.append((R.sections[field.name].map { context.words("\(R.name).\($0)") }, []))
            }
            // A draft does not change whether the record is published.
            if draft != nil, field.name == Listing<R>.publication?.name { continue }
            sections[sections.count - 1].fields.append(try field.drawn(record, prefix: "", context: context, form: form, texts: R.name))
        }
        if Listing<R>.publication != nil {
            sections[sections.count - 1].fields += try PublishingDates.drawn(record, form, hasDraft: draft != nil, context)
        }
        return sections.enumerated().map { index, section in
            ["id": "section-\(index)", "heading": section.heading ?? false, "fields": section.fields]
        }
    }

    func errorLabel(_ name: String, _ words: Words) -> String {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 3, let index = Int(parts[1], in: .whole) else { return words.label(of: name, R.name) }
        let texts = "\(R.name).\(parts[0])"
        return words("\(texts).item", ["number": String(index + 1)]) + ", " + words.label(of: parts[2], texts).lowercased()
    }

    static func drawn(_ uses: [Use]) -> [Values] { uses.map { ["label": $0.title, "href": $0.address] } }
}
