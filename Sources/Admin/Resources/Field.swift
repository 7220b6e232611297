import Foundation
import GRDB
import Web

/// A property of a record with its name and kind, typed by its key path.
public final class Field<Record: Sendable>: Sendable {
    /// The name in forms, texts, seed file and, for columns, in the table.
    public let name: String
    let kind: any FieldType
    /// Quoted, because a field may be named as an SQL keyword (`group`).
    var column: String { "\"\(name)\"" }

    let read: @Sendable (inout Record, Entry, inout FieldErrors) -> Void
    let view: @Sendable (Record, Entry) throws -> Values
    let typed: @Sendable (Record, Language) -> String
    let text: @Sendable (Record, Words, TimeZone) -> String
    let signs: @Sendable (Record, Words, TimeZone) -> [Sign]
    let store: @Sendable (Record) -> DatabaseValue
    let load: @Sendable (inout Record, DatabaseValue) -> Void
    let fetch: @Sendable (inout Record, Database, Int64) throws -> Void
    let save: @Sendable (Record, Database, Int64) throws -> Void
    let pack: @Sendable (Record) -> JSON
    let unpack: @Sendable (inout Record, JSON) -> Bool
    let isSame: @Sendable (Record, Record) -> Bool
    let copy: @Sendable (_ from: Record, _ to: inout Record) -> Void
    let parse: @Sendable (inout Record, SeedNode) -> Void
    let write: @Sendable (Record, SeedExport) throws -> SeedValue?

    /// Makes a field of any kind; the named ones (`.text`, `.money` …) are defined with their kinds.
    /// - Parameter adding: more values of its template, from the whole record.
    public init<K: FieldType>(
        _ name: String, _ property: WritableKeyPath<Record, K.Value> & Sendable, _ kind: K,
        adding: (@Sendable (Record, Entry) -> Values)? = nil
    ) {
        self.name = name
        self.kind = kind
        let property = Property(property)
        read = { record, entry, errors in
            if let value = kind.read(entry, errors: &errors) { property.set(value, of: &record) }
        }
        view = { record, entry in
            let values = try kind.view(property.value(of: record), entry)
            return adding.map { values.merging($0(record, entry)) { $1 } } ?? values
        }
        typed = { kind.typed(property.value(of: $0), $1) }
        text = { record, words, zone in kind.text(property.value(of: record), words, zone) }
        signs = { record, words, zone in kind.signs(property.value(of: record), words, zone) }
        store = { kind.store(property.value(of: $0)) }
        load = { record, stored in property.change(of: &record) { kind.load(stored, into: &$0) } }
        fetch = { record, db, owner in
            if let value = try kind.fetch(db, owner: owner) { property.set(value, of: &record) }
        }
        save = { record, db, owner in try kind.save(property.value(of: record), db, owner: owner) }
        pack = { kind.pack(property.value(of: $0)) }
        unpack = { record, packed in
            guard let value = kind.unpack(packed) else { return false }
            property.set(value, of: &record)
            return true
        }
        isSame = { kind.isSame(property.value(of: $0), property.value(of: $1)) }
        copy = { property.set(property.value(of: $0), of: &$1) }
        parse = { record, node in
            if let value = kind.parse(node) { property.set(value, of: &record) }
        }
        write = { record, export in try kind.write(property.value(of: record), export) }
    }

    func plain(_ record: Record) -> String {
        String.fromDatabaseValue(store(record)) ?? ""
    }

    /// Never inlined: the optimizer of Swift 6.3 crashes on this `DatabaseValue` access inside larger functions.
    @inline(never) func isOn(_ record: Record) -> Bool { Bool.fromDatabaseValue(store(record)) ?? false }

    /// The id of the referenced record or picture. Never inlined, as above.
    @inline(never) func reference(_ record: Record) -> Int64? { Int64.fromDatabaseValue(store(record)) }

    func templateValues(_ record: Record, prefix: String, context: FormContext, form: Form?, texts: String) throws -> Values {
        try templateValues(record, Entry(name: prefix + name, form: form, context: context, texts: texts))
    }

    func templateValues(_ record: Record, _ entry: Entry) throws -> Values {
        let (context, texts) = (entry.context, entry.texts)
        let help = context.words.optional("\(texts).help.\(name)")
        let error = context.errors[entry.name]
        let question = context.questions[entry.name]
        let described = [
            help.map { _ in entry.id + "-help" }, error.map { _ in entry.id + "-error" }, question.map { _ in entry.id + "-question" },
        ].compactMap { $0 }
        var values: Values = [
            "partial": kind.template, "name": entry.name, "id": entry.id, "label": context.words.label(of: name, texts),
            "help": help ?? false, "error": error ?? false,
            "described": described.isEmpty ? false : described.joined(separator: " "),
            "required": kind.isRequired, "optional": !kind.isRequired, "value": "", "texts": texts,
            "question": question?.templateValues(entry) ?? false,
            "keptBy": context.keepers[entry.name].map { $0.joined(separator: ", ") } ?? false,
        ]
        values.merge(try view(record, entry)) { $1 }
        return values
    }
}

/// Accesses a property by memory offset: in generic code, a key path takes about a thousand instructions.
private struct Property<Record: Sendable, Value>: Sendable {
    private let path: WritableKeyPath<Record, Value> & Sendable
    /// The byte offset in the record; nil for a computed property.
    private let offset: Int?

    init(_ path: WritableKeyPath<Record, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Record>.offset(of: path)
    }

    func value(of record: Record) -> Value {
        guard let offset else { return record[keyPath: path] }
        return withUnsafePointer(to: record) { (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee }
    }

    func set(_ value: Value, of record: inout Record) { change(of: &record) { $0 = value } }

    func change(of record: inout Record, _ body: (inout Value) -> Void) {
        guard let offset else { return body(&record[keyPath: path]) }
        withUnsafeMutablePointer(to: &record) {
            body(&(UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee)
        }
    }
}

extension Words {
    func label(of field: String, _ texts: String) -> String {
        optional("\(texts).fields.\(field)") ?? self("admin.fields.\(field)")
    }
}
