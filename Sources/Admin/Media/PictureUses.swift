import Accounts
import GRDB

struct PictureUses {
    let resources: Resources

    /// SQL for the number of records that use the picture `p` of the outer query.
    var count: String {
        let counts = resources.all.compactMap { type in
            condition(type, id: "p.id").map { "(SELECT count(*) FROM \(type.table) WHERE \($0))" }
        }
        return counts.isEmpty ? "0" : "(" + counts.joined(separator: " + ") + ")"
    }

    func list(_ id: Int64, _ person: SignedIn, _ db: Database) throws -> (seen: [Use], others: Int) {
        var (seen, others): ([Use], Int) = ([], 0)
        for type in resources.all {
            let (own, hidden) = try list(id, by: type, person, db)
            seen += own
            others += hidden
        }
        return (seen, others)
    }

    private func list<R: Resource>(_ id: Int64, by type: R.Type, _ person: SignedIn, _ db: Database) throws -> (seen: [Use], others: Int) {
        guard let condition = condition(type, id: ":id") else { return ([], 0) }
        let sql = """
            SELECT id, \(R.title.column) AS title, deletedAt IS NOT NULL AS isTrashed, \(R.scope?.column ?? "NULL") AS scopeID FROM \(R.table)
            WHERE \(condition) ORDER BY folded LIMIT 500
            """
        var (seen, others): ([Use], Int) = ([], 0)
        for row in try Row.fetchAll(db, sql: sql, arguments: ["id": id]) {
            guard try person.grants.may(R.seeing, in: row["scopeID"]) && R.isOpen(row["id"], R.seeing, person.grants, db) else {
                others += 1
                continue
            }
            let (id, isTrashed): (Int64, Bool) = (row["id"], row["isTrashed"])
            let address = isTrashed ? R.address + "/trash" : "\(R.address)/\(id)"
            seen.append(Use(resource: R.name, id: id, title: row["title"], address: address, isTrashed: isTrashed))
        }
        return (seen, others)
    }

    private func condition<R: Resource>(_ type: R.Type, id: String) -> String? {
        let queries = R.fields.flatMap { field in
            (field.kind as? any Using)?.users(of: Picture.databaseTableName, in: R.table, column: field.column) ?? []
        }
        guard !queries.isEmpty else { return nil }
        return queries.map { "id IN (\($0.replacing(":id", with: id)))" }.joined(separator: " OR ")
    }
}
