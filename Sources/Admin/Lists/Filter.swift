import GRDB
import Web

/// A way to narrow a list, made from a field: by its value where there are few, else by whether there is one.
struct Filter<R: Resource> {
    let field: Field<R>
    var name: String { field.name }

    struct Option {
        var value: String
        var label: String
        var count: Int?
    }

    private var column: String { "\(R.table).\(field.column)" }

    /// The condition for a chosen value, nil when it is none of ours.
    func condition(_ value: String) -> (sql: String, arguments: StatementArguments)? {
        switch field.kind {
        case let kind as ManyKind:
            let links = kind.links
            if value == "none" { return ("\(R.table).id NOT IN (SELECT \(links.owner) FROM \(links.table))", []) }
            guard let id = Int64(value) else { return nil }
            return ("\(R.table).id IN (SELECT \(links.owner) FROM \(links.table) WHERE \(links.other) = ?)", [id])
        case is OneKind:
            if value == "none" { return ("\(column) IS NULL", []) }
            return Int64(value).map { ("\(column) = ?", [$0]) }
        case let kind as any Parting:
            guard ["present", "absent"].contains(value) else { return nil }
            return ("\(R.table).id \(value == "absent" ? "NOT IN" : "IN") (\(kind.owners))", [])
        case is FlagKind:
            return ["yes", "no"].contains(value) ? ("\(column) = ?", [value == "yes"]) : nil
        case let kind as any Choosable:
            let known = kind.values.contains(value)
            return known ? ("\(column) = ?", [value]) : nil
        case is NumberKind:
            return ["present", "absent"].contains(value) ? ("\(column) \(value == "absent" ? "=" : "<>") 0", []) : nil
        default:
            return ["present", "absent"].contains(value) ? ("\(column) IS \(value == "absent" ? "" : "NOT ")NULL", []) : nil
        }
    }

    /// What can be chosen, with how many records each would leave.
    /// - Parameter matching: the ids of the records that the other filters leave, as SQL; nil when they are too many to count quickly.
    func options(_ context: FormContext, matching: (sql: String, arguments: StatementArguments)?) throws -> [Option] {
        let counts = try matching.map { try self.counts(context.db, $0) }
        let words = context.words
        let options: [(String, String)] =
            switch field.kind {
            case let kind as any Referring:
                try kind.target.options(context, limit: menuLimit).map { (String($0.id), $0.label) } + [
                    ("none", words("admin.filter.none"))
                ]
            case is FlagKind: [("yes", words("admin.yes")), ("no", words("admin.no"))]
            case let kind as any Choosable: kind.options(words).map { ($0.value, $0.label) }
            default: [("present", words("admin.filter.present")), ("absent", words("admin.filter.absent"))]
            }
        return options.map { value, label in Option(value: value, label: label, count: counts.map { $0[value] ?? 0 }) }
    }

    private func counts(_ db: Database, _ matching: (sql: String, arguments: StatementArguments)) throws -> [String: Int] {
        let sql: String
        switch field.kind {
        case let kind as ManyKind:
            let links = kind.links
            sql = """
                WITH matching(id) AS (\(matching.sql))
                SELECT coalesce(l.\(links.other), 'none'), count(*) FROM matching m LEFT JOIN \(links.table) l ON l.\(links.owner) = m.id GROUP BY 1
                """
        case is OneKind:
            sql = "SELECT coalesce(\(column), 'none'), count(*) FROM \(R.table) WHERE id IN (\(matching.sql)) GROUP BY 1"
        case is FlagKind:
            sql = "SELECT CASE \(column) WHEN 1 THEN 'yes' ELSE 'no' END, count(*) FROM \(R.table) WHERE id IN (\(matching.sql)) GROUP BY 1"
        case let kind as any Parting:
            sql = """
                SELECT CASE WHEN id IN (\(kind.owners)) THEN 'present' ELSE 'absent' END, count(*)
                FROM \(R.table) WHERE id IN (\(matching.sql)) GROUP BY 1
                """
        case is any Choosable:
            sql = "SELECT \(column), count(*) FROM \(R.table) WHERE id IN (\(matching.sql)) GROUP BY 1"
        default:
            sql = """
                SELECT CASE WHEN \(column) \(field.kind is NumberKind ? "= 0" : "IS NULL") THEN 'absent' ELSE 'present' END, count(*)
                FROM \(R.table) WHERE id IN (\(matching.sql)) GROUP BY 1
                """
        }
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: matching.arguments)
        return Dictionary(rows.map { (String.fromDatabaseValue($0[0]) ?? Int64.fromDatabaseValue($0[0]).map(String.init) ?? "", $0[1]) }) {
            $1
        }
    }
}

/// A kind whose values are rows of another table: a list is filtered by whether a record has any.
protocol Parting {
    /// A query for the ids of the records that have some.
    var owners: String { get }
}
