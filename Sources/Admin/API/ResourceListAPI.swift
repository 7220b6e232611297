import Accounts
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct ResourceListAPI<R: Resource>: Sendable {
    let api: ResourceAPI<R>

    func addRoutes(to own: RouterGroup<Caller>) {
        own.get("", use: list)
    }

    static var listParameters: [String] { ["q", "sort", "limit", "cursor", "scope"] + APIFilter<R>.all.map(\.name) }

    /// `GET /api/v1/house/products?q=ri&sort=-price&limit=50`: filters, search and order as in the page address.
    @Sendable func list(_ request: Request, _ caller: Caller) async throws -> Response {
        let asked = try APIQuery(request, knows: Self.listParameters)
        var query = ListQuery(asked.form, filters: Filter<R>.names, sortable: ListOutline<R>.shared.sortable)
        guard query.sort == asked["sort"] ?? "" else { throw Problem.parameter("sort") }
        guard asked["q"]?.unicodeScalars.count ?? 0 <= ListQuery.longestSearch else { throw Problem.parameter("q") }
        query.chosen = try APIFilter<R>.all.compactMap { filter in
            guard let sent = asked[filter.name] else { return nil }
            guard let typed = filter.typed(sent, caller.language) else { throw Problem.parameter(filter.name) }
            return (filter.name, typed)
        }
        let chosen = query
        let limit = Int(try asked.number("limit", in: 1...200) ?? 50)
        let scopeID = try asked.number("scope", in: APIQuery.ids)
        let (items, next) = try await api.admin.database.read { db in
            let scopeID = try api.scope(scopeID, caller, db)
            let (records, cursor) = try page(chosen, after: asked["cursor"], limit, api.context(caller, db, scopeID: scopeID))
            return (try RecordAnswer.json(of: records, db), cursor)
        }
        return .page(items, next: next, of: request)
    }

    private func page(
        _ query: ListQuery, after cursor: String?, _ limit: Int, _ context: FormContext
    ) throws -> (records: [R], next: Cursor?) {
        let db = context.db
        let conditions = FilterConditions<R>(query, context)
        if let wrong = conditions.errors.all.first { throw Problem.parameter(wrong.name) }
        if conditions.hasUnknown { throw Problem.parameter(query.chosen.first?.name ?? "") }
        var (sql, arguments) = conditions.sql()
        let (column, isDescending) = Listing<R>.sorting(query)
        let (order, id) = ("\(column) \(isDescending ? "DESC" : "ASC")", "\(R.table).id")
        if let cursor {
            guard let cursor = Cursor(cursor, order: order) else { throw Problem.parameter("cursor") }
            let rest = cursor.condition(column, id: id, isDescending: isDescending)
            sql += " AND " + rest.sql
            arguments += rest.arguments
        }
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql:
                    "SELECT \(id), \(column) FROM \(R.table) WHERE \(sql) ORDER BY \(order), \(id) \(isDescending ? "DESC" : "ASC") LIMIT ?"
            ),
            arguments: arguments + [limit + 1])
        let records = try rows.prefix(limit).compactMap { try R.fetch(db, id: $0[0]) }
        guard rows.count > limit else { return (records, nil) }
        let last = rows[limit - 1]
        return (records, Cursor(order: order, value: last[1], id: last[0]))
    }
}
