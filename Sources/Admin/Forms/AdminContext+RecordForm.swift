import Accounts
import Foundation
import GRDB
import Web

extension AdminContext {
    func formPage<R: Resource>(_ record: R, _ form: Form?, _ context: FormContext, back: String) throws -> Values {
        let words = context.words
        let isNew = record.id == nil
        let heading = isNew ? R.localized(words, "new") : try record.name(context.db)
        let draft = isNew ? nil : try Draft.find(R.name, record.id ?? 0, context.db)
        let shown = try draft.map { try $0.over(record, context.db) } ?? record
        let context = try context.kept(record)
        let sections = try shown.sections(form, draft, context)
        let errors = context.errors.all.map { error -> Values in
            ["href": "#f-" + error.name.replacing(".", with: "-"), "text": R.errorLabel(error.name, words) + ": " + error.sentence]
        }
        let uses = try resources.visible(
            isNew ? [] : resources.uses(of: record.id ?? 0, in: R.table, context.db), context, scopeID: record.stamp.scopeID)
        let isLocked = try !(record.id.map { try record.mayBeEdited($0, context) } ?? true)
        let values: Values = [
            "title": heading, "heading": heading, "action": isNew ? R.address : record.address, "multipart": true,
            "isLocked": isLocked, "version": isNew ? false : String(draft?.version ?? record.stamp.version), "isNew": isNew,
            "sections": sections, "kept": context.keepers.isEmpty ? false : words("seed.keptFields"),
            "datalists": context.suggestions.templateValues,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "listHref": back.isEmpty ? R.address : SafePath.local(R.address + "?" + back.drop { $0 == "?" }) ?? R.address,
            "listLabel": R.localized(words, "many"),
            "duplicateHref": isNew || isLocked || !R.mayBeCopied ? false : record.address + "/copies",
            "deleteHref": isNew || isLocked ? false : record.address + "/deletion", "conflict": false,
            "updated": isNew ? false : try record.lastSaved(context), "historyHref": isNew ? false : record.address + "/history",
            "hasLongText": R.fields.contains { $0.kind is LongTextFieldType || $0.kind.template == "fields/children" },
            "keepAction": isLocked ? false : "\(isNew ? R.address + "/new" : record.address)/working-copy",
            "languages": ResourceTranslationPages<R>(admin: self).links(record, words), "uses": uses.isEmpty ? false : uses.templateValues,
            "recordHidden": [["name": "back", "value": back], ["name": "scope", "value": record.stamp.scopeID.map(String.init) ?? ""]]
                + (try PublishingDates.hiddenInputs(record, form, context)),
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
        return values.merging(record.draftValues(draft, context)) { $1 }.merging(try previewValues(record, context)) { $1 }
    }
}

extension Resource {
    fileprivate func mayBeEdited(_ id: Int64, _ context: FormContext) throws -> Bool {
        try context.grants?.may(Self.editing, in: stamp.scopeID) ?? true && Self.isOpen(id, Self.editing, context.grants, context.db)
    }

    fileprivate func lastSaved(_ context: FormContext) throws -> String {
        let sql = "SELECT actor FROM revision WHERE kind = ? AND recordID = ? ORDER BY id DESC LIMIT 1"
        let who = try String.fetchOne(context.db.cachedStatement(sql: sql), arguments: [Self.name, id]) ?? ""
        let when = context.words.language.relativeMoment(stamp.updatedAt, now: .now, in: context.zone)
        return context.words(who.isEmpty ? "admin.lastSaved" : "history.lastSaved", ["when": when, "who": who])
    }

    fileprivate func sections(_ form: Form?, _ draft: Draft?, _ context: FormContext) throws -> [Values] {
        var sections: [(heading: String?, isFolded: Bool, isOpen: Bool, fields: [Values])] = []
        let new = Self()
        for field in Self.formStart.compactMap(Self.field) + Self.fields.filter({ !Self.formStart.contains($0.name) }) {
            if sections.isEmpty || Self.sections[field.name] != nil {
                let heading = Self.sections[field.name].map { context.words("\(Self.name).\($0)") }
                sections.append((heading, Self.folded.contains(field.name), false, []))
            }
            // What was typed or refused is in sight.
            if !field.isSame(self, new) || context.errors[field.name] != nil { sections[sections.count - 1].isOpen = true }
            // A draft does not change whether the record is published.
            if draft != nil, field.name == Listing<Self>.publication?.name { continue }
            sections[sections.count - 1].fields.append(
                try field.templateValues(self, prefix: "", context: context, form: form, texts: Self.name))
        }
        if Listing<Self>.publication != nil {
            let dates = try PublishingDates.templateValues(self, form, hasDraft: draft != nil, context)
            let isOpen = dates.contains { $0["value"] as? String != "" || $0["error"] is String }
            sections.append((context.words("schedules.section"), true, isOpen, dates))
        }
        return sections.enumerated().map { index, section in
            [
                "id": "section-\(index)", "heading": section.heading ?? false, "fields": section.fields, "isFolded": section.isFolded,
                "isOpen": section.isOpen,
            ]
        }
    }
}
