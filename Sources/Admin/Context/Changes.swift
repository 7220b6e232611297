import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct Changes {
    let view: SearchView
    let person: SignedIn
    let since: Date

    func entries(_ db: Database, limit: Int) throws -> [AuditEntry] {
        let sql = """
            SELECT * FROM audit WHERE id IN (
              SELECT max(id) FROM audit WHERE \(condition) GROUP BY objectKind, objectID ORDER BY max(id) DESC LIMIT \(limit))
            ORDER BY id DESC
            """
        return try AuditEntry.fetchAll(db, sql: sql, arguments: [since, person.accountID])
    }

    func count(_ db: Database) throws -> Int {
        let sql = "SELECT count(*) FROM (SELECT 1 FROM audit WHERE \(condition) GROUP BY objectKind, objectID)"
        return try Int.fetchOne(db, sql: sql, arguments: [since, person.accountID]) ?? 0
    }

    /// For accounts the log holds every sign-in; those who manage people read the log itself.
    private var condition: String {
        let kinds = view.parts.filter { $0.kind.name != "account" }.map { part in
            var kind = "objectKind = '\(part.kind.name)'"
            if part.rows != "1" { kind = "(\(kind) AND objectID IN (SELECT r.id FROM \(part.kind.table) r WHERE \(part.rows)))" }
            guard case .only(let ids) = part.scopes else { return kind }
            return "(\(kind) AND ifnull(scopeID, 0) IN (\(ids.sorted().map(String.init).joined(separator: ","))))"
        }
        return "at > ? AND accountID IS NOT ? AND objectID IS NOT NULL AND (\(kinds.isEmpty ? "0" : kinds.joined(separator: " OR ")))"
    }
}

extension AdminContext {
    static let changesAddress = "/admin/changes"
    private static let (few, all) = (6, 300)

    func news(_ person: SignedIn, since: Date?, _ context: FormContext) throws -> Values? {
        guard let since else { return nil }
        let changes = Changes(view: try SearchView(self, person, context.db), person: person, since: since)
        let count = try changes.count(context.db)
        guard count > 0 else { return nil }
        let words = context.words
        return [
            "heading": words("search.changes.title"), "since": sentence(since, context),
            "rows": try rows(changes, limit: Self.few, context),
            "href": Self.changesAddress, "all": words("search.changes.all", count: count),
        ]
    }

    @Sendable func changes(_ request: Request, _ person: SignedIn) async throws -> Response {
        let since = try await visit(person)
        return try await page(person, request) { db, context in
            let words = context.words
            var values: Values = [
                "title": words("search.changes.title"), "purpose": words("help.screens.changes"), "count": "0", "news": false,
            ]
            if let since {
                let changes = Changes(view: try SearchView(self, person, db), person: person, since: since)
                values["count"] = words.language.number(try changes.count(db))
                values["purpose"] = sentence(since, context)
                let rows = try rows(changes, limit: Self.all, context)
                if !rows.isEmpty { values["news"] = ["rows": rows] as Values }
            }
            return ("admin/context/changes", values)
        }
    }

    private func sentence(_ since: Date, _ context: FormContext) -> String {
        context.words("search.changes.since", ["when": context.words.language.relativeMoment(since, now: .now, in: context.zone)])
    }

    private func rows(_ changes: Changes, limit: Int, _ context: FormContext) throws -> [Values] {
        let entries = try changes.entries(context.db, limit: limit)
        let reading = try AuditReading(self, context.db, context.words)
        let addresses = try reading.addresses(of: entries, changes.person, context.db)
        return entries.map { entry in
            [
                "who": reading.who(entry), "did": reading.act(entry), "object": reading.object(entry),
                "href": entry.objectID.flatMap { addresses["\(entry.objectKind ?? "") \($0)"] } ?? false,
                "when": context.words.language.relativeMoment(entry.at, now: .now, in: context.zone),
                "place": entry.scopeID == nil || entry.scopeID == context.scopeID ? false : reading.place(entry),
            ]
        }
    }
}
