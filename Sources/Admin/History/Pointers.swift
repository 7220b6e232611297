import Accounts
import GRDB
import Web

protocol Composite: Sendable {
    var parts: [(name: String, kind: any FieldType)] { get }
    func owners(where condition: String) -> String
}

extension ChildrenFieldType: Composite {
    var parts: [(name: String, kind: any FieldType)] { C.fields.map { ($0.name, $0.kind) } }
}

struct Pointers {
    private(set) var ids: [String: Set<Int64>] = [:]
    private(set) var targets: [String: Target] = [:]
    static let pictures = Picture.databaseTableName

    mutating func add(_ kind: any FieldType, _ packed: JSON) {
        switch kind {
        case let kind as ReferenceFieldType: add(kind.target, [packed.number])
        case let kind as ReferencesFieldType: add(kind.target, (packed.list ?? []).map(\.number))
        case is PictureFieldType: if let id = packed.number { ids[Self.pictures, default: []].insert(Int64(id)) }
        case let kind as any Composite:
            for item in packed.list ?? [] {
                for part in kind.parts { if let value = item[part.name] { add(part.kind, value) } }
            }
        default: break
        }
    }

    private mutating func add(_ target: Target, _ numbers: [Int?]) {
        targets[target.table] = target
        ids[target.table, default: []].formUnion(numbers.compactMap { $0.map(Int64.init) })
    }

    func contains(_ table: String, _ id: Int64) -> Bool { ids[table]?.contains(id) ?? false }

    /// The valid targets: same scope, not in the trash. One statement per table.
    func existing(scopeID: Int64?, _ db: Database) throws -> [String: Set<Int64>] {
        var found: [String: Set<Int64>] = [:]
        for (table, ids) in ids where !ids.isEmpty {
            let list = ids.map(String.init).joined(separator: ",")
            let isOfScope =
                table == Self.pictures
                ? " AND (scopeID IS NULL OR scopeID IS :scope)" : targets[table]?.scopeColumn.map { " AND \($0) IS :scope" } ?? ""
            let sql = "SELECT id FROM \(table) WHERE id IN (\(list)) AND \(RowCondition.notTrashed(in: table))\(isOfScope)"
            found[table] = try Int64.fetchSet(db, sql: sql, arguments: isOfScope.isEmpty ? [:] : ["scope": scopeID])
        }
        return found
    }

    /// Titles, including records in the trash and last known titles of erased ones. At most two statements per table.
    func titles(_ db: Database) throws -> [String: [Int64: String]] {
        var found: [String: [Int64: String]] = [:]
        for (table, target) in targets {
            let ids = ids[table] ?? []
            var titles = try target.titles(Array(ids), seenBy: nil, db)
            let gone = ids.filter { titles[$0] == nil }
            if !gone.isEmpty {
                let list = gone.map(String.init).joined(separator: ",")
                let sql = "SELECT recordID, title, max(id) FROM revision WHERE kind = ? AND recordID IN (\(list)) GROUP BY recordID"
                for row in try Row.fetchAll(db, sql: sql, arguments: [target.kind]) { titles[row["recordID"]] = row["title"] as String }
            }
            found[table] = titles
        }
        return found
    }
}

extension Target {
    var kind: String { address.split(separator: "/").dropFirst().joined(separator: ".") }
}
