import Foundation
import GRDB
import Web

public struct FlagFieldType: FieldType {
    public var template: String { "fields/flag" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Bool? {
        entry.form?.all(entry.name).contains { ["yes", "on", "1", "true"].contains($0) } ?? false
    }
    public func view(_ value: Bool, _ entry: Entry) -> Values {
        var errors = FieldErrors()
        return ["checked": entry.form == nil ? value : read(entry, errors: &errors) ?? false, "value": "yes"]
    }
    public func text(_ value: Bool, _ words: Words, _ zone: TimeZone) -> String { words(value ? "admin.yes" : "admin.no") }
    public func store(_ value: Bool) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> Bool? { Bool.fromDatabaseValue(stored) }
    public func pack(_ value: Bool) -> JSON { .flag(value) }
    public func parse(_ node: SeedNode) -> Bool? { node.flag() }
    public func write(_ value: Bool, _ export: SeedExport) -> SeedValue? { .flag(value) }
    public var schema: SeedSchema { SeedSchema("boolean") }
}

/// A choice of the cases of an enum, or of the languages.
public protocol Choice: RawRepresentable<String>, CaseIterable, Sendable, Equatable {
    /// The name where there is no text for it; nil for a choice that must have one.
    var nameWithoutText: String? { get }
    static var described: [Self] { get }
}

extension Choice {
    public var nameWithoutText: String? { nil }
    public static var described: [Self] { Array(allCases) }
}

extension Language: Choice {
    public var nameWithoutText: String? { ownName }
}

/// One of several named values; radio buttons up to four, above that a menu.
public struct ChoiceFieldType<C: Choice>: FieldType {
    let texts: String
    public var isRequired: Bool { true }
    public var hasDefault: Bool { true }
    public var template: String { "fields/choice" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> C? {
        guard let choice = C(rawValue: entry.typed) else {
            errors.add(entry.name, entry.refusal("choice"))
            return nil
        }
        return choice
    }

    public func view(_ value: C, _ entry: Entry) -> Values {
        let chosen = entry.form == nil ? value.rawValue : entry.typed
        let options = C.allCases.map { choice -> Values in
            [
                "value": choice.rawValue, "label": label(choice, entry.words), "checked": choice.rawValue == chosen,
                "selected": choice.rawValue == chosen, "id": entry.id + "-" + choice.rawValue,
            ]
        }
        return ["options": options, "radios": options.count <= 4, "select": options.count > 4, "value": chosen]
    }

    func label(_ choice: C, _ words: Words) -> String {
        let key = "\(texts).\(choice.rawValue)"
        return words.optional(key) ?? choice.nameWithoutText ?? key
    }

    public func text(_ value: C, _ words: Words, _ zone: TimeZone) -> String { label(value, words) }
    public func store(_ value: C) -> DatabaseValue { value.rawValue.databaseValue }
    public func load(_ stored: DatabaseValue) -> C? { String.fromDatabaseValue(stored).flatMap(C.init(rawValue:)) }
    public func parse(_ node: SeedNode) -> C? {
        guard let text = node.text() else { return nil }
        guard let choice = C(rawValue: text) else {
            node.unknown(text, among: C.allCases.map(\.rawValue))
            return nil
        }
        return choice
    }
    public func write(_ value: C, _ export: SeedExport) -> SeedValue? { .text(value.rawValue) }
    public var schema: SeedSchema { SeedSchema("string", ["enum": C.described.map(\.rawValue)]) }
    public var packedSchema: SeedSchema { SeedSchema("string", ["enum": C.allCases.map(\.rawValue)]) }
}

protocol Choosable: Sendable {
    var values: [String] { get }
    var isSeveral: Bool { get }
    var textKeys: [String] { get }
    func options(_ words: Words) -> [(value: String, label: String)]
    /// The name of a record without any.
    func unstated(_ words: Words) -> String
}

extension ChoiceFieldType: Choosable {
    var values: [String] { C.allCases.map(\.rawValue) }
    var isSeveral: Bool { false }
    var textKeys: [String] { C.allCases.filter { $0.nameWithoutText == nil }.map { "\(texts).\($0.rawValue)" } }
    func unstated(_ words: Words) -> String { words("lists.none") }
    func options(_ words: Words) -> [(value: String, label: String)] {
        C.allCases.map { ($0.rawValue, label($0, words)) }
    }
}

extension Field {
    public static func flag(_ name: String, _ property: WritableKeyPath<Record, Bool> & Sendable) -> Field {
        Field(name, property, FlagFieldType())
    }

    /// - Parameter texts: the key prefix of the values' names, such as `house.difficulty`.
    public static func choice<C: Choice>(_ name: String, _ property: WritableKeyPath<Record, C> & Sendable, texts: String) -> Field {
        Field(name, property, ChoiceFieldType<C>(texts: texts))
    }
}
