import Foundation
import GRDB
import Web

struct BulkChange: Codable, Equatable, Sendable {
    enum Verb: String, Codable, Sendable {
        case publish, unpublish, delete, restore
        case set, add, remove
        case undo
    }

    let verb: Verb
    var field: String?
    var value: String?
    var act: Int64?

    static func offered<R: Resource>(_ type: R.Type) -> [String] {
        (Listing<R>.publication == nil ? [] : ["publish", "unpublish"]) + (fields(of: R.self).isEmpty ? [] : ["change"]) + ["delete"]
    }

    static func fields<R: Resource>(of type: R.Type) -> [Field<R>] {
        R.fields.filter { field in
            field.name != R.title.name && field.name != Listing<R>.publication?.name
                && (R.editable.contains(field.name) || field.kind is any Choosable || field.kind is any Referring
                    || field.kind is FlagFieldType)
        }
    }

    var packed: JSON { (value.flatMap { try? JSON(parsing: $0.utf8) }) ?? .null }
    fileprivate var ids: [Int64] { packed.list?.compactMap { $0.number.map(Int64.init) } ?? [] }
}

enum BulkSkip: String, Codable, CaseIterable, Sendable {
    case already, inUse, taken, refused, changed, gone
}

struct Skipped: Codable, Sendable {
    let id: Int64
    let title: String
    let why: BulkSkip
    var sentence: String?
    var sentences: [String: String]?

    /// The reason in the reader's language; old rows have one sentence for all languages.
    func reason(in words: Words) -> String {
        sentences?[words.language.rawValue] ?? sentence ?? words("lists.why.\(why.rawValue)")
    }
}

extension Resources {
    func isUsed(_ table: String) -> String {
        let queries = all.flatMap { Self.queries($0, table) }
        return queries.isEmpty
            ? "0" : "(" + queries.map { "EXISTS (\($0.replacing(":id", with: "target.id")))" }.joined(separator: " OR ") + ")"
    }

    private static func queries<R: Resource>(_ type: R.Type, _ target: String) -> [String] {
        R.fields.flatMap { ($0.kind as? any Using)?.users(of: target, in: R.table, column: $0.column) ?? [] }
    }
}

extension BulkChange {
    func skips<R: Resource>(_ type: R.Type, _ resources: Resources) -> [(why: BulkSkip, sql: String, arguments: StatementArguments)] {
        switch verb {
        case .publish, .unpublish:
            guard let column = Listing<R>.publication?.column else { return [(.refused, "1", [])] }
            return [(.already, "target.\(column) = ?", [verb == .publish])]
        case .delete: return [(.inUse, resources.isUsed(R.table), [])]
        case .restore where R.audience != nil:
            // Titles may repeat and may be visible to some only, so the table decides for each record.
            return []
        case .restore:
            let isOfScope = R.scope.map { " AND other.\($0.column) = target.\($0.column)" } ?? ""
            let sql = "EXISTS (SELECT 1 FROM \(R.table) other WHERE other.folded = target.folded AND \(R.notTrashed("other"))\(isOfScope))"
            return [(.taken, sql, [])]
        case .undo: return []
        case .set, .add, .remove: return already(R.self)
        }
    }

    private func already<R: Resource>(_ type: R.Type) -> [(why: BulkSkip, sql: String, arguments: StatementArguments)] {
        guard let field = field.flatMap(R.field) else { return [] }
        guard let kind = field.kind as? ReferencesFieldType else {
            var probe = R()
            guard field.unpack(&probe, packed) else { return [] }
            return [(.already, "target.\(field.column) IS ?", [field.store(probe)])]
        }
        let marks = ids.map(String.init).joined(separator: ",")
        let has = "(SELECT count(*) FROM \(kind.links.table) l WHERE l.\(kind.links.owner) = target.id"
        switch verb {
        case .add: return [(.already, "\(has) AND l.\(kind.links.other) IN (\(marks))) = \(Set(ids).count)", [])]
        case .remove:
            let isLast =
                kind.isRequired ? [(BulkSkip.refused, "\(has) AND l.\(kind.links.other) NOT IN (\(marks))) = 0", StatementArguments())] : []
            return [(.already, "\(has) AND l.\(kind.links.other) IN (\(marks))) = 0", [])] + isLast
        default:
            return [(.already, "\(has) AND l.\(kind.links.other) IN (\(marks))) = \(Set(ids).count) AND \(has)) = \(Set(ids).count)", [])]
        }
    }

    /// Sets the value in an unsaved record; false if it is there already or invalid. `packed` is parsed once for all records.
    func fill<R: Resource>(_ record: inout R, _ packed: JSON) -> Bool {
        guard let field = field.flatMap(R.field) else { return false }
        let before = record
        var value = packed
        if verb != .set {
            let items = packed.list ?? []
            let now = field.pack(record).list ?? []
            value = .list(verb == .add ? now + items.filter { !now.contains($0) } : now.filter { !items.contains($0) })
        }
        return field.unpack(&record, value) && !field.isSame(before, record)
    }
}

extension BulkChange {
    func localizedValues<R: Resource>(of type: R.Type, _ context: FormContext) throws -> [String: String] {
        guard let field = field.flatMap(R.field) else { return [:] }
        var probe = R()
        _ = field.unpack(&probe, packed)
        var text = field.text(probe, context.words, context.zone)
        if let kind = field.kind as? any Referring {
            let ids = packed.list?.compactMap { $0.number.map(Int64.init) } ?? packed.number.map { [Int64($0)] } ?? []
            let titles = try kind.target.titles(ids, context)
            text = ids.compactMap { titles[$0] }.joined(separator: ", ")
        }
        return ["field": context.words.label(of: field.name, R.name), "value": text.isEmpty ? context.words("lists.nothing") : text]
    }
}
