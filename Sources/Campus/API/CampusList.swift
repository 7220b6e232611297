import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// A list of the JSON interface: fifty at a time, from a cursor on.
struct CampusList {
    static let size = 50

    /// Tables and joins, with the thing itself as `o`.
    let from: String
    var columns = "o.*"
    var condition = "1"
    var arguments: StatementArguments = [:]
    /// The newest first, as news and alerts are read; else as they were made.
    var isDescending = false
    /// What comes before its number in the order, as SQL: `o.posted`.
    var key: String?

    /// `{"items": […], "count": 50, "total": 213, "next": "50"}`; `next` is null at the end.
    func json(_ query: Form, _ db: Database, _ make: (Row) throws -> JSON) throws -> JSON {
        let whole = "FROM \(from) WHERE o.deletedAt IS NULL AND (\(condition))"
        let cursor = query["cursor"].isEmpty ? nil : Int64(query["cursor"])
        if !query["cursor"].isEmpty, cursor == nil { throw HTTPError(.badRequest) }
        let limit = min(Self.size, max(1, Int(query["limit"]) ?? Self.size))
        let (sign, order) = isDescending ? ("<", "DESC") : (">", "ASC")
        let table = from.prefix { $0 != " " }
        let after = key.map { "(\($0), o.id) \(sign) (SELECT \($0), o.id FROM \(table) o WHERE o.id = :cursor)" } ?? "o.id \(sign) :cursor"
        let sorted = (key.map { "\($0) \(order), " } ?? "") + "o.id \(order)"
        let rows = try Row.fetchAll(
            db, sql: "SELECT \(columns) \(whole) AND (:cursor IS NULL OR \(after)) ORDER BY \(sorted) LIMIT \(limit + 1)",
            arguments: arguments + ["cursor": cursor])
        let shown = rows.prefix(limit)
        let next = rows.count > limit ? shown.last.map { JSON.text(String($0["id"] as Int64)) } ?? .null : .null
        return .object([
            ("items", .list(try shown.map(make))), ("count", .number(shown.count)),
            ("total", .number(try Int.fetchOne(db, sql: "SELECT count(*) \(whole)", arguments: arguments) ?? 0)), ("next", next),
        ])
    }
}

extension JSON {
    /// A moment as text; null for none.
    static func moment(_ date: Date?) -> JSON { date.map { .text(WrittenTime.iso($0)) } ?? .null }

    /// Columns of a row under the names that programs know them by.
    static func columns(_ row: Row, _ names: KeyValuePairs<String, String>) -> JSON {
        .object(names.map { ($0.key, JSON(row[$0.value] as DatabaseValue)) })
    }
}
