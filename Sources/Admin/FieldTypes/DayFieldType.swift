import Foundation
import GRDB
import Web

/// A day without a time, the same in every zone: stored as `2026-12-24` and typed as the language writes days.
public struct DayFieldType: FieldType {
    public var isRequired: Bool { true }
    public var template: String { "fields/day" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> String? {
        guard let day = Self.iso(entry.typed) else {
            errors.add(entry.name, entry.refusal(entry.typed.isEmpty ? "blank" : "day"))
            return nil
        }
        return day
    }

    /// `2026-12-24` of a day as people type it; nil if there is no such day.
    static func iso(_ typed: String) -> String? {
        let iso = TypedTime.iso(typed)
        return iso.utf8.count == 10 && date(iso) != nil ? iso : nil
    }

    private static func date(_ iso: String) -> Date? { MomentFieldType.date(iso + " 00:00", in: .gmt) }

    public func view(_ value: String, _ entry: Entry) -> Values {
        ["value": entry.form == nil ? typed(value, entry.words.language) : entry.typed]
    }
    public func typed(_ value: String, _ language: Language) -> String { language.typed(value) }
    public func text(_ value: String, _ words: Words, _ zone: TimeZone) -> String { Self.formatted(value, words.language) }
    public static func formatted(_ day: String, _ language: Language) -> String { date(day).map { language.date($0, in: .gmt) } ?? day }

    public func store(_ value: String) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> String? { String.fromDatabaseValue(stored) }

    public func parse(_ node: SeedNode) -> String? {
        guard let text = node.scalar() else { return nil }
        guard let day = Self.iso(text) else {
            node.refuse("day")
            return nil
        }
        return day
    }
    public func write(_ value: String, _ export: SeedExport) -> SeedValue? { .text(value) }

    static let pattern = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"
    public var schema: SeedSchema { SeedSchema("string", ["pattern": Self.pattern, "examples": ["2026-12-24"]]) }
    public var packedSchema: SeedSchema { SeedSchema("string", ["format": "date"]) }
}

extension Field {
    public static func day(_ name: String, _ property: WritableKeyPath<Record, String?> & Sendable) -> Field {
        Field(name, property, OptionalFieldType(inner: DayFieldType(), blank: ""))
    }
}
