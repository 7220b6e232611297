import Foundation
import GRDB
import Web

public struct Sign: Sendable, Equatable {
    public let icon: String
    public let label: String

    public init(icon: String, label: String) { (self.icon, self.label) = (icon, label) }

    public var values: Values { ["icon": icon, "label": label] }
}

/// The fields that guests and their programs see too (`Resource.shown`), read beside what any query selects.
public struct ShownFields<R: Resource>: Sendable {
    /// Has no other fields than those, if it comes from a row.
    public let record: R

    private static var fields: [Field<R>] { R.shown.compactMap(R.field) }

    public init(_ record: R) { self.record = record }

    /// Reads the result columns that `columns` selects.
    public init(_ row: Row) {
        var record = R()
        for field in Self.fields { field.load(&record, row[Self.alias(field)]) }
        self.record = record
    }

    /// Returns SQL for the end of a list of result columns. `row` is the name of the resource's row.
    public static func columns(of row: String = R.table) -> String {
        fields.map { ", \(row).\($0.column) AS \"\(alias($0))\"" }.joined()
    }

    private static func alias(_ field: Field<R>) -> String { "shown.\(field.name)" }

    /// Returns the label of each field with its signs, for the template `shown`.
    public func values(_ words: Words, in zone: TimeZone) -> [Values] {
        Self.fields.map { field in
            ["label": words.label(of: field.name, R.name), "signs": field.signs(record, words, zone).map(\.values)]
        }
    }

    fileprivate var members: [(key: String, value: JSON)] { Self.fields.map { ($0.name, $0.pack(record)) } }

    fileprivate static var schemas: [(key: String, value: JSON)] { fields.map { ($0.name, $0.kind.packedSchema.json) } }

    /// The members of an example in JSON, each after a comma.
    public static var example: String {
        fields.map { ", \"\($0.name)\": \($0.kind.packedSchema.example.compact)" }.joined()
    }
}

extension JSON {
    public func with<R>(_ shown: ShownFields<R>) -> JSON { adding(shown.members) }

    public func describing<R>(_ shown: ShownFields<R>.Type) -> JSON {
        var schema = self
        schema["properties"] = schema["properties"]?.adding(shown.schemas)
        schema["required"] = .list((schema["required"]?.list ?? []) + shown.schemas.map { .text($0.key) })
        return schema
    }

    private func adding(_ members: [(key: String, value: JSON)]) -> JSON {
        var object = self
        for (key, value) in members { object[key] = value }
        return object
    }
}
