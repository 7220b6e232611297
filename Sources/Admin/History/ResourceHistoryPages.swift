import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourceHistoryPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("{id}/history", use: history)
        own.get("{id}/history/{revision}", use: showRevision)
        own.post("{id}/history/{revision}/restoration", use: restoreRevision)
    }

    private func revision(_ id: Int64?, of record: R, _ db: Database) throws -> Revision {
        guard let id, let found = try Revision.of(R.name, record.id ?? 0).filter(Revision.Columns.id == id).fetchOne(db) else {
            throw HTTPError(.notFound)
        }
        return found
    }

    @Sendable func history(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: ["field"], sortable: [])
        return try await admin.page(person, request) { db, _ in
            let record = try R.findAny(db, person.grants, R.seeing, id)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return ("admin/history/index", try historyPage(record, query, context))
        }
    }

    private func historyPage(_ record: R, _ query: ListQuery, _ context: FormContext) throws -> Values {
        let (words, db, id) = (context.words, context.db, record.id ?? 0)
        let field = query.chosen.first.flatMap { R.field($0.value) }
        let list = try RevisionList(R.name, id, changing: field?.name, db)
        let page = try list.page(query.page, size: query.size, db)
        let changes = try RevisionChanges(page.revisions, of: R.self, db, words: words, zone: context.zone)
        let shown = page.hasMore ? Array(page.revisions.dropLast()) : page.revisions
        let address = record.address + "/history"
        let options = R.fields.map { NamedOption(value: $0.name, label: words.label(of: $0.name, R.name)) }
        let (menu, chip) = FilterMenu(name: "field", label: words("history.field"), options: options).templateValues(query, address, words)
        let heading = words("history.heading", ["name": record.titleText])
        let newest = try Revision.newestID(R.name, id, db)
        return [
            "title": heading, "heading": heading, "rows": shown.map { row($0, changes, address, isPresent: $0.id == newest, context) },
            "hasRows": !shown.isEmpty, "filters": [menu], "chosenCount": query.chosenCount ?? false, "chips": [chip].compactMap { $0 },
            "clearHref": false, "listHref": address,
            "backHref": record.stamp.deletedAt == nil ? record.address : R.address + "/trash",
            "isTrashed": record.stamp.deletedAt != nil, "pages": PageTurner.templateValues(address, query, total: list.total, words),
            "breadcrumbs": record.crumbs(words),
        ]
    }

    private func row(_ revision: Revision, _ changes: RevisionChanges, _ address: String, isPresent: Bool, _ context: FormContext) -> Values
    {
        let words = context.words
        let changed = (changes.all[revision.id ?? 0] ?? []).map { change -> Values in
            let nothing = words("history.nothing")
            let old = change.old.map { $0.isEmpty ? nothing : $0 }
            let new = change.new.map { $0.isEmpty ? nothing : $0 }
            return [
                "label": words.label(of: change.name, R.name), "old": old ?? false, "new": new ?? false, "short": old != nil && new != nil,
            ]
        }
        return [
            "when": words.language.relativeMoment(revision.at, now: .now, in: context.zone),
            "who": revision.actor.isEmpty ? words("admin.audit.nobody") : revision.actor,
            "act": AuditActs.sentence("\(R.name).\(revision.act)", words), "changes": changed, "hasChanges": !changed.isEmpty,
            "href": "\(address)/\(revision.id ?? 0)", "present": isPresent,
        ]
    }

    /// The differences from the previous, the present (`against=present`) or another version.
    @Sendable func showRevision(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let against = Form(query: request.uri.query ?? "")["against"]
        return try await admin.page(person, request) { db, _ in
            let record = try R.findAny(db, person.grants, R.seeing, id)
            let revision = try revision(person.parameters.recordID("revision"), of: record, db)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            var values = try revisionPage(record, revision, against, context)
            let isSame = FieldDifferences<R>.areSame(try revision.packed, record.packed)
            let mayRestore = person.grants.may(R.editing, in: record.stamp.scopeID) && (!isSame || record.stamp.deletedAt != nil)
            values["restoreAction"] = mayRestore ? "\(record.address)/history/\(revision.id ?? 0)/restoration" : false
            return ("admin/history/revision", values)
        }
    }

    private func revisionPage(_ record: R, _ revision: Revision, _ against: String, _ context: FormContext) throws -> Values {
        let (words, db) = (context.words, context.db)
        let previous = try revision.previous(db)
        let next = try Revision.of(R.name, record.id ?? 0).filter(Revision.Columns.id > revision.id).fetchOne(db)
        let other = against == "present" || against.isEmpty ? previous : try self.revision(Int64(recordID: against), of: record, db)
        let (now, then) = (record.packed, try revision.packed)
        var (old, new): (JSON?, JSON) = (try other?.packed, then)
        // The older version is always on the left.
        if against == "present" {
            (old, new) = (then, now)
        } else if let other, let packed = old, (other.id ?? 0) > (revision.id ?? 0) {
            (old, new) = (then, packed)
        }
        let differences = try old.map { try FieldDifferences<R>($0, new, context).templateValues } ?? []
        let address = record.address + "/history"
        let heading = words("history.version", ["when": words.language.relativeMoment(revision.at, now: .now, in: context.zone)])
        let who = revision.actor.isEmpty ? words("admin.audit.nobody") : revision.actor
        return [
            "title": heading, "heading": heading, "differences": differences, "hasDifferences": !differences.isEmpty,
            "isFirst": old == nil, "whole": old == nil ? try FieldDifferences<R>.whole(then, context) : false,
            "said": words(
                "history.said", ["who": who, "act": AuditActs.sentence("\(R.name).\(revision.act)", words), "name": revision.title]),
            "previousHref": previous.map { "\(address)/\($0.id ?? 0)" } ?? false,
            "nextHref": next.map { "\(address)/\($0.id ?? 0)" } ?? false,
            "choices": try choices(revision, previous, chosen: against, context), "action": "\(address)/\(revision.id ?? 0)",
            "isTrashed": record.stamp.deletedAt != nil, "oldLabel": words("history.older"), "newLabel": words("history.newer"),
            "breadcrumbs": record.crumbs(words, toHistory: true),
        ]
    }

    private func choices(_ revision: Revision, _ previous: Revision?, chosen: String, _ context: FormContext) throws -> [Values] {
        let words = context.words
        let sql = "SELECT id, at, actor FROM revision WHERE kind = ? AND recordID = ? AND id <> ? ORDER BY id DESC LIMIT 100"
        let others = try Row.fetchAll(context.db, sql: sql, arguments: [R.name, revision.recordID, revision.id]).map { row -> Values in
            let (id, at, actor): (Int64, Date, String) = (row["id"], row["at"], row["actor"])
            let label = [words.language.moment(at, in: context.zone), actor].filter { !$0.isEmpty }.joined(separator: ", ")
            return ["value": String(id), "label": label, "selected": chosen == String(id)]
        }
        return [
            ["value": "", "label": words("history.before"), "selected": chosen.isEmpty],
            ["value": "present", "label": words("history.present"), "selected": chosen == "present"],
        ] + others
    }

    @Sendable func restoreRevision(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.recordID()
        let words = admin.words(person)
        do {
            let (record, lost, made) = try await admin.database.write { db in
                var record = try R.findAny(db, person.grants, R.editing, id)
                let revision = try revision(person.parameters.recordID("revision"), of: record, db)
                let isTrashed = record.stamp.deletedAt != nil
                record.stamp.deletedAt = nil
                let lost = try record.restore(
                    revision.packed, as: isTrashed ? "restore" : "revert", db, by: person.actor, words: words, zone: admin.site.zone)
                // Restoring a version must not change the owner of a record.
                _ = try R.findAny(db, person.grants, R.editing, id)
                return (record, lost, try Revision.newestID(R.name, id, db))
            }
            let text = [words("history.restored", ["name": record.titleText]), Lost.sentence(lost, R.name, words)]
            let flash = Flash(
                text.compactMap { $0 }.joined(separator: " "), kind: lost.isEmpty ? .good : .warn,
                undo: made.map { .taking(back: $0, words) })
            return try await admin.redirect(person, to: record.address, flash)
        } catch WriteRefusal.titleTaken {
            let flash = Flash(words("history.taken"), kind: .bad)
            return try await admin.redirect(person, to: "\(R.address)/\(id)/history", flash)
        }
    }
}

