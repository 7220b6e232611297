import Foundation
import GRDB

/// A list position: order value and id of the last record sent. Records added or removed between two pages do not shift it.
public struct Cursor: Sendable {
    public let order: String
    public let value: JSON
    public let id: Int64

    public init(order: String, value: DatabaseValue, id: Int64) { (self.order, self.value, self.id) = (order, JSON(value), id) }

    public init?(_ text: String, order: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard text.utf8.count <= 2_000, let data = Data(base64Encoded: base64), let parts = try? JSONReader.read(Array(data)).list,
            parts.count == 3, parts[0].text == order, parts[1].list == nil, let id = parts[2].number
        else { return nil }
        (self.order, value, self.id) = (order, parts[1], Int64(id))
    }

    public var text: String {
        Data(JSON.list([.text(order), value, .number(Int(id))]).compact.utf8).base64EncodedString().replacing("+", with: "-").replacing(
            "/", with: "_"
        ).replacing("=", with: "")
    }

    /// The records after the cursor. SQLite sorts NULL first.
    func condition(_ column: String, id idColumn: String, isDescending: Bool) -> (sql: String, arguments: StatementArguments) {
        let stored = value.databaseValue
        switch (isDescending, stored.isNull) {
        case (false, true): return ("(\(column) IS NULL AND \(idColumn) > ? OR \(column) IS NOT NULL)", [id])
        case (true, true): return ("\(column) IS NULL AND \(idColumn) < ?", [id])
        case (false, false): return ("\(column) >= ? AND (\(column) > ? OR \(idColumn) > ?)", [stored, stored, id])
        case (true, false):
            return ("(\(column) <= ? AND (\(column) < ? OR \(idColumn) < ?) OR \(column) IS NULL)", [stored, stored, id])
        }
    }
}
