import Foundation
import GRDB
import Web

public struct NumberFieldType: FieldType {
    let range: ClosedRange<Int>
    let suffix: String?
    public var isRequired: Bool { true }
    public var hasDefault: Bool { true }
    public var template: String { "fields/number" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Int? {
        let typed = entry.typed
        guard let number = Self.parse(typed, entry.words.language), range.contains(number) else {
            errors.add(entry.name, typed.isEmpty ? entry.refusal("blank") : entry.refusal("number", limits(entry.words)))
            return nil
        }
        return number
    }

    static func parse(_ text: String, _ language: Language) -> Int? {
        let marks = language.groupingMarks
        let groups = text.split(omittingEmptySubsequences: false, whereSeparator: marks.contains)
        let isGrouped = groups.count > 1 && groups.dropFirst().allSatisfy { $0.utf8.count == 3 && $0.utf8.allSatisfy(\.isDigit) }
        let plain = isGrouped && (1...4).contains(groups[0].utf8.count) ? groups.joined() : text
        return plain.utf8.count > 16 ? nil : Int(plain, in: .whole)
    }

    private func limits(_ words: Words) -> [String: String] {
        ["from": words.language.number(range.lowerBound), "to": words.language.number(range.upperBound)]
    }

    public func view(_ value: Int, _ entry: Entry) -> Values {
        [
            "value": entry.form == nil ? typed(value, entry.words.language) : entry.typed, "type": "text", "inputmode": "numeric",
            "suffix": suffix ?? false, "maxlength": "20", "autocomplete": "off", "list": false,
        ]
    }

    public func typed(_ value: Int, _ language: Language) -> String { String(value) }
    public func text(_ value: Int, _ words: Words, _ zone: TimeZone) -> String { words.language.number(value) }
    public func store(_ value: Int) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> Int? { Int.fromDatabaseValue(stored) }

    public func parse(_ node: SeedNode) -> Int? {
        guard let number = node.integer() else { return nil }
        guard range.contains(number) else {
            node.refuse("number", ["from": String(range.lowerBound), "to": String(range.upperBound)])
            return nil
        }
        return number
    }
    public func write(_ value: Int, _ export: SeedExport) -> SeedValue? { .number(String(value)) }
    public var schema: SeedSchema { SeedSchema("integer", ["minimum": range.lowerBound, "maximum": range.upperBound]) }
}

/// An amount in euro, stored in cents.
public struct MoneyFieldType: FieldType {
    let range: ClosedRange<Int>
    public var isRequired: Bool { true }
    public var hasDefault: Bool { true }
    public var template: String { "fields/money" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Int? {
        guard let cents = Self.cents(entry.typed, entry.words.language), range.contains(cents) else {
            let values = [
                "from": entry.words.language.money(cents: range.lowerBound), "to": entry.words.language.money(cents: range.upperBound),
            ]
            errors.add(entry.name, entry.typed.isEmpty ? entry.refusal("blank") : entry.refusal("money", values))
            return nil
        }
        return cents
    }

    /// Cents from input such as `1,60`, `1.60`, `€ 1,6`, `1.234,50`. Nil for an invalid amount or fractions of a cent.
    static func cents(_ typed: String, _ language: Language) -> Int? {
        let plain = String(typed.replacing("EUR", with: "").unicodeScalars.filter { $0 != "€" && !$0.properties.isWhitespace })
        // A single mark before exactly three digits groups thousands only if it is the language's grouping mark.
        guard let match = plain.wholeMatch(of: amount) else { return nil }
        let marks = match.1.filter { $0 == "." || $0 == "," }
        guard Set(marks).count <= 1 else { return nil }
        if let mark = marks.first, match.2 == nil, !language.groupingMarks.contains(mark) { return nil }
        guard let euro = Int(match.1.filter(\.isNumber), in: .counts) else { return nil }
        let fraction = match.2.map { $0.count == 1 ? $0 + "0" : $0 } ?? "00"
        return euro * 100 + (Int(fraction, in: .whole) ?? 0)
    }

    /// Static, because a regex literal is compiled at each evaluation. Read-only.
    private nonisolated(unsafe) static let amount = #/([0-9]{1,3}(?:[.,][0-9]{3})+|[0-9]{1,9})(?:[.,]([0-9]{1,2}))?/#

    public func view(_ value: Int, _ entry: Entry) -> Values {
        [
            "value": entry.form == nil ? typed(value, entry.words.language) : entry.typed, "type": "text", "inputmode": "decimal",
            "suffix": "€", "maxlength": "20", "autocomplete": "off", "list": false,
        ]
    }

    public func typed(_ value: Int, _ language: Language) -> String { language.amount(cents: value) }
    public func text(_ value: Int, _ words: Words, _ zone: TimeZone) -> String { words.language.money(cents: value) }
    public func store(_ value: Int) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> Int? { Int.fromDatabaseValue(stored) }

    public func parse(_ node: SeedNode) -> Int? {
        guard let text = node.scalar() else { return nil }
        guard let cents = Self.cents(text, .english), range.contains(cents) else {
            node.refuse(
                "money", ["from": Language.english.money(cents: range.lowerBound), "to": Language.english.money(cents: range.upperBound)])
            return nil
        }
        return cents
    }
    public func write(_ value: Int, _ export: SeedExport) -> SeedValue? { .number(Language.english.amount(cents: value)) }
    public var schema: SeedSchema {
        let written = "^[ €]*([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,9})([.,][0-9]{1,2})?[ €]*$"
        return SeedSchema(
            "number", ["minimum": range.lowerBound / 100, "maximum": range.upperBound / 100, "pattern": written], also: ["string"])
    }
    public var packedSchema: SeedSchema {
        SeedSchema("integer", ["minimum": range.lowerBound, "maximum": range.upperBound], note: "cents")
    }
    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        form[name] = packed.number.map { language.amount(cents: $0) } ?? ""
    }
}

/// A value that may be empty; NULL in the table.
public struct OptionalFieldType<Inner: FieldType>: FieldType {
    let inner: Inner
    let blank: Inner.Value
    public var template: String { inner.template }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Inner.Value?? {
        if entry.typed.isEmpty { return .some(nil) }
        return inner.read(entry, errors: &errors).map { .some($0) }
    }

