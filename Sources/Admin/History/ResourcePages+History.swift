import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

extension ResourcePages {
    func addHistoryRoutes(to own: RouterGroup<SignedIn>) {
        own.get("{id}/history", use: history)
        own.get("{id}/history/{revision}", use: showRevision)
        own.post("{id}/history/{revision}/restoration", use: restoreRevision)
    }

    func findAny(_ db: Database, _ person: SignedIn, _ permission: Permission, _ id: Int64) throws -> R {
        try R.findAny(db, person.grants, permission, id)
    }

    func revision(_ id: Int64?, of record: R, _ db: Database) throws -> Revision {
        guard let id, let found = try Revision.of(R.name, record.id ?? 0).filter(Revision.Columns.id == id).fetchOne(db) else {
            throw HTTPError(.notFound)
        }
        return found
    }

    @Sendable func history(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try id(person)
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: ["field"], sortable: [])
        return try await admin.page(person, request) { db, _ in
            let record = try findAny(db, person, R.seeing, id)
            let context = try admin.context(person, db, scopeID: record.stamp.scopeID)
            return ("history/index", try historyPage(record, query, context))
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
        let (menu, chip) = FilterMenu(name: "field", label: words("history.field"), options: options).drawn(query, address, words)
        let heading = words("history.heading", ["name": record.titleText])
        let newest = try Revision.newestID(R.name, id, db)
        return [
            "title": heading, "heading": heading, "rows": shown.map { row($0, changes, address, isPresent: $0.id == newest, context) },
            "hasRows": !shown.isEmpty, "filters": [menu], "chips": [chip].compactMap { $0 }, "clearHref": false, "listHref": address,
            "backHref": record.stamp.deletedAt == nil ? record.address : R.address + "/trash",
            "isTrashed": record.stamp.deletedAt != nil, "pages": PageTurner.drawn(address, query, total: list.total, words),
            "breadcrumbs": crumbs(record, words),
        ]
    }

    func crumbs(_ record: R, _ words: Words, toHistory: Bool = false) -> [Values] {
        var crumbs: [Values] = [["label": named(words, "many"), "href": R.address]]
        if record.stamp.deletedAt == nil { crumbs.append(["label": record.titleText, "href": record.address]) }
        if toHistory { crumbs.append(["label": words("history.title"), "href": record.address + "/history"]) }
        return crumbs
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
            "when": words.language.saidMoment(revision.at, now: .now, in: context.zone),
            "who": revision.actor.isEmpty ? words("admin.audit.nobody") : revision.actor,
            "act": AuditActs.sentence("\(R.name).\(revision.act)", words), "changes": changed, "hasChanges": !changed.isEmpty,
            "href": "\(address)/\(revision.id ?? 0)", "present": isPresent,
        ]
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
