import Foundation
import GRDB
import Web

/// Ordered parts of a record, edited in its form with buttons that work without script and stored with the record.
public struct ChildrenFieldType<C: Child>: FieldType, Using {
    let limit: Int
    let isCompact: Bool
    /// Whether the form shows only the first words of each child until it is opened.
    let isFolded: Bool
    /// The column and value that separate lists in one table, such as ingredients and utensils.
    let part: (column: String, value: String)?

    public var isColumn: Bool { false }
    public var template: String { "fields/children" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> [C]? {
        guard let form = entry.form else { return nil }
        let count = errors.all.count
        let children = ChildRows(form, entry.name).indices.map { index -> C in
            let prefix = "\(entry.name).\(index)."
            var child = C()
            child.id = Int64(recordID: form[prefix + "id"])
            for field in C.fields { field.read(&child, self.entry(prefix + field.name, entry), &errors) }
            child.check(self.entry(prefix, entry), errors: &errors)
            return child
        }
        if children.count > limit { errors.add(entry.name, entry.refusal("tooMany", ["limit": String(limit)])) }
        return errors.all.count == count ? children : nil
    }

    private func entry(_ name: String, _ parent: Entry) -> Entry {
        Entry(name: name, form: parent.form, context: parent.context, texts: texts(parent))
    }

    private func texts(_ entry: Entry) -> String { entry.texts + "." + (entry.name.split(separator: ".").last.map(String.init) ?? "") }

    public func view(_ value: [C], _ entry: Entry) throws -> Values {
        let texts = texts(entry)
        let indices = entry.form.map { ChildRows($0, entry.name).indices } ?? Array(value.indices)
        let items = try indices.enumerated().map { position, index -> Values in
            let prefix = "\(entry.name).\(index)"
            let child = entry.form == nil ? value[index] : C()
            let typed = entry.form.flatMap { ChildRows.isBlank(prefix, in: $0) ? nil : $0 }
            let id = entry.form.map { $0[prefix + ".id"] } ?? child.id.map(String.init) ?? ""
            let fields = try C.fields.map {
                try $0.templateValues(child, prefix: prefix + ".", context: entry.context, form: typed, texts: texts)
            }
            let label = entry.words("\(texts).item", ["number": String(position + 1)])
            return [
                "number": String(position + 1), "index": String(index), "prefix": prefix, "id": entry.id + "-\(index)",
                // The fields' like buttons say which child they belong to.
                "label": label, "within": label,
                "hidden": [["name": prefix + ".id", "value": id] as Values],
                "fold": isFolded ? fold(child, prefix, id, typed, fields, entry) : false,
                "first": position == 0, "last": position == indices.count - 1,
                "fields": fields,
            ]
        }
        return [
            "items": items, "hasItems": !items.isEmpty, "compact": isCompact, "addLabel": entry.words("\(texts).add"),
            "emptyText": entry.words("\(texts).none"), "mayAdd": items.count < limit,
        ]
    }

    /// Open is what is new or to be answered.
    private func fold(_ child: C, _ prefix: String, _ id: String, _ typed: Form?, _ fields: [Values], _ entry: Entry) -> Values {
        let names = entry.context.errors.all.map(\.name) + entry.context.questions.keys
        let isNew = entry.form != nil && id.isEmpty
        let field = C.fields[0]
        // A reference is shown by its name and the next field, such as "Rice, 200 g".
        let named = fields[0]["found"].map { [$0 as? String, fields.dropFirst().first?["value"] as? String] }
        let text =
            named.map { $0.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ") }
            ?? typed?[prefix + "." + field.name] ?? field.text(child, entry.words, entry.context.zone)
        var words = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard words.count + word.count < 60 else {
                words = words.isEmpty ? String(word.prefix(60)) + "…" : words + " …"
                break
            }
            words += words.isEmpty ? word : " " + word
        }
        let isOpen = isNew || names.contains { $0.hasPrefix(prefix + ".") }
        return ["summary": words.isEmpty ? "…" : words, "isOpen": isOpen]
    }

    public func text(_ value: [C], _ words: Words, _ zone: TimeZone) -> String {
        value.map { child in
            C.fields.map { $0.text(child, words, zone) }.filter { !$0.isEmpty }.joined(separator: ", ")
        }.joined(separator: "\n")
    }

    func owners(where condition: String) -> String { "\(owners) AND (\(condition))" }

    private var isOfPart: String { part.map { " AND \($0.column) = '\($0.value)'" } ?? "" }
    var owners: String { "SELECT \(C.ownerColumn) FROM \(C.table) WHERE 1\(isOfPart)" }
    private var columns: [Field<C>] { C.fields.filter { $0.kind.isColumn } }

    public func fetch(_ db: Database, owner: Int64) throws -> [C]? {
        let names = (["id"] + columns.map { $0.column }).joined(separator: ", ")
        let sql = "SELECT \(names) FROM \(C.table) WHERE \(C.ownerColumn) = ?\(isOfPart) ORDER BY position"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [owner]).map { row in
            var child = C()
            child.id = row[0]
            for (index, field) in columns.enumerated() { field.load(&child, row[index + 1]) }
            return child
        }
    }