    public func view(_ value: Inner.Value?, _ entry: Entry) throws -> Values {
        var values = try inner.view(value ?? blank, entry)
        if value == nil, entry.form == nil { values["value"] = "" }
        return values
    }

    public func typed(_ value: Inner.Value?, _ language: Language) -> String { value.map { inner.typed($0, language) } ?? "" }

    public func text(_ value: Inner.Value?, _ words: Words, _ zone: TimeZone) -> String {
        value.map { inner.text($0, words, zone) } ?? ""
    }
    public func store(_ value: Inner.Value?) -> DatabaseValue { value.map(inner.store) ?? .null }
    public func load(_ stored: DatabaseValue) -> Inner.Value?? { stored.isNull ? .some(nil) : inner.load(stored).map { .some($0) } }
    public func pack(_ value: Inner.Value?) -> JSON { value.map(inner.pack) ?? .null }
    public func unpack(_ packed: JSON) -> Inner.Value?? { packed.isNull ? .some(nil) : inner.unpack(packed).map { .some($0) } }
    public func parse(_ node: SeedNode) -> Inner.Value?? { inner.parse(node).map { .some($0) } }
    public func write(_ value: Inner.Value?, _ export: SeedExport) throws -> SeedValue? {
        try value.flatMap { try inner.write($0, export) }
    }
    public var schema: SeedSchema { inner.schema }
    public var packedSchema: SeedSchema { inner.packedSchema.orNull }
    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        if !packed.isNull { inner.fill(&form, name, with: packed, language) }
    }
}

extension Field {
    public static func number(
        _ name: String, _ property: WritableKeyPath<Record, Int> & Sendable, in range: ClosedRange<Int>, suffix: String? = nil
    ) -> Field {
        Field(name, property, NumberFieldType(range: range, suffix: suffix))
    }

    public static func number(
        _ name: String, _ property: WritableKeyPath<Record, Int?> & Sendable, in range: ClosedRange<Int>, suffix: String? = nil
    ) -> Field {
        Field(name, property, OptionalFieldType(inner: NumberFieldType(range: range, suffix: suffix), blank: range.lowerBound))
    }

    /// An amount in cents of euro; nil means unknown, not zero.
    public static func money(
        _ name: String, _ property: WritableKeyPath<Record, Int?> & Sendable, in range: ClosedRange<Int> = 0...10_000_000
    ) -> Field {
        Field(name, property, OptionalFieldType(inner: MoneyFieldType(range: range), blank: 0))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
