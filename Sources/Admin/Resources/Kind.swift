import Accounts
import Foundation
import GRDB
import Web

/// What a field holds, and everything the back office must know of it: one small type for each kind of field.
public protocol FieldType<Value>: Sendable {
    associatedtype Value: Sendable

    /// The template that draws it, `fields/text`.
    var template: String { get }
    /// Whether it is a column of the record's own table.
    var isColumn: Bool { get }
    /// Whether a value must be given.
    var isRequired: Bool { get }

    /// The value somebody typed. Adds why it cannot be taken to `errors` and answers nil.
    func read(_ entry: Entry, errors: inout FieldErrors) -> Value?
    /// What its template shows beyond label, help and error. What was typed (`entry.form`) wins over the value.
    func view(_ value: Value, _ entry: Entry) throws -> Values
    /// What stands in its one input, as a person types it.
    func typed(_ value: Value, _ language: Language) -> String
    /// The value as a person reads it; empty when there is none.
    func text(_ value: Value, _ words: Words, _ zone: TimeZone) -> String

    /// Columns: to and from the database.
    func store(_ value: Value) -> DatabaseValue
    func load(_ stored: DatabaseValue) -> Value?
    /// Leaves the value where what is stored cannot be read. Every kind has its own copy of this: in code for any kind, an optional costs
    /// the runtime more than reading does.
    func load(_ stored: DatabaseValue, into value: inout Value)
    /// Kinds with tables of their own: to and from the database, by the id of the record.
    func fetch(_ db: Database, owner: Int64) throws -> Value?
    func save(_ value: Value, _ db: Database, owner: Int64) throws

    /// To and from what histories, working copies, files and other programs keep.
    func pack(_ value: Value) -> JSON
    func unpack(_ packed: JSON) -> Value?

    /// How the JSON interface describes what `pack` gives.
    var packedSchema: SeedSchema { get }
    /// Puts a packed value that another program sent into a form, as if somebody had typed it: so that `read` judges both.
    func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language)

    /// Whether two values are the same to whoever reads them.
    func isSame(_ a: Value, _ b: Value) -> Bool

    /// To and from the seed file.
    func parse(_ node: SeedNode) -> Value?
    func write(_ value: Value, _ export: SeedExport) throws -> SeedValue?
    /// Whether a new record's own value stands where the seed file gives none.
    var hasDefault: Bool { get }
    /// How the seed file's schema describes it.
    var schema: SeedSchema { get }
}

extension FieldType {
    public var isColumn: Bool { true }
    public var isRequired: Bool { false }
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

/// One field of one form while it is read or drawn.
public struct Entry {
    /// The name in the form, `steps.0.text`.
    public let name: String
    /// What was typed; nil while a stored record is drawn.
    public let form: Form?
    public let context: FormContext
    /// Where the texts of the field's resource lie.
    let texts: String

    var words: Words { context.words }
    var db: Database { context.db }
    /// What was typed into the field's own input.
    var typed: String { form?[name] ?? "" }
    /// The id of its element on the page.
    var id: String { "f-" + name.replacingOccurrences(of: ".", with: "-") }

    /// A sentence of `admin.refused` in the reader's language.
    public func refusal(_ key: String, _ values: [String: String] = [:]) -> String { words("admin.refused." + key, values) }

    /// The sentence for a text that breaks the rule for all texts.
    public func refusal(_ flaw: TextRule.Flaw) -> String { words(flaw.textKey) }
}

/// What reading and drawing a form needs to know.
public struct FormContext {
    public let db: Database
    public internal(set) var words: Words
    public let zone: TimeZone
    /// The scope that the record belongs to; choices come from the same one.
    public let scopeID: Int64?
    public let actor: Actor
    /// Address of map tiles, empty when the site's owner chose none.
    public let tiles: String
    /// Why fields were refused, by name in the form.
    public var errors: FieldErrors = .init()
    /// What is asked at fields that two people changed, by name in the form.
    var questions: [String: MergeQuestion] = [:]
    /// What the person may do; nil for the program itself.
    public var grants: Grants?
    /// Suggestions shared by many fields of a page, by the id of their list.
    let suggestions = Suggestions()
}

/// Lists of suggestions of a page, each written once however many fields use it.
final class Suggestions {
    var lists: [String: [String]] = [:]

    var drawn: [Values] {
        lists.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map { id, names in
            ["id": id, "options": names.map { ["label": $0] as Values }]
        }
    }
}

/// Why fields were refused, in the order of the form.
public struct FieldErrors: Sendable, Equatable {
    public private(set) var all: [(name: String, sentence: String)] = []

    public init() {}
    public var isEmpty: Bool { all.isEmpty }
    public subscript(name: String) -> String? { all.first { $0.name == name }?.sentence }
    public mutating func add(_ name: String, _ sentence: String) { all.append((name, sentence)) }
    /// Forgets why a field was refused.
    mutating func remove(_ name: String) { all.removeAll { $0.name == name } }

    public static func == (a: Self, b: Self) -> Bool {
        a.all.map(\.name) == b.all.map(\.name) && a.all.map(\.sentence) == b.all.map(\.sentence)
    }
}
