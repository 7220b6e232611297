import Foundation
import GRDB
import Web

/// A property of a record with its name and kind. The key path makes it typed: rename the property and the compiler finds the field.
public final class Field<Record: Sendable>: Sendable {
    /// Its name in forms, texts, seed file and, for columns, in the table.
    public let name: String
    let kind: any FieldType
    /// The column, quoted: fields may have names that SQL uses itself (`group`).
    var column: String { "\"\(name)\"" }

    let read: @Sendable (inout Record, Entry, inout FieldErrors) -> Void
    let view: @Sendable (Record, Entry) throws -> Values
    let typed: @Sendable (Record, Language) -> String
    let text: @Sendable (Record, Words, TimeZone) -> String
    let store: @Sendable (Record) -> DatabaseValue
    let load: @Sendable (inout Record, DatabaseValue) -> Void
    let fetch: @Sendable (inout Record, Database, Int64) throws -> Void
    let save: @Sendable (Record, Database, Int64) throws -> Void
    let pack: @Sendable (Record) -> JSON
    /// Answers whether the value could be read.
    let unpack: @Sendable (inout Record, JSON) -> Bool
    let isSame: @Sendable (Record, Record) -> Bool
    let copy: @Sendable (_ from: Record, _ to: inout Record) -> Void
    let parse: @Sendable (inout Record, SeedNode) -> Void
    let write: @Sendable (Record, SeedExport) throws -> SeedValue?

    /// A field of any kind; the named ones (`.text`, `.money` …) stand beside their kinds.
    public init<K: FieldType>(_ name: String, _ property: WritableKeyPath<Record, K.Value> & Sendable, _ kind: K) {
        self.name = name
        self.kind = kind
        let property = Property(property)
        read = { record, entry, errors in
            if let value = kind.read(entry, errors: &errors) { property.set(value, of: &record) }
        }
        view = { record, entry in try kind.view(property.value(of: record), entry) }
        typed = { kind.typed(property.value(of: $0), $1) }
        text = { record, words, zone in kind.text(property.value(of: record), words, zone) }
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

    /// The value as text where no language matters: titles.
    func plain(_ record: Record) -> String {
        String.fromDatabaseValue(store(record)) ?? ""
    }

    /// Whether a flag is set. Never inlined: the optimizer of Swift 6.3 fails on this look into a `DatabaseValue` inside larger functions.
    @inline(never) func isOn(_ record: Record) -> Bool { Bool.fromDatabaseValue(store(record)) ?? false }

    /// The id of the record or picture that it points to. Never inlined, as above.
    @inline(never) func reference(_ record: Record) -> Int64? { Int64.fromDatabaseValue(store(record)) }

    /// Everything its template shows.
    func drawn(_ record: Record, prefix: String, context: FormContext, form: Form?, texts: String) throws -> Values {
        try drawn(record, Entry(name: prefix + name, form: form, context: context, texts: texts))
    }

    /// The same under a name of its own.
    func drawn(_ record: Record, _ entry: Entry) throws -> Values {
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
            "question": question?.drawn(entry) ?? false,
        ]
        values.merge(try view(record, entry)) { $1 }
        return values
    }
}

/// A property of records, reached by its place in them: in code for any record, a key path takes a thousand instructions to follow.
private struct Property<Record: Sendable, Value>: Sendable {
    private let path: WritableKeyPath<Record, Value> & Sendable
    /// Bytes from the beginning of a record; nil for a property that is worked out.
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
    /// The label of a field: the resource's own word, or the common one.
    func label(of field: String, _ texts: String) -> String {
        optional("\(texts).fields.\(field)") ?? self("admin.fields.\(field)")
    }
}