    public func save(_ value: [C], _ db: Database, owner: Int64) throws {
        // Deleted and inserted again with their ids: a unique order cannot be changed row by row.
        var known = try Int64.fetchSet(db, sql: "SELECT id FROM \(C.table) WHERE \(C.ownerColumn) = ?\(isOfPart)", arguments: [owner])
        try db.execute(sql: "DELETE FROM \(C.table) WHERE \(C.ownerColumn) = ?\(isOfPart)", arguments: [owner])
        let names = ["id", C.ownerColumn, "position"] + (part.map { [$0.column] } ?? []) + columns.map { $0.column }
        let sql = "INSERT INTO \(C.table) (\(names.joined(separator: ", "))) VALUES (\(databaseQuestionMarks(count: names.count)))"
        let insert = try db.cachedStatement(sql: sql)
        let rows = value.enumerated().map { (position: $0 + 1, child: $1, id: $1.id.flatMap { known.remove($0) }) }
        // New rows last: the table is empty, and they would get the ids of existing rows.
        for row in rows.filter({ $0.id != nil }) + rows.filter({ $0.id == nil }) {
            var arguments: [DatabaseValue] = [row.id?.databaseValue ?? .null, owner.databaseValue, row.position.databaseValue]
            if let part { arguments.append(part.value.databaseValue) }
            try insert.execute(arguments: StatementArguments(arguments + columns.map { $0.store(row.child) }))
        }
    }

    public func pack(_ value: [C]) -> JSON {
        .list(
            value.map { child in
                .object([("id", child.id.map { .number(Int($0)) } ?? .null)] + C.fields.map { ($0.name, $0.pack(child)) })
            })
    }

    public func unpack(_ packed: JSON) -> [C]? {
        packed.list?.map { packed in
            var child = C()
            child.id = packed["id"]?.number.map(Int64.init)
            for field in C.fields {
                if let value = packed[field.name] { _ = field.unpack(&child, value) }
            }
            return child
        }
    }

    public func parse(_ node: SeedNode) -> [C]? {
        guard let items = node.list() else { return nil }
        if items.count > limit { node.refuse("tooMany", ["limit": String(limit)]) }
        return items.map { item in
            var child = C()
            item.fill(C.fields, into: &child)
            item.check(child.check)
            return child
        }
    }

    public func write(_ value: [C], _ export: SeedExport) throws -> SeedValue? {
        let parts = try value.compactMap { child in try export.pairs(of: child, C.fields).map(SeedValue.map) }
        return parts.isEmpty ? nil : .list(parts)
    }

    public func isSame(_ a: [C], _ b: [C]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { a, b in C.fields.allSatisfy { $0.isSame(a, b) } }
    }

