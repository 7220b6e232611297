import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// The actions of the last 30 days. Each can be undone until a later change.
struct OwnActs: Sendable {
    let admin: AdminContext
    static let address = "/admin/acts"
    private static let days = 30.0

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: [], sortable: [])
        return try await admin.page(person, request) { db, context in
            let since = Date(timeIntervalSinceNow: -Self.days * 86_400)
            let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(Self.sql))", arguments: Self.arguments(person, since)) ?? 0
            let sql = "SELECT * FROM (\(Self.sql)) ORDER BY at DESC, id DESC LIMIT ? OFFSET ?"
            let arguments = Self.arguments(person, since) + [query.size, (query.page - 1) * query.size]
            let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
            let heading = context.words("history.acts.heading")
            let values: Values = [
                "title": heading, "heading": heading, "rows": try templateValues(rows, person, context), "hasRows": !rows.isEmpty,
                "pages": PageTurner.templateValues(Self.address, query, total: total, context.words),
            ]
            return ("admin/history/acts", values)
        }
    }

    private static let sql = """
        SELECT id, 0 AS isAct, at, kind, recordID, version, act AS text, title, scopeID, NULL AS undoneAt, 1 AS count
        FROM revision WHERE accountID = ? AND actID IS NULL AND at >= ?
        UNION ALL
        SELECT id, 1, at, kind, NULL, NULL, text, NULL, scopeID, undoneAt,
          (SELECT count(*) FROM revision WHERE actID = act.id) FROM act WHERE accountID = ? AND at >= ?
        """

    private static func arguments(_ person: SignedIn, _ since: Date) -> StatementArguments {
        [person.accountID, since, person.accountID, since]
    }

    private func templateValues(_ rows: [Row], _ person: SignedIn, _ context: FormContext) throws -> [Values] {
        let types = Dictionary(admin.resources.all.filter { admin.site.systems.contains($0.system) }.map { ($0.name, $0) }) { $1 }
        let states = try states(rows, types, person, context.db)
        return rows.compactMap { row in
            let kind: String = row["kind"]
            guard let type = types[kind], person.grants.may(type.seeing, in: row["scopeID"]) else { return nil }
            return row["isAct"] ? many(row, type, context) : one(row, type, states[kind]?[row["recordID"]], context)
        }
    }

    private func one(_ row: Row, _ type: any Resource.Type, _ state: State?, _ context: FormContext) -> Values {
        let words = context.words
        let (id, record): (Int64, Int64) = (row["id"], row["recordID"])
        let mayUndo = state?.version == row["version"]
        let address = "\(type.address)/\(record)"
        let isFirst = (row["text"] as String) == "found"
        return values(row, context).merging([
            "act": AuditActs.sentence("\(type.name).\(row["text"] as String)", words),
            "object": "\(row["title"] as String) (\(words("\(type.name).one").lowercased()))",
            "href": state == nil ? false : state?.isTrashed == true ? address + "/history" : address,
            "undo": mayUndo && !isFirst ? ["name": "revision", "value": String(id), "action": UndoPages.address] as Values : false,
            "note": mayUndo ? false : words(state == nil ? "history.acts.gone" : "history.acts.since"),
            "historyHref": state == nil || mayUndo ? false : address + "/history",
        ]) { $1 }
    }

    private func many(_ row: Row, _ type: any Resource.Type, _ context: FormContext) -> Values {
        let words = context.words
        let id: Int64 = row["id"]
        let isUndone = (row["undoneAt"] as Date?) != nil
        return values(row, context).merging([
            "act": words(row["text"], count: row["count"]), "object": words("\(type.name).many"), "href": type.address,
            "undo": isUndone ? false : ["name": "act", "value": String(id), "action": type.address + "/bulk/undoing"] as Values,
            "note": isUndone ? words("history.acts.done") : false, "historyHref": false,
        ]) { $1 }
    }

    private func values(_ row: Row, _ context: FormContext) -> Values {
        ["when": context.words.language.relativeMoment(row["at"], now: .now, in: context.zone)]
    }

    private struct State {
        let version: Int
        let isTrashed: Bool
    }

    private func states(_ rows: [Row], _ types: [String: any Resource.Type], _ person: SignedIn, _ db: Database) throws
        -> [String: [Int64: State]]
    {
        var states: [String: [Int64: State]] = [:]
        for (kind, rows) in Dictionary(grouping: rows.filter { $0["isAct"] == false }, by: { $0["kind"] as String }) {
            guard let type = types[kind] else { continue }
            let ids = Set(rows.map { $0["recordID"] as Int64 }).map(String.init).joined(separator: ",")
            let rows = "id IN (\(ids)) AND \(type.rows(type.seeing, person.grants))"
            let found = try Row.fetchAll(db, sql: "SELECT id, version, deletedAt IS NOT NULL FROM \(type.table) WHERE \(rows)")
            states[kind] = Dictionary(found.map { ($0[0] as Int64, State(version: $0[1], isTrashed: $0[2])) }) { $1 }
        }
        return states
    }
}
