import Foundation
import GRDB
import Web

/// A property of a record with its name and kind. The key path makes it typed: rename the property and the compiler finds the field.
public final class Field<Record: Sendable>: Sendable {
    /// Its name in forms, texts, seed file and, for columns, in the table.
    public let name: String
    let kind: any Kind
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
    public init<K: Kind>(_ name: String, _ property: WritableKeyPath<Record, K.Value> & Sendable, _ kind: K) {
        self.name = name
        self.kind = kind
        read = { record, entry, errors in
            if let value = kind.read(entry, errors: &errors) { record[keyPath: property] = value }
        }
        view = { record, entry in try kind.view(record[keyPath: property], entry) }
        typed = { kind.typed($0[keyPath: property], $1) }
        text = { record, words, zone in kind.text(record[keyPath: property], words, zone) }
        store = { kind.store($0[keyPath: property]) }
        load = { record, stored in
            if let value = kind.load(stored) { record[keyPath: property] = value }
        }
        fetch = { record, db, owner in
            if let value = try kind.fetch(db, owner: owner) { record[keyPath: property] = value }
        }
        save = { record, db, owner in try kind.save(record[keyPath: property], db, owner: owner) }
        pack = { kind.pack($0[keyPath: property]) }
        unpack = { record, packed in
            guard let value = kind.unpack(packed) else { return false }
            record[keyPath: property] = value
            return true
        }
        isSame = { kind.isSame($0[keyPath: property], $1[keyPath: property]) }
        copy = { $1[keyPath: property] = $0[keyPath: property] }
        parse = { record, node in
            if let value = kind.parse(node) { record[keyPath: property] = value }
        }
        write = { record, export in try kind.write(record[keyPath: property], export) }
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
        let entry = Entry(name: prefix + name, form: form, context: context, texts: texts)
        let help = context.words.optional("\(texts).help.\(name)")
        let error = context.errors[entry.name]
        let described = [help.map { _ in entry.id + "-help" }, error.map { _ in entry.id + "-error" }].compactMap { $0 }
        var values: Values = [
            "partial": kind.template, "name": entry.name, "id": entry.id, "label": context.words.label(of: name, texts),
            "help": help ?? false, "error": error ?? false,
            "described": described.isEmpty ? false : described.joined(separator: " "),
            "required": kind.isRequired, "optional": !kind.isRequired, "value": "", "texts": texts,
        ]
        values.merge(try view(record, entry)) { $1 }
        return values
    }
}

extension Words {
    /// The label of a field: the resource's own word, or the common one.
    func label(of field: String, _ texts: String) -> String {
        optional("\(texts).fields.\(field)") ?? self("admin.fields.\(field)")
    }
}
