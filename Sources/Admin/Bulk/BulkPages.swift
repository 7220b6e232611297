import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

private struct BulkAsked {
    let form: Form
    let ids: [Int64]
    let isAll: Bool
    let isOfTrash: Bool

    init(_ form: Form, isOfTrash: Bool) {
        (self.form, self.isOfTrash) = (form, isOfTrash)
        ids = form.recordIDs("id")
        isAll = form["all"] == "yes"
    }

    var isEmpty: Bool { !isAll && ids.isEmpty }
}

private enum BulkOutcome {
    case ask(Values)
    case nothing
    case done(UndoableOperation?, changed: Int, skips: [(why: BulkSkip, count: Int)])
    case begun(Int64)
}

struct BulkPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.post("bulk", use: bulk)
    }

    @Sendable func bulk(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(R.editing)
        let form = try await Form.read(request)
        if form["act"] == "inline" { return try await InlineEditing<R>(admin: admin).save(request, form, person) }
        if form["act"] == "change" { return try await BulkValuePage<R>(admin: admin).ask(request, person, form) }
        guard let verb = BulkChange.Verb(rawValue: form["act"]), verb != .undo else { throw HTTPError(.badRequest) }
        let change = BulkChange(
            verb: verb, field: form["field"].isEmpty ? nil : form["field"], value: form.has("value") ? form["value"] : nil)
        return try await act(change, request, person, form)
    }

    func act(_ change: BulkChange, _ request: Request, _ person: SignedIn, _ form: Form) async throws -> Response {
        let asked = BulkAsked(form, isOfTrash: change.verb == .restore)
        let words = admin.words(person)
        guard !asked.isEmpty else { return try await admin.back(to: R.self, form, person, nothing(asked, words)) }
        guard isKnown(change) else { throw HTTPError(.badRequest) }
        let isConfirmed = form["confirmed"] == "yes"
        let outcome: BulkOutcome =
            if isConfirmed || (!asked.isAll && change.field == nil) {
                try await admin.database.write { db in try perform(change, asked, isConfirmed: isConfirmed, person, db) }
            } else {
                try await admin.database.read { db in
                    let (plan, context) = try plan(change, asked, person, db)
                    guard plan.total > 0 else { return .nothing }
                    return .ask(try dryRun(plan, asked, context))
                }
            }
        switch outcome {
        case .ask(let values): return try await admin.page(person, request) { _, _ in ("admin/bulk/dry-run", values) }
        case .nothing: return try await admin.back(to: R.self, form, person, nothing(asked, words))
        case .begun(let actID):
            return try await admin.redirect(person, to: "\(R.address)/bulk/\(actID)", Flash(words("lists.progress.begun"), kind: .info))
        case .done(let act, let changed, let skips):
            return try await admin.back(to: R.self, form, person, flash(change, act, changed, skips, words))
        }
    }

    private func isKnown(_ change: BulkChange) -> Bool {
        switch change.verb {
        case .publish, .unpublish: Listing<R>.publication != nil
        case .set, .add, .remove: change.value != nil && BulkChange.fields(of: R.self).contains { $0.name == change.field }
        default: true
        }
    }

    private func plan(
        _ change: BulkChange, _ asked: BulkAsked, _ person: SignedIn, _ db: Database
    ) throws -> (BulkPlan<R>, FormContext) {
        let context = try admin.context(person, db)
        if R.scope == nil || asked.isAll { _ = try admin.requireScope(of: R.self, person, R.editing, context) }
        guard asked.isAll else {
            return (try BulkPlan(BulkSet(asked.ids, person, trashed: asked.isOfTrash), change, admin.resources, context), context)
        }
        let query = ListQuery(R.self, back: asked.form["back"], ofTrash: asked.isOfTrash)
        guard let set = BulkSet<R>(query, for: R.editing, context, trashed: asked.isOfTrash) else { throw HTTPError(.unprocessableContent) }
        return (try BulkPlan(set, change, admin.resources, context), context)
    }

    private func perform(
        _ change: BulkChange, _ asked: BulkAsked, isConfirmed: Bool, _ person: SignedIn, _ db: Database
    ) throws -> BulkOutcome {
        let (plan, context) = try plan(change, asked, person, db)
        guard plan.total > 0 else { return .nothing }
        if isConfirmed {
            let mark = try plan.set.mark(db)
            guard asked.form["mark"] == mark else { return .ask(try dryRun(plan, asked, context, isChanged: true)) }
        } else if plan.skips.contains(where: { $0.why != .already }) {
            return .ask(try dryRun(plan, asked, context))
        }
        var skips = plan.skips.map { (why: $0.why, count: $0.count) }
        if !asked.isAll, asked.ids.count > plan.total { skips.append((.gone, asked.ids.count - plan.total)) }
        guard plan.count > 0 else { return .done(nil, changed: 0, skips: skips) }
        var act = UndoableOperation(
            "lists.acts.\(change.verb.rawValue)", on: R.name, scope: R.scope == nil ? nil : context.scopeID, by: person.actor)
        try act.insert(db)
        let changing = BulkPlan.changing(plan.set, change.skips(R.self, admin.resources))
        let records = (sql: "target.id, target.version FROM \(changing.sql)", arguments: changing.arguments)
        if plan.count > BulkAct.inRequest {
            try BulkAct.begin(act, change, records: records, db, by: person.actor)
            return .begun(act.id ?? 0)
        }
        let rows = try Row.fetchAll(db, sql: "SELECT \(records.sql)", arguments: records.arguments).map {
            (id: $0[0] as Int64, version: $0[1] as Int)
        }
        let work = BulkWork<R>(change, admin.resources, context, by: person.actor.within(act.id))
        let (changed, skipped) = try work.run(rows)
        let known = Set(skips.map(\.why))
        skips += Dictionary(grouping: skipped, by: \.why).filter { !known.contains($0.key) }.map { (why: $0.key, count: $0.value.count) }
        if changed == 0 { try act.delete(db) }
        return .done(changed == 0 ? nil : act, changed: changed, skips: skips)
    }

    private func dryRun(_ plan: BulkPlan<R>, _ asked: BulkAsked, _ context: FormContext, isChanged: Bool = false) throws -> Values {
        let (words, change) = (context.words, plan.change)
        let value = try change.localizedValues(of: R.self, context)
        let heading =
            plan.count > 0 ? words("lists.dryRun.\(change.verb.rawValue)", value, count: plan.count) : words("lists.dryRun.none")
        let skips = plan.skips.map { skip -> Values in
            [
                "label": words("lists.skips.\(skip.why.rawValue)", count: skip.count),
                "some": skip.some.map { ["label": $0.title, "href": "\(R.address)/\($0.id)", "sentence": $0.sentence ?? false] as Values },
                "more": skip.count > skip.some.count ? words("lists.more", count: skip.count - skip.some.count) : false,
            ]
        }
        let ids = asked.isAll ? [] : asked.ids.map { (name: "id", value: String($0)) }
        let own = [
            ("act", change.verb.rawValue), ("confirmed", "yes"), ("mark", try plan.set.mark(context.db)), ("back", asked.form["back"]),
            ("all", asked.isAll ? "yes" : ""), ("field", change.field ?? ""), ("value", change.value ?? ""),
        ].map { (name: $0.0, value: $0.1) }
        return [
            "title": heading, "heading": heading, "action": R.address + "/bulk", "count": plan.count,
            "hidden": (own.filter { !$0.value.isEmpty } + ids).map { ["name": $0.name, "value": $0.value] as Values },
            "summary": words("lists.dryRun.summary", ["changed": words.language.number(plan.count)], count: plan.total),
            "isChanged": isChanged, "skips": skips, "hasSkips": !skips.isEmpty, "mayConfirm": plan.count > 0, "isRuleOpen": plan.isRuleOpen,
            "sample": plan.sample.map { ["label": $0] as Values },
            "more": plan.count > plan.sample.count ? words("lists.more", count: plan.count - plan.sample.count) : false,
            "isLarge": plan.count > BulkAct.inRequest, "isDanger": change.verb == .delete,
            "confirm": words("lists.confirm.\(change.verb.rawValue)", value, count: plan.count),
            "listHref": SafePath.local((asked.isOfTrash ? R.address + "/trash" : R.address) + asked.form["back"]) ?? R.address,
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }

    private func nothing(_ asked: BulkAsked, _ words: Words) -> Flash {
        guard !asked.isAll, !asked.ids.isEmpty else { return Flash(words("admin.bulk.nothing"), kind: .warn) }
        return Flash(words("lists.done.nothing") + " " + words("lists.skips.gone", count: asked.ids.count), kind: .warn)
    }

    private func flash(
        _ change: BulkChange, _ act: UndoableOperation?, _ changed: Int, _ skips: [(why: BulkSkip, count: Int)], _ words: Words
    ) -> Flash {
        let left = skips.map { words("lists.skips.\($0.why.rawValue)", count: $0.count) }
        guard let act, changed > 0 else {
            return Flash(([words("lists.done.nothing")] + left).joined(separator: " "), kind: .warn)
        }
        let text = [words("lists.done.\(change.verb.rawValue)", count: changed)] + left
        let undo = Flash.Undo(action: R.address + "/bulk/undoing", label: words("admin.undo"), fields: [["act", String(act.id ?? 0)]])
        return Flash(text.joined(separator: " "), kind: skips.contains { $0.why != .already } ? .warn : .good, undo: undo)
    }
}

extension AdminContext {
    func back<R: Resource>(to type: R.Type, _ form: Form, _ person: SignedIn, _ flash: Flash) async throws -> Response {
        let path = form["act"] == "restore" ? R.address + "/trash" : R.address
        let query = form["back"].isEmpty ? "" : "?" + form["back"].drop { $0 == "?" }
        return try await redirect(person, to: SafePath.local(path + query) ?? path, flash)
    }
}
