import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

// Bulk acts follow the rules of the list page, so one undo there takes them back.

struct ResourceActAPI<R: Resource>: Sendable {
    let api: ResourceAPI<R>

    func addRoutes(to own: RouterGroup<Caller>) {
        own.post("acts", use: act)
        if R.field("ordering") != nil { own.put("order", use: order) }
    }

    /// `POST /api/v1/house/products/acts` with `{"act": "unpublish", "ids": [3, 7]}`. Records that cannot be changed are reported.
    @Sendable func act(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = try APIQuery(request, knows: ["scope"]).number("scope", in: APIQuery.ids)
        try caller.requireSomewhere(R.editing)
        let words = api.admin.pages.templates.words(in: caller.language)
        var sent = try await SentValues(request, words)
        sent.need("act", "ids")
        let verb = sent.choice("act", of: Self.verbs.map(\.rawValue)).flatMap(BulkChange.Verb.init(rawValue:))
        let ids = sent.ids(most: BulkAct.inRequest)
        try sent.finish()
        guard let verb else { throw HTTPError(.unprocessableContent) }
        return try await api.admin.database.write { db in
            let scopeID = try api.scope(asked, caller, db)
            try caller.require(R.editing, in: scopeID)
            let rows = try versions(of: ids, scopeID, caller, db)
            guard rows.count == Set(ids).count else { throw HTTPError(.notFound) }
            var act = UndoableOperation("lists.acts.\(verb.rawValue)", on: R.name, scope: scopeID, by: caller.actor)
            try act.insert(db)
            let work = BulkWork<R>(
                BulkChange(verb: verb), api.admin.resources, api.context(caller, db, scopeID: scopeID), by: caller.actor.within(act.id))
            let (changed, skipped) = try work.run(rows)
            if changed == 0 { try act.delete(db) }
            let left = skipped.map { JSON.object([("id", .number(Int($0.id))), ("why", .text($0.why.rawValue))]) }
            return .json(.object([("changed", .number(changed)), ("skipped", .list(left))]))
        }
    }

    static var verbs: [BulkChange.Verb] { Listing<R>.publication == nil ? [.delete] : [.delete, .publish, .unpublish] }

    /// `PUT /api/v1/house/categories/order` with all ids in the new order: `{"ids": [3, 1, 2]}`.
    @Sendable func order(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = try APIQuery(request, knows: ["scope"]).number("scope", in: APIQuery.ids)
        try caller.requireSomewhere(R.editing)
        var sent = try await SentValues(request, api.admin.pages.templates.words(in: caller.language))
        sent.need("ids")
        let ids = sent.ids(most: 1_000)
        try sent.finish()
        guard let field = R.field("ordering") else { throw HTTPError(.notFound) }
        return try await api.admin.database.write { db in
            let scopeID = try api.scope(asked, caller, db)
            try caller.require(R.editing, in: scopeID)
            guard try versions(of: ids, scopeID, caller, db).count == Set(ids).count else { throw HTTPError(.notFound) }
            guard try count(scopeID, caller, db) == ids.count else { throw Problem(.conflict, "notAll") }
            let context = api.context(caller, db, scopeID: scopeID)
            var act = UndoableOperation("lists.acts.set", on: R.name, scope: scopeID, by: caller.actor)
            try act.insert(db)
            var changed = 0
            for (index, id) in ids.enumerated() {
                guard let before = try R.fetch(db, id: id) else { continue }
                var record = before
                guard field.unpack(&record, .number((index + 1) * 10)), !field.isSame(before, record) else { continue }
                try record.update(db, by: caller.actor.within(act.id), words: context.words, zone: context.zone)
                changed += 1
            }
            if changed == 0 { try act.delete(db) }
            return .json(.object([("changed", .number(changed)), ("skipped", .list([]))]))
        }
    }

    private func versions(of ids: [Int64], _ scopeID: Int64?, _ caller: Caller, _ db: Database) throws -> [(id: Int64, version: Int)] {
        let list = ids.map(String.init).joined(separator: ",")
        let sql = "SELECT id, version FROM \(R.table) WHERE id IN (\(list)) AND \(living(scopeID, caller)) ORDER BY id"
        return try Row.fetchAll(db, sql: sql).map { ($0[0], $0[1]) }
    }

    private func living(_ scopeID: Int64?, _ caller: Caller) -> String {
        "\(R.notTrashed) AND \(R.rows(R.editing, caller.grants))" + (R.scope.map { " AND \($0.column) = \(scopeID ?? 0)" } ?? "")
    }

    private func count(_ scopeID: Int64?, _ caller: Caller, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(R.table) WHERE \(living(scopeID, caller))") ?? 0
    }
}

extension SentValues {
    fileprivate mutating func ids(most: Int) -> [Int64] {
        let ids: [Int64] = list("ids", 1...most, "ids") { $0.number(in: APIQuery.ids) } ?? []
        if Set(ids).count < ids.count { refuse("ids", "api.values.ids", ["most": String(most)]) }
        return ids
    }
}