private struct RevisionList {
    private let kind: String
    private let recordID: Int64
    private let only: [Int64]?
    let total: Int

    init(_ kind: String, _ recordID: Int64, changing field: String?, _ db: Database) throws {
        (self.kind, self.recordID) = (kind, recordID)
        guard let field else {
            only = nil
            total = try Revision.of(kind, recordID).fetchCount(db)
            return
        }
        let sql = """
            SELECT id FROM (SELECT id, json_extract(fields, ?) AS value, lag(json_extract(fields, ?)) OVER (ORDER BY id) AS earlier,
              row_number() OVER (ORDER BY id) AS number FROM revision WHERE kind = ? AND recordID = ?)
            WHERE number > 1 AND value IS NOT earlier ORDER BY id DESC
            """
        let path = "$.\"\(field)\""
        let ids = try Int64.fetchAll(db, sql: sql, arguments: [path, path, kind, recordID])
        (only, total) = (ids, ids.count)
    }

    func page(_ number: Int, size: Int, _ db: Database) throws -> (revisions: [Revision], hasMore: Bool) {
        let offset = (number - 1) * size
        let newestFirst = Revision.of(kind, recordID).reversed()
        guard let only else {
            let revisions = try newestFirst.limit(size + 1, offset: offset).fetchAll(db)
            return (revisions, revisions.count > size)
        }
        // Each with its predecessor: revisions between them changed other fields.
        let ids = only.dropFirst(offset).prefix(size)
        let found = try ids.compactMap { try newestFirst.filter(Revision.Columns.id == $0).fetchOne(db) }
        guard let last = found.last, let earlier = try last.previous(db) else { return (found, false) }
        return (found + [earlier], true)
    }
}
