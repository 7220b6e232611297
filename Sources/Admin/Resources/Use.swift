import Accounts
import GRDB

struct Use: Sendable, Hashable {
    let resource: String
    let id: Int64
    let title: String
    let address: String
    let isTrashed: Bool
}

/// All resources of the program, in seed order.
public struct Resources: Sendable {
    public let all: [any Resource.Type]

    public init(_ all: [any Resource.Type]) { self.all = all }

    func uses(of id: Int64, in target: String, _ db: Database) throws -> [Use] {
        var uses: [Use] = []
        for type in all { try uses += Self.uses(of: id, in: target, by: type, db) }
        return uses
    }

    func visible(_ uses: [Use], _ context: FormContext, scopeID: Int64?) throws -> [Use] {
        guard let grants = context.grants else { return uses }
        return try uses.filter { use in
            guard let type = all.first(where: { $0.name == use.resource }) else { return false }
            return try grants.may(type.seeing, in: scopeID ?? context.scopeID) && type.isOpen(use.id, type.seeing, grants, context.db)
        }
    }

    private static func uses<R: Resource>(of id: Int64, in target: String, by type: R.Type, _ db: Database) throws -> [Use] {
        let queries = R.fields.flatMap { field in
            (field.kind as? any Using)?.users(of: target, in: R.table, column: field.column) ?? []
        }
        guard !queries.isEmpty else { return [] }
        let sql = """
            SELECT id, \(R.title.name), deletedAt IS NOT NULL FROM \(R.table)
            WHERE \(queries.map { "id IN (\($0))" }.joined(separator: " OR ")) ORDER BY folded LIMIT 500
            """
        return try Row.fetchAll(db, sql: sql, arguments: ["id": id]).map { row in
            Use(resource: R.name, id: row[0], title: row[1], address: "\(R.address)/\(row[0] as Int64)", isTrashed: row[2])
        }
    }
}
