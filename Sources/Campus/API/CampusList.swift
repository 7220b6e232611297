import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A list of the JSON interface: 50 items from a cursor on.
struct CampusList {
    static let size = 50
    static let paging = ["cursor", "limit"]

    /// Tables and joins; the item itself has the alias `o`.
    let from: String
    let shown: RowCondition
    var columns = "o.*"
    var condition = "1"
    var arguments: StatementArguments = [:]
    /// Newest first, for news and alerts; otherwise in order of creation.
    var isDescending = false
    /// SQL that sorts before the id: `o.posted`.
    var key: String?

    /// `{"items": […], "count": 50, "total": 213, "next": "50"}`; `next` is null at the end.
    func json(_ query: Form, _ db: Database, _ make: (Row) throws -> JSON) throws -> JSON {
        let (cursor, limit) = try Self.span(query)
        let (sign, order) = isDescending ? ("<", "DESC") : (">", "ASC")
        let table = from.prefix { $0 != " " }
        let after = key.map { "(\($0), o.id) \(sign) (SELECT \($0), o.id FROM \(table) o WHERE o.id = :cursor)" } ?? "o.id \(sign) :cursor"
        let sorted = (key.map { "\($0) \(order), " } ?? "") + "o.id \(order)"
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(columns) \(whole) AND (:cursor IS NULL OR \(after)) ORDER BY \(sorted) LIMIT \(limit + 1)",
            arguments: arguments + ["cursor": cursor])
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { $0["id"] as Int64 } : nil
        let total = try Int.fetchOne(db, sql: "SELECT count(*) \(whole)", arguments: arguments) ?? 0
        return Self.page(try shown.map(make), total, next)
    }

    /// Sorted by distance, with `distance` in metres; items without a position come last. The columns must include `position`.
    func json(_ query: Form, _ db: Database, nearestTo here: GeoPoint, _ make: (Row) throws -> JSON) throws -> JSON {
        let (cursor, limit) = try Self.span(query)
        let rows = try Row.fetchAll(db, sql: "SELECT \(columns) \(whole) ORDER BY o.id LIMIT 5000", arguments: arguments)
        let all = rows.map { row in (row: row, metres: (row["position"] as String?).flatMap(GeoPoint.init(kept:))?.metres(to: here)) }
            .sorted { ($0.metres ?? .infinity, $0.row["id"] as Int64) < ($1.metres ?? .infinity, $1.row["id"] as Int64) }
        let before = try cursor.map { id -> Int in
            guard let index = all.firstIndex(where: { $0.row["id"] as Int64 == id }) else { throw HTTPError(.badRequest) }
            return index + 1
        }
        let rest = all.dropFirst(before ?? 0)
        let items = try rest.prefix(limit).map { row, metres -> JSON in
            guard case .object(let pairs) = try make(row) else { return .null }
            return .object(pairs + [("distance", metres.map { .number(Int(nearest: $0)) } ?? .null)])
        }
        return Self.page(items, all.count, rest.count > limit ? rest.prefix(limit).last.map { $0.row["id"] as Int64 } : nil)
    }

    func one(_ db: Database, _ make: (Row) throws -> JSON) throws -> JSON {
        guard let first = try json(Form(), db, make)["items"]?.list?.first else { throw HTTPError(.notFound) }
        return first
    }

    private var whole: String { "FROM \(from) WHERE \(shown("o")) AND (\(condition))" }

    private static func span(_ query: Form) throws -> (cursor: Int64?, limit: Int) {
        let cursor = query["cursor"].isEmpty ? nil : query.recordID("cursor")
        if !query["cursor"].isEmpty, cursor == nil { throw HTTPError(.badRequest) }
        return (cursor, min(size, max(1, query.number("limit", in: .whole) ?? size)))
    }

    private static func page(_ items: [JSON], _ total: Int, _ next: Int64?) -> JSON {
        .object([
            ("items", .list(items)), ("count", .number(items.count)), ("total", .number(total)),
            ("next", next.map { .text(String($0)) } ?? .null),
        ])
    }
}

extension JSON {
    static func moment(_ date: Date?) -> JSON { date.map { .text(WrittenTime.iso($0)) } ?? .null }

    static func columns(_ row: Row, _ names: KeyValuePairs<String, String>) -> JSON {
        .object(names.map { ($0.key, JSON(row[$0.value] as DatabaseValue)) })
    }
}

extension Row {
    func pairs(_ columns: [(String, String)]) -> [(key: String, value: JSON)] {
        columns.map { ($0.0, JSON(self[$0.1] as DatabaseValue)) }
    }
}