    public var schema: SeedSchema { SeedSchema("array", ["items": SeedSchema.object(C.fields), "maxItems": limit]) }
    public var packedSchema: SeedSchema {
        SeedSchema("array", ["items": SeedSchema.packed(C.fields, blank: C(), isChild: true), "maxItems": limit], note: "children")
    }

    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        for (index, item) in (packed.list ?? []).enumerated() {
            let prefix = "\(name).\(index)."
            form[prefix + "id"] = item["id"]?.typed ?? ""
            for field in C.fields {
                field.kind.fill(&form, prefix + field.name, with: item[field.name] ?? field.pack(C()), language)
            }
        }
    }

    func users(of target: String, in table: String, column: String) -> [String] {
        C.fields.flatMap { field in
            (field.kind as? any Using)?.users(of: target, in: C.table, column: field.column) ?? []
        }.map { "SELECT \(C.ownerColumn) FROM \(C.table) WHERE id IN (\($0))\(isOfPart)" }
    }
}

struct ChildRows {
    private let form: Form
    private let name: String
    let indices: [Int]

    init(_ form: Form, _ name: String) {
        (self.form, self.name) = (form, name)
        let prefix = name + "."
        indices = form.values.keys.compactMap { key in
            key.hasPrefix(prefix) && key.hasSuffix(".id") ? Int(key.dropFirst(prefix.count).dropLast(3), in: .whole) : nil
        }.filter { (0..<10_000).contains($0) }.sorted()
    }

    static func isBlank(_ prefix: String, in form: Form) -> Bool {
        !form.values.keys.contains { $0.hasPrefix(prefix + ".") && $0 != prefix + ".id" }
    }

    /// The form after a button (`add`, `insert.3`, `up.3`, `down.3`, `delete.3`); nil for other buttons.
    func after(_ act: String) -> (form: Form, focus: Int?)? {
        let parts = act.split(separator: ".").map(String.init)
        guard let verb = parts.first else { return nil }
        var order: [Int?] = indices
        let at = parts.count > 1 ? Int(parts[1], in: .whole).flatMap { indices.firstIndex(of: $0) } : nil
        var focus: Int?
        switch (verb, at) {
        case ("add", _):
            order.append(nil)
            focus = order.count - 1
        case ("insert", let at?):
            order.insert(nil, at: at)
            focus = at
        case ("up", let at?) where at > 0:
            order.swapAt(at, at - 1)
            focus = at - 1
        case ("down", let at?) where at < order.count - 1:
            order.swapAt(at, at + 1)
            focus = at + 1
        case ("delete", let at?):
            order.remove(at: at)
            focus = order.isEmpty ? nil : min(at, order.count - 1)
        case ("up", _?), ("down", _?): break
        default: return nil
        }
        return (renumbered(order), focus)
    }

    private func renumbered(_ order: [Int?]) -> Form {
        var values = form.values.filter { key, _ in row(of: key) == nil }
        for (index, old) in order.enumerated() {
            guard let old else {
                values["\(name).\(index).id"] = [""]
                continue
            }
            let prefix = "\(name).\(old)."
            for (key, value) in form.values where key.hasPrefix(prefix) {
                values["\(name).\(index)." + key.dropFirst(prefix.count)] = value
            }
        }
        return Form(values)
    }

    private func row(of key: String) -> Int? {
        guard key.hasPrefix(name + ".") else { return nil }
        return Int(key.dropFirst(name.count + 1).prefix { $0.isNumber }, in: .whole)
    }
}

extension Field {
    /// - Parameter part: the column and value that separate lists in one table.
    public static func children<C: Child>(
        _ name: String, _ property: WritableKeyPath<Record, [C]> & Sendable, limit: Int = 100, compact: Bool = false,
        folded: Bool = false, part: (column: String, value: String)? = nil
    ) -> Field {
        Field(name, property, ChildrenFieldType<C>(limit: limit, isCompact: compact, isFolded: folded, part: part))
    }
}

extension ChildrenFieldType: Parting {}
