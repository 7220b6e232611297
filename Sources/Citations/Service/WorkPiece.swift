import Admin
import Foundation
import GRDB
import Web

// GRDB has a `Cursor` too.
typealias ListPlace = Admin.Cursor

struct WorkPiece: Sendable {
    static let mostAtOnce = 500

    private var list = WorkList()
    private let limit: Int
    private let after: ListPlace?

    init(_ query: APIQuery) throws {
        if let state = query["state"] {
            list.part = WorkList.Part(rawValue: state)
            guard list.part != nil else { throw Problem.parameter("state") }
        }
        if let sort = query["sort"] {
            guard WorkList.orders.contains(sort) else { throw Problem.parameter("sort") }
            list.order = sort
        }
        list.text = query["q"] ?? ""
        guard list.text.unicodeScalars.count <= WorkList.longestText else { throw Problem.parameter("q") }
        limit = Int(try query.number("limit", in: 1...200) ?? 50)
        // A cursor is valid only for the same filter and order.
        let order = Self.order(list)
        after = try query["cursor"].map { text in
            guard let cursor = ListPlace(text, order: order) else { throw Problem.parameter("cursor") }
            return cursor
        }
    }

    private static func order(_ list: WorkList) -> String { "\(list.order) \(list.part?.rawValue ?? "") \(list.text)" }

    func cut(_ findings: Findings) -> (shown: [Int], next: ListPlace?) {
        let works = list.works(findings)
        let rest = after.map { cursor in works.drop { !list.isBefore(WorkList.Key(cursor), list.key(findings.works[$0])) } } ?? works[...]
        let shown = Array(rest.prefix(limit))
        guard rest.count > limit, let last = shown.last else { return (shown, nil) }
        let key = list.key(findings.works[last])
        return (shown, ListPlace(order: Self.order(list), value: key.value, id: key.id))
    }
}

extension WorkList.Key {
    fileprivate init(_ cursor: ListPlace) {
        id = cursor.id
        text = cursor.value.text ?? ""
        number = cursor.value.text != nil ? 0 : Double.fromDatabaseValue(cursor.value.databaseValue) ?? -.infinity
    }

    fileprivate var value: DatabaseValue { number == -.infinity ? .null : text.isEmpty ? number.databaseValue : text.databaseValue }
}
