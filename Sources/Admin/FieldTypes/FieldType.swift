import Accounts
import Foundation
import GRDB
import Web

/// The type of a field's value, with all that the back office needs for it.
public protocol FieldType<Value>: Sendable {
    associatedtype Value: Sendable

    /// The template, such as `fields/text`.
    var template: String { get }
    var isColumn: Bool { get }
    var isRequired: Bool { get }

    /// Reads typed input; adds a refusal to `errors` and returns nil if it is invalid.
    func read(_ entry: Entry, errors: inout FieldErrors) -> Value?
    /// The values of its template besides label, help and error; typed input (`entry.form`) precedes the value.
    func view(_ value: Value, _ entry: Entry) throws -> Values
    func typed(_ value: Value, _ language: Language) -> String
    func text(_ value: Value, _ words: Words, _ zone: TimeZone) -> String
    func signs(_ value: Value, _ words: Words, _ zone: TimeZone) -> [Sign]

    func store(_ value: Value) -> DatabaseValue
    func load(_ stored: DatabaseValue) -> Value?
    /// Reads the column; an unreadable one leaves the value. Each kind has its own copy: a generic optional costs more than the read.
    func load(_ stored: DatabaseValue, into value: inout Value)
    /// Reads the value from the kind's own tables, by record id.
    func fetch(_ db: Database, owner: Int64) throws -> Value?
    func save(_ value: Value, _ db: Database, owner: Int64) throws

    /// Converts to the JSON of histories, working copies, files and programs.
    func pack(_ value: Value) -> JSON
    func unpack(_ packed: JSON) -> Value?

    var packedSchema: SeedSchema { get }
    /// Puts a packed value of a program into a form as if typed, so that `read` validates both.
    func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language)

    func isSame(_ a: Value, _ b: Value) -> Bool

    func parse(_ node: SeedNode) -> Value?
    func write(_ value: Value, _ export: SeedExport) throws -> SeedValue?
    /// Whether a new record's default applies if the seed file has no value.
    var hasDefault: Bool { get }
    var schema: SeedSchema { get }
}

extension FieldType {
    public var isColumn: Bool { true }
    public var isRequired: Bool { false }
    public func signs(_ value: Value, _ words: Words, _ zone: TimeZone) -> [Sign] {
        let text = text(value, words, zone)
        return text.isEmpty ? [] : [Sign(icon: "info", label: text)]
    }
    public func store(_ value: Value) -> DatabaseValue { .null }
    public func load(_ stored: DatabaseValue) -> Value? { nil }
    public func load(_ stored: DatabaseValue, into value: inout Value) {
        if let read = load(stored) { value = read }
    }
    public func fetch(_ db: Database, owner: Int64) throws -> Value? { nil }
    public func save(_ value: Value, _ db: Database, owner: Int64) throws {}
    public func pack(_ value: Value) -> JSON { JSON(store(value)) }
    public func unpack(_ packed: JSON) -> Value? { load(packed.databaseValue) }
    public func isSame(_ a: Value, _ b: Value) -> Bool { store(a) == store(b) }
    public var packedSchema: SeedSchema { schema }

    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        form.set(name, to: (packed.list ?? [packed]).compactMap(\.typed))
    }

    public func typed(_ value: Value, _ language: Language) -> String {
        var form = Form()
        fill(&form, "value", with: pack(value), language)
        return form["value"]
    }

    public var hasDefault: Bool { false }
}

public struct Entry {
    /// The form name, such as `steps.0.text`.
    public let name: String
    public let form: Form?
    public let context: FormContext
    let texts: String

    var words: Words { context.words }
    var db: Database { context.db }
    var typed: String { form?[name] ?? "" }
    var id: String { "f-" + name.replacingOccurrences(of: ".", with: "-") }

    public func refusal(_ key: String, _ values: [String: String] = [:]) -> String { words("admin.refused." + key, values) }

    public func refusal(_ flaw: TextRule.Flaw) -> String { words(flaw.textKey) }
}

public struct FormContext {
    public let db: Database
    public internal(set) var words: Words
    public let zone: TimeZone
    public let scopeID: Int64?
    public let actor: Actor
    /// The address of map tiles; empty if none are set.
    public let tiles: String
    public var errors: FieldErrors = .init()
    var questions: [String: MergeQuestion] = [:]
    /// The applications of seed files that keep each field.
    var keepers: [String: [String]] = [:]
    /// The person's permissions; nil for the program itself.
    public var grants: Grants?
    var symbolFolder: String?
    var symbols: Symbols { symbolFolder.map { Symbols.read(folder: $0) } ?? .none }
    let suggestions = Suggestions()
}

final class Suggestions {
    var lists: [String: [String]] = [:]

    var templateValues: [Values] {
        lists.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { id, names in
            ["id": id, "options": names.map { ["label": $0] as Values }]
        }
    }
}

public struct FieldErrors: Sendable, Equatable {
    public private(set) var all: [(name: String, sentence: String)] = []

    public init() {}
    public var isEmpty: Bool { all.isEmpty }
    public subscript(name: String) -> String? { all.first { $0.name == name }?.sentence }
    public mutating func add(_ name: String, _ sentence: String) { all.append((name, sentence)) }
    mutating func remove(_ name: String) { all.removeAll { $0.name == name } }

    public static func == (a: Self, b: Self) -> Bool {
        a.all.map(\.name) == b.all.map(\.name) && a.all.map(\.sentence) == b.all.map(\.sentence)
    }
}
