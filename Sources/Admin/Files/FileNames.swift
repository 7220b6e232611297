import Accounts
import GRDB

final class FileNames {
    let context: FormContext
    /// Collects values that lead nowhere, and answers them; nil outside imports.
    var unknown: UnknownValues?
    private var names: [String: [Int64: String]] = [:]
    private var ids: [String: [String: Int64?]] = [:]

    init(_ context: FormContext) { self.context = context }

    func key(of id: Int64, in table: String) throws -> String? { try name(of: id, in: table, "\"key\"") }
    func title(of id: Int64, in target: Target) throws -> String? { try name(of: id, in: target.table, "\"\(target.titleColumn)\"") }

    private func name(of id: Int64, in table: String, _ column: String) throws -> String? {
        if let known = names[table + column]?[id] { return known }
        let sql = "SELECT \(column) FROM \(table) WHERE id = ?"
        let name = try String.fetchOne(context.db.cachedStatement(sql: sql), arguments: [id])
        names[table + column, default: [:]][id] = name
        return name
    }

    func id(ofKey key: String, in target: Target) throws -> Int64? { try id(of: key, in: target, "\"key\"") }
    func id(titled title: String, in target: Target) throws -> Int64? { try id(of: title.trimmingSpaces().folded, in: target, "folded") }

    func ids(titled title: String, in target: Target) throws -> [Int64] {
        let (sql, arguments) = asked(title.trimmingSpaces().folded, target, "folded")
        return try Int64.fetchAll(context.db.cachedStatement(sql: sql + " ORDER BY id LIMIT 100"), arguments: arguments)
    }

    func titlesAreUnique(in target: Target) throws -> Bool {
        try context.db.indexes(on: target.table).contains { $0.name == target.table + "_title" && $0.isUnique }
    }

    private func id(of name: String, in target: Target, _ column: String) throws -> Int64? {
        try id(of: name, target.table + column) { db in
            let (sql, arguments) = asked(name, target, column)
            return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
        }
    }

    private func asked(_ name: String, _ target: Target, _ column: String) -> (sql: String, arguments: StatementArguments) {
        let isOfScope = target.scopeColumn.map { " AND \($0) = ?" } ?? ""
        let rows = target.rows(context.grants, target.table)
        let sql =
            "SELECT id FROM \(target.table) WHERE \(column) = ? AND \(RowCondition.notTrashed(in: target.table)) AND \(rows)\(isOfScope)"
        let arguments: StatementArguments = target.scopeColumn == nil ? [name] : [name, context.scopeID]
        return (sql, arguments)
    }

    enum Found {
        case record(Int64)
        /// Left empty by an answer.
        case skipped
        case unknown
    }

    /// Finds a record by title, then by key, or the other way round; then by the answer for an unknown name.
    func find(_ name: String, in target: Target, for field: String, byKeyFirst: Bool = false) throws -> Found {
        let key = name.trimmingSpaces()
        let known =
            byKeyFirst
            ? try id(ofKey: key, in: target) ?? id(titled: name, in: target)
            : try id(titled: name, in: target) ?? id(ofKey: key, in: target)
        if let known { return .record(known) }
        switch unknown?.answer(field, name) {
        case .map(let id)?: return Int64(recordID: id).map(Found.record) ?? .unknown
        case .make?: return try unknown?.make(field, name, in: target, context).map(Found.record) ?? .unknown
        case .skip?: return .skipped
        case nil: return .unknown
        }
    }

    func picture(_ key: String) throws -> Int64? {
        try id(of: key, Picture.databaseTableName) { db in
            let sql = "SELECT id FROM picture WHERE \"key\" = ? AND \(Picture.notTrashed) AND (scopeID IS NULL OR scopeID IS ?)"
            return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key, context.scopeID])
        }
    }

    private func id(of name: String, _ place: String, _ find: (Database) throws -> Int64?) throws -> Int64? {
        if let known = ids[place]?[name] { return known }
        let id = try find(context.db)
        ids[place, default: [:]][name] = .some(id)
        return id
    }
}
